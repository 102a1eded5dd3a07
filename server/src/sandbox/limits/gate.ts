import type { IncomingHttpHeaders } from 'node:http';
import { textAnswer } from '../answer.ts';
import { createCrossrefGate } from './crossref-gate.ts';
import type { Limits } from './limits.ts';
import { createOpenAlexGate } from './openalex-gate.ts';
import { TokenBucket } from './token-bucket.ts';
import type { Gate, Verdict } from './verdict.ts';

export type Gates = (source: string, url: URL, headers: IncomingHttpHeaders) => Verdict;

/** The limits of all sources; what has none passes. */
export function createGates(limits: Limits): Gates {
  const gates = new Map<string, Gate>([
    ['openalex', createOpenAlexGate(limits)],
    ['crossref', createCrossrefGate(limits)],
    ['arxiv', createPlainGate(limits, /^\/arxiv\/api\//, [new TokenBucket(1, limits.arxivSeconds)])],
    [
      'europepmc',
      createPlainGate(limits, /^\/europepmc\/webservices\//, [
        new TokenBucket(limits.europePmcRate, 1),
        new TokenBucket(limits.europePmcPerMinute, 60),
      ]),
    ],
  ]);
  return (source, url, headers) => gates.get(source)?.(url, headers, Date.now()) ?? { headers: {} };
}

/** One that says nothing of its limits: neither how wide they are nor how long to wait. */
function createPlainGate({ areEnforced }: Limits, path: RegExp, buckets: readonly TokenBucket[]): Gate {
  return (url, _headers, now) => {
    if (!areEnforced || !path.test(url.pathname)) return { headers: {} };
    const isWithin = buckets.map((bucket) => bucket.take(now)).every(Boolean);
    return isWithin ? { headers: {} } : { headers: {}, refusal: textAnswer(429, 'Rate exceeded.', 'text/plain') };
  };
}
