import type { Services } from '../platform/http/endpoint.ts';
import { parseUrl } from '../platform/parse-url.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import type { Outcome } from './enrichment.ts';
import { HostSlots } from './host-slots.ts';
import { type Planned, resultOf } from './plan-steps.ts';
import { MAX_FAILURES, type StepBuffer } from './step-buffer.ts';
import { isTransient, visitLink } from './visit-link.ts';

/** Links that are checked at the same time, each at another host. */
const CONCURRENCY = 6;
const RECHECK_AGAIN_SECONDS = 3600;
const AT_ONCE = { waitMs: 0, isCooldown: false };

/** Kept in memory, because only one process at a time checks links. */
const hosts = new HostSlots();

/** Checks PDF links and reads landing pages while there is time. Each host gets one request at a time, a second apart. The rest stays due. */
export async function checkLinks(
  services: Services,
  planned: readonly Planned[],
  buffer: StepBuffer,
  job: RunningJob,
): Promise<void> {
  const { exemptOrigins } = services.config.outbound;
  const queue = [...planned];
  const worker = async () => {
    for (let one = queue.shift(); one && job.hasTime(); one = queue.shift()) {
      const url = urlOf(one);
      const isUnlimited = exemptOrigins.includes(parseUrl(url)?.origin ?? '');
      const { waitMs, isCooldown } = isUnlimited ? AT_ONCE : hosts.reserve(url);
      if (waitMs > 0) {
        const isOwnRateLimit = !isCooldown;
        buffer.add(resultOf(one, { kind: 'deferred', afterSeconds: waitMs / 1000, hasFailed: false, isOwnRateLimit }));
        continue;
      }
      let rest = { isTooMany: false, seconds: null as number | null };
      try {
        const { outcome, retryAfterSeconds } = await checkLink(services, one, job.signal);
        rest = {
          isTooMany: outcome.kind === 'refused' && outcome.reason === 'too_many_requests',
          seconds: retryAfterSeconds,
        };
        if (outcome.kind === 'aborted') return;
        buffer.add(resultOf(one, retryFoundLink(one, outcome)));
      } finally {
        if (!isUnlimited) hosts.release(url, rest.isTooMany, rest.seconds);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Retries a link that was found earlier if it fails for a temporary reason. */
function retryFoundLink({ enrichment }: Planned, outcome: Outcome): Outcome {
  const isSpared = outcome.kind === 'refused' && enrichment.progress.isRecheck && isTransient(outcome.reason);
  if (!isSpared || enrichment.failureCount + 1 >= MAX_FAILURES) return outcome;
  return { kind: 'deferred', afterSeconds: RECHECK_AGAIN_SECONDS, hasFailed: true };
}

function urlOf({ step }: Planned): string {
  return step.kind === 'link' ? step.candidate.url : step.kind === 'landing' ? step.url : '';
}

async function checkLink(
  { config }: Services,
  planned: Planned,
  signal: AbortSignal,
): Promise<{ outcome: Outcome | { kind: 'aborted' }; retryAfterSeconds: number | null }> {
  const isLanding = planned.step.kind === 'landing';
  const visitor = { userAgent: userAgentOf(config), outbound: config.outbound, signal };
  const found = await visitLink(urlOf(planned), visitor, isLanding ? 'page' : 'pdf');
  if (found.kind === 'refused') {
    const { reason, detail, retryAfterSeconds } = found;
    return {
      outcome: signal.aborted ? { kind: 'aborted' } : { kind: 'refused', reason, detail },
      retryAfterSeconds,
    };
  }
  if (found.kind === 'pdf') return { outcome: { kind: 'pdf' }, retryAfterSeconds: null };
  const { host } = new URL(found.finalUrl);
  const links = found.pdfUrls.map((url) => ({ url, version: null, license: null, host: null }));
  const outcome: Outcome =
    isLanding && links.length === 0
      ? { kind: 'refused', reason: 'no_pdf_named', detail: `The page at ${host} does not link to a PDF.` }
      : { kind: 'page', links, detail: `${host} returned a page instead of a PDF.` };
  return { outcome, retryAfterSeconds: null };
}
