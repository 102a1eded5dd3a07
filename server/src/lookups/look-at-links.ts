import { checkPdf } from '../links/check-pdf.ts';
import { findLandingPdf } from '../links/find-landing-pdf.ts';
import { isPassing } from '../links/refused-link.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import { HostPace } from './host-pace.ts';
import { type Planned, resultOf } from './plan-steps.ts';
import { MOST_FAILURES, type StepBuffer } from './step-buffer.ts';
import type { Outcome } from './step-outcome.ts';

/** Links that are looked at at once, each on another host. */
const CONCURRENCY = 6;
const RECHECK_AGAIN_SECONDS = 3600;
const AT_ONCE = { waitMs: 0, isRest: false };

/** One job at a time looks at links, on whichever machine: this knows of those that ran here. */
const hosts = new HostPace();

/** Looks whether links are PDFs, and into pages for links, until `endsAt`: one request at a time a host, a second apart. What is left is due still. */
export async function lookAtLinks(
  services: Services,
  planned: readonly Planned[],
  buffer: StepBuffer,
  job: RunningJob,
  endsAt: number,
): Promise<void> {
  const { exemptOrigins } = services.config.outbound;
  const queue = [...planned];
  const hasTime = () => !job.stopping.aborted && performance.now() < endsAt;
  const worker = async () => {
    for (let one = queue.shift(); one && hasTime(); one = queue.shift()) {
      const url = urlOf(one);
      const isStandIn = URL.canParse(url) && exemptOrigins.includes(new URL(url).origin);
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

/** A link that was found and does not answer for once is not given up at once. */
function spareFoundLink({ lookup }: Planned, outcome: Outcome): Outcome {
  const isSpared = outcome.kind === 'refused' && lookup.progress.isRecheck && isPassing(outcome.reason);
  if (!isSpared || lookup.failureCount + 1 >= MOST_FAILURES) return outcome;
  return { kind: 'deferred', afterSeconds: RECHECK_AGAIN_SECONDS, hasFailed: true };
}

function urlOf({ step }: Planned): string {
  return step.kind === 'link' ? step.candidate.url : step.kind === 'landing' ? step.url : '';
}

async function look(
  { config }: Services,
  { step }: Planned,
  signal: AbortSignal,
): Promise<{ outcome: Outcome | { kind: 'aborted' }; restSeconds: number | null }> {
  const how = { userAgent: userAgentOf(config), outbound: config.outbound, signal };
  const found =
    step.kind === 'link'
      ? await checkPdf(step.candidate.url, how)
      : step.kind === 'landing'
        ? await findLandingPdf(step.url, how)
        : null;
  if (found === null) return { outcome: { kind: 'skipped' }, restSeconds: null };
  if (found.kind === 'refused') {
    const { reason, detail, retryAfterSeconds } = found;
    return {
      outcome: signal.aborted ? { kind: 'aborted' } : { kind: 'refused', reason, detail },
      restSeconds: retryAfterSeconds,
    };
  }
  if (found.kind === 'pdf') return { outcome: { kind: 'pdf' }, restSeconds: null };
  const links = found.pdfUrls.map((link) => ({ url: link, version: null, license: null, host: null }));
  return { outcome: { kind: 'links', links }, restSeconds: null };
}
