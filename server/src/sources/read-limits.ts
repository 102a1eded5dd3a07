import type { FetchHeaders } from '../platform/fetch.ts';
import type { AdvertisedBudget } from './slot-store.ts';

/** The limits that the headers of a response advertise; null for those they do not. */
export interface AdvertisedLimits {
  readonly intervalSeconds: number | null;
  /** the maximum of concurrent requests */
  readonly concurrency: number | null;
  readonly budget: AdvertisedBudget | null;
}

/**
 * Reads the headers of Crossref (`x-rate-limit-limit: 3`, `x-rate-limit-interval: 1s`, `x-concurrency-limit: 1`) and
 * OpenAlex (`x-ratelimit-limit`, `-remaining`, and `-reset` in seconds from now). Ignores values that make no sense.
 */
export function readLimits(headers: FetchHeaders): AdvertisedLimits {
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
        ? // a daily budget resets within a day
          { limit, remaining: Math.min(remaining, limit), resetsInSeconds: Math.min(resetsInSeconds, 86_400) }
        : null,
  };
}

function readNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : null;
}
