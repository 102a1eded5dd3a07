import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { parseUrl } from '../platform/parse-url.ts';
import type { Services } from '../platform/services.ts';
import type { RunningJob } from '../platform/work-loop.ts';
import { findIdentifiers } from '../publications/find-identifiers.ts';
import type { RecordIdentifier } from '../sources/record.ts';
import { userAgentOf } from '../sources/write-request.ts';
import type { Outcome } from './enrichment.ts';
import { type HostSlot, HostSlots } from './host-slots.ts';
import { parsePageIdentifiers } from './parse-page-identifiers.ts';
import { type Planned, resultOf } from './plan-steps.ts';
import type { Requests, Sent } from './requests.ts';
import { MAX_FAILURES } from './save-steps.ts';
import { isTransient, type VisitedLink, visitLink } from './visit-link.ts';

/** Links that are checked at the same time, each at another host. */
const CONCURRENCY = 6;
const RECHECK_AGAIN_SECONDS = 3600;
const AT_ONCE = { waitMs: 0, isCooldown: false };

/** Kept in memory, because only one process at a time checks links; users who add an address send few requests. */
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
  const isLanding = one.step.kind === 'landing';
  const url = one.step.kind === 'link' ? one.step.candidate.url : one.step.kind === 'landing' ? one.step.url : '';
  const found = await visitInTurn(config, url, isLanding ? 'page' : 'pdf', signal);
  if ('waitMs' in found) {
    const afterSeconds = found.waitMs / 1000;
    const outcome = { kind: 'deferred', afterSeconds, hasFailed: false, isOwnRateLimit: !found.isCooldown } as const;
    return { results: [resultOf(one, outcome)] };
  }
  if (found.kind === 'refused' && signal.aborted) return { results: [] };
  return { results: [resultOf(one, retryFoundLink(one, outcomeOf(found, isLanding)))] };
}

/** Visits a link if it is the turn of its host; else returns how long to wait. */
async function visitInTurn(
  config: Config,
  url: string,
  expected: 'page' | 'pdf',
  signal: AbortSignal,
): Promise<VisitedLink | HostSlot> {
  const { outbound } = config;
  const isUnlimited = outbound.exemptOrigins.includes(parseUrl(url)?.origin ?? '');
  const slot = isUnlimited ? AT_ONCE : hosts.reserve(url);
  if (slot.waitMs > 0) return slot;
  let found: VisitedLink | null = null;
  try {
    found = await visitLink(url, { userAgent: userAgentOf(config), outbound, signal }, expected);
  } finally {
    const refused = found?.kind === 'refused' && !signal.aborted ? found : null;
    if (!isUnlimited) hosts.release(url, refused?.reason === 'too_many_requests', refused?.retryAfterSeconds ?? null);
  }
  return found;
}

/**
 * The identifiers that a page names for search engines, and those in its address after redirects; or a sentence that
 * says why it cannot be read, and whether another attempt may help. Waits for the turn of its host.
 */
export async function readPage(
  config: Config,
  url: string,
  signal: AbortSignal,
): Promise<
  | { readonly kind: 'page'; readonly identifiers: readonly RecordIdentifier[] }
  | { readonly kind: 'refused'; readonly detail: string; readonly isTransient: boolean }
> {
  for (;;) {
    const found = await visitInTurn(config, url, 'page', signal);
    if ('waitMs' in found) {
      const { host } = new URL(url);
      if (found.isCooldown || signal.aborted)
        return { kind: 'refused', detail: `${host} cannot be read now.`, isTransient: true };
      await pause(found.waitMs, signal);
    } else if (found.kind === 'refused')
      return { kind: 'refused', detail: found.detail, isTransient: isTransient(found.reason) };
    else {
      const named = found.kind === 'page' ? parsePageIdentifiers(found.html) : [];
      const identifiers = named.length > 0 ? named : findIdentifiers(found.finalUrl);
      return { kind: 'page', identifiers };
    }
  }
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
