import { textAnswer } from '../answer.ts';
import type { Limits } from './limits.ts';
import { TokenBucket } from './token-bucket.ts';
import type { Gate } from './verdict.ts';

/** Crossref's pools: who names an address, as `mailto` or in the User-Agent, may ask more often; searches count apart from single works. */
export function createCrossrefGate({ crossrefRate, crossrefSearchRate, areEnforced }: Limits): Gate {
  const pool = (rate: number, searchRate: number, concurrency: number) => ({
    concurrency,
    single: { rate, bucket: new TokenBucket(rate, 1) },
    search: { rate: searchRate, bucket: new TokenBucket(searchRate, 1) },
  });
  const polite = pool(crossrefRate, crossrefSearchRate, 3);
  const anonymous = pool(crossrefRate / 2, crossrefSearchRate / 3, 1);
  return (url, headers, now) => {
    const contact = url.searchParams.get('mailto') ?? headers['user-agent'] ?? '';
    const chosen = contact.includes('@') ? polite : anonymous;
    const { rate, bucket } = /\/works\/./.test(url.pathname) ? chosen.single : chosen.search;
    const told = {
      'x-rate-limit-limit': String(rate),
      'x-rate-limit-interval': '1s',
      'x-concurrency-limit': String(chosen.concurrency),
      'x-api-pool': chosen === polite ? 'polite' : 'public',
    };
    if (!areEnforced || bucket.take(now)) return { headers: told };
    return { headers: told, refusal: textAnswer(429, 'Too many requests.', 'text/plain') };
  };
}
