import { parseUrl } from '../platform/parse-url.ts';
import type { Services } from '../platform/services.ts';
import type { RunningJob } from '../platform/work-loop.ts';
import { userAgentOf } from '../sources/write-request.ts';
import type { Outcome } from './enrichment.ts';
import { HostSlots } from './host-slots.ts';
import { type Planned, resultOf } from './plan-steps.ts';
import type { Requests, Sent } from './requests.ts';
import { MAX_FAILURES } from './save-steps.ts';
import { isTransient, type VisitedLink, visitLink } from './visit-link.ts';

/** Links that are checked at the same time, each at another host. */
const CONCURRENCY = 6;
const RECHECK_AGAIN_SECONDS = 3600;
const AT_ONCE = { waitMs: 0, isCooldown: false };

/** Kept in memory, because only one process at a time checks links. */
const hosts = new HostSlots();

/** Requests to check PDF links and to read landing pages. Each host gets one at a time, a second apart. */
export function linkRequests(
  services: Services,
  planned: readonly Planned[],
  { signal }: Pick<RunningJob, 'signal'>,
): Requests<Planned> {
  return { known: [], queue: [...planned], atOnce: CONCURRENCY, send: (one) => checkLink(services, one, signal) };
}

async function checkLink({ config }: Services, one: Planned, signal: AbortSignal): Promise<Sent<Planned>> {
  const { outbound } = config;
  const isLanding = one.step.kind === 'landing';
  const url = one.step.kind === 'link' ? one.step.candidate.url : one.step.kind === 'landing' ? one.step.url : '';
  const isUnlimited = outbound.exemptOrigins.includes(parseUrl(url)?.origin ?? '');
  const { waitMs, isCooldown } = isUnlimited ? AT_ONCE : hosts.reserve(url);
  if (waitMs > 0) {
    const afterSeconds = waitMs / 1000;
    return {
      results: [resultOf(one, { kind: 'deferred', afterSeconds, hasFailed: false, isOwnRateLimit: !isCooldown })],
    };
  }
  let found: VisitedLink | null = null;
  try {
    found = await visitLink(url, { userAgent: userAgentOf(config), outbound, signal }, isLanding ? 'page' : 'pdf');
  } finally {
    const refused = found?.kind === 'refused' && !signal.aborted ? found : null;
    if (!isUnlimited) hosts.release(url, refused?.reason === 'too_many_requests', refused?.retryAfterSeconds ?? null);
  }
  if (found.kind === 'refused' && signal.aborted) return { results: [] };
  return { results: [resultOf(one, retryFoundLink(one, outcomeOf(found, isLanding)))] };
}

function outcomeOf(found: VisitedLink, isLanding: boolean): Outcome {
  if (found.kind !== 'page') return found;
  const { host } = new URL(found.finalUrl);
  const links = found.pdfUrls.map((url) => ({ url, version: null, license: null, host: null }));
  return isLanding && links.length === 0
    ? { kind: 'refused', reason: 'no_pdf_named', detail: `The page at ${host} does not link to a PDF.` }
    : { kind: 'page', links, detail: `${host} returned a page instead of a PDF.` };
}

/** Retries a link that was found earlier if it fails for a temporary reason. */
function retryFoundLink({ enrichment }: Planned, outcome: Outcome): Outcome {
  const isSpared = outcome.kind === 'refused' && enrichment.progress.isRecheck && isTransient(outcome.reason);
  if (!isSpared || enrichment.failureCount + 1 >= MAX_FAILURES) return outcome;
  return { kind: 'deferred', afterSeconds: RECHECK_AGAIN_SECONDS, hasFailed: true };
}
