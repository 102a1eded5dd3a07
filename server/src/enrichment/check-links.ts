import type { Services } from '../platform/http/endpoint.ts';
import { parseUrl } from '../platform/parse-url.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import type { Outcome } from './enrichment.ts';
import { HostPace } from './host-pace.ts';
import { type Planned, resultOf } from './plan-steps.ts';
import { MOST_FAILURES, type StepBuffer } from './step-buffer.ts';
import { isPassing, visitLink } from './visit-link.ts';

/** Links that are checked at the same time, each on another host. */
const CONCURRENCY = 6;
const RECHECK_AGAIN_SECONDS = 3600;
const AT_ONCE = { waitMs: 0, isRest: false };

/** One process at a time checks links. It knows only of its own requests. */
const hosts = new HostPace();

/** Checks PDF links and reads landing pages while there is time, with one request at a time for each host, a second apart. The rest stays due. */
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
      const isStandIn = exemptOrigins.includes(parseUrl(url)?.origin ?? '');
      const { waitMs, isRest } = isStandIn ? AT_ONCE : hosts.take(url);
      if (waitMs > 0) {
        const isOwnPace = !isRest;
        buffer.add(resultOf(one, { kind: 'deferred', afterSeconds: waitMs / 1000, hasFailed: false, isOwnPace }));
        continue;
      }
      let rest = { isTired: false, seconds: null as number | null };
      try {
        const { outcome, restSeconds } = await look(services, one, job.signal);
        rest = { isTired: outcome.kind === 'refused' && outcome.reason === 'too_many_requests', seconds: restSeconds };
        if (outcome.kind === 'aborted') return;
        buffer.add(resultOf(one, spareFoundLink(one, outcome)));
      } finally {
        if (!isStandIn) hosts.release(url, rest.isTired, rest.seconds);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Gives a link that was found earlier some more tries if it fails for a reason that may pass. */
function spareFoundLink({ enrichment }: Planned, outcome: Outcome): Outcome {
  const isSpared = outcome.kind === 'refused' && enrichment.progress.isRecheck && isPassing(outcome.reason);
  if (!isSpared || enrichment.failureCount + 1 >= MOST_FAILURES) return outcome;
  return { kind: 'deferred', afterSeconds: RECHECK_AGAIN_SECONDS, hasFailed: true };
}

function urlOf({ step }: Planned): string {
  return step.kind === 'link' ? step.candidate.url : step.kind === 'landing' ? step.url : '';
}

async function look(
  { config }: Services,
  planned: Planned,
  signal: AbortSignal,
): Promise<{ outcome: Outcome | { kind: 'aborted' }; restSeconds: number | null }> {
  const isLanding = planned.step.kind === 'landing';
  const visitor = { userAgent: userAgentOf(config), outbound: config.outbound, signal };
  const found = await visitLink(urlOf(planned), visitor, isLanding ? 'page' : 'pdf');
  if (found.kind === 'refused') {
    const { reason, detail, retryAfterSeconds } = found;
    return {
      outcome: signal.aborted ? { kind: 'aborted' } : { kind: 'refused', reason, detail },
      restSeconds: retryAfterSeconds,
    };
  }
  if (found.kind === 'pdf') return { outcome: { kind: 'pdf' }, restSeconds: null };
  const { host } = new URL(found.finalUrl);
  const links = found.pdfUrls.map((url) => ({ url, version: null, license: null, host: null }));
  const outcome: Outcome =
    isLanding && links.length === 0
      ? { kind: 'refused', reason: 'no_pdf_named', detail: `The page of ${host} names no PDF.` }
      : { kind: 'page', links, detail: `${host} answers with a page, not with a PDF.` };
  return { outcome, restSeconds: null };
}
