import type { FetchHeaders } from '../platform/fetch.ts';
import type { ToldBudget } from './slot-store.ts';

/** What a source's headers say of how often it may be asked. */
export interface ToldLimits {
  readonly intervalSeconds: number | null;
  /** requests that may be under way at once */
  readonly concurrency: number | null;
  readonly budget: ToldBudget | null;
}

/**
 * Reads the headers of Crossref (`x-rate-limit-limit: 3`, `x-rate-limit-interval: 1s`, `x-concurrency-limit: 1`) and OpenAlex (`x-ratelimit-limit`, `-remaining`, and
 * `-reset` in seconds from now). What makes no sense counts as not said.
 */
export function readLimits(headers: FetchHeaders): ToldLimits {
  const requests = readNumber(headers['x-rate-limit-limit']);
  const window = readNumber(headers['x-rate-limit-interval']?.replace(/s$/, ''));
  const concurrency = readNumber(headers['x-concurrency-limit']);
  const limit = readNumber(headers['x-ratelimit-limit']);
  const remaining = readNumber(headers['x-ratelimit-remaining']);
  const resetsInSeconds = readNumber(headers['x-ratelimit-reset']);
  return {
    intervalSeconds: requests !== null && requests > 0 && window !== null ? Math.min(window / requests, 3600) : null,
    concurrency: concurrency === null ? null : Math.min(1000, Math.max(1, Math.floor(concurrency))),
    budget:
      limit !== null && remaining !== null && resetsInSeconds !== null && limit > 0
        ? // a day is the longest that a daily budget can last
          { limit, remaining: Math.min(remaining, limit), resetsInSeconds: Math.min(resetsInSeconds, 86_400) }
        : null,
  };
}

function readNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : null;
}
