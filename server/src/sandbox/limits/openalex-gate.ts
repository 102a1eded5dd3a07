import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, jsonAnswer } from '../answer.ts';
import type { Limits } from './limits.ts';
import { TokenBucket } from './token-bucket.ts';
import type { Gate } from './verdict.ts';

const dayMilliseconds = 86_400_000;
const dollarsPerCredit = 0.0001;

/** OpenAlex's credits: so many a day for each key, and for all without one; the day ends at midnight UTC. */
export function createOpenAlexGate(limits: Limits): Gate {
  const spent = new Map<string, number>();
  const buckets = new Map<string, TokenBucket>();
  let spentOn = 0;
  return (url, headers, now) => {
    const key = keyOf(url, headers);
    if (key !== null && (key === 'bad' || key.trim() !== key || key === '')) {
      return {
        headers: {},
        refusal: jsonAnswer({ error: 'Invalid API key', message: 'This API key is not known.' }, 401),
      };
    }
    const day = Math.floor(now / dayMilliseconds);
    if (day !== spentOn) spent.clear();
    spentOn = day;
    const owner = key ?? '';
    const limit = key === null ? limits.openAlexCredits : limits.openAlexKeyCredits;
    const before = spent.get(owner) ?? 0;
    const cost = costOf(url);
    const reset = Math.ceil(((day + 1) * dayMilliseconds - now) / 1000);
    const told = (credits: number) => ({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - credits)),
      'x-ratelimit-reset': String(reset),
      'x-ratelimit-limit-usd': String(limit * dollarsPerCredit),
      'x-ratelimit-remaining-usd': (Math.max(0, limit - credits) * dollarsPerCredit).toFixed(4),
    });
    if (limits.areEnforced) {
      // The last request of a day may cost more than what is left.
      if (cost > 0 && before >= limit)
        return { headers: told(before), refusal: refuse('Daily budget is spent.', reset) };
      const bucket = buckets.get(owner) ?? new TokenBucket(limits.openAlexRate, 1);
      buckets.set(owner, bucket);
      if (!bucket.take(now)) return { headers: told(before), refusal: refuse('Too many requests a second.', 1) };
    }
    spent.set(owner, before + cost);
    return { headers: told(before + cost) };
  };
}

/** Null without a key. */
function keyOf(url: URL, headers: IncomingHttpHeaders): string | null {
  const named = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /i, '');
  return url.searchParams.get('api_key') ?? (typeof named === 'string' ? named : null);
}

/** One work by `W…` or `doi:…` is free, a list costs 1, a search 10. */
function costOf(url: URL): number {
  const one = /\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
  if (one !== undefined) return /^https?:/i.test(one) ? 1 : 0;
  const isSearch = url.searchParams.has('search') || /\.search:/.test(url.searchParams.get('filter') ?? '');
  return isSearch ? 10 : 1;
}

function refuse(message: string, retryAfter: number): Answer {
  const answer = jsonAnswer({ error: 'Rate limit exceeded', message }, 429);
  return { ...answer, headers: { 'retry-after': String(retryAfter) } };
}
