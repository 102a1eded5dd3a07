import { recordPdfs } from '../events/event-store.ts';
import type { Config, PdfRetryPolicy } from '../platform/config.ts';
import type { PdfStatus } from '../platform/database/column-values.ts';
import type { Tx } from '../platform/database/database.ts';
import { refreshDisplays, type ShownIdentifier } from '../publications/display.ts';
import {
  contradictIdentifiers,
  insertIdentifiers,
  listNewIdentifiers,
  restoreIdentifiers,
} from '../publications/identifier-store.ts';
import { MAX_WAIT_SECONDS, type NextStep, type StepResult } from './enrichment.ts';
import { evaluateStep, type Findings } from './evaluate-step.ts';
import { saveMetadata } from './metadata-store.ts';
import { nextStep } from './next-step.ts';
import * as pdfs from './pdf-store.ts';
import { type EnrichedPublication, failureOf, type Progress } from './progress.ts';
import { lockEnriched } from './publication-store.ts';
import { isRecognizable } from './same-publication.ts';
import { closeEnrichment, lockSteps, saveNextSteps } from './store.ts';

const RECHECK_SECONDS = 30 * 86_400;

/** The results for a run's event stream. `over` lists the publications that runs no longer wait for, because they ended or must wait. */
export interface EnrichmentResults {
  readonly identifiers: readonly ShownIdentifier[];
  readonly pdfs: readonly { publicationId: number; status: PdfStatus; url: string | null }[];
  readonly over: readonly number[];
}

export type ReportResults = (tx: Tx, results: EnrichmentResults) => Promise<void>;

/**
 * Saves the outcomes of steps in the caller's transaction: identifiers, metadata, the PDF or the reason for a failure, and the next step. Drops
 * results with an old step number. Takes locks in the order publications, enrichment, runs (`report`).
 */
export async function settleSteps(
  tx: Tx,
  { pdfRetry }: Pick<Config, 'pdfRetry'>,
  results: readonly StepResult[],
  report: ReportResults,
): Promise<void> {
  const ids = results.map(({ enrichment }) => enrichment.publicationId).sort((a, b) => a - b);
  const publications = await lockEnriched(tx, ids);
  const held = await lockSteps(
    tx,
    results.map(({ enrichment }) => enrichment),
  );
  const settled = results
    .filter(({ enrichment }) => held.has(enrichment.publicationId))
    .map((result) => settle(result, publications.get(result.enrichment.publicationId)));

  const findings = settled.flatMap(({ findings }) => findings ?? []);
  const identifiers = await saveIdentifiers(tx, findings);
  await saveMetadata(
    tx,
    findings.flatMap(({ metadata }) => metadata ?? []),
  );
  const ends = settled.flatMap((one) => (one.end ? { ...one.end, id: one.id } : []));
  const found = ends.flatMap(({ id, pdf, progress }) =>
    pdf
      ? { publicationId: id, candidate: pdf, refusals: progress.refusals, recheckSeconds: spread(RECHECK_SECONDS) }
      : [],
  );
  const failed = ends.flatMap(({ id, pdf, progress, publication }) =>
    pdf
      ? []
      : {
          publicationId: id,
          ...failureOf({ identifiers: publication.identifiers, isRecognizable: isRecognizable(publication) }, progress),
          refusals: progress.refusals,
          retrySeconds: retriesOf(pdfRetry),
        },
  );
  const next = settled.flatMap((one) => one.next ?? []);
  const waiting = settled.flatMap(({ next: step, isOwnRateLimit }) =>
    step && !isOwnRateLimit && step.afterSeconds > MAX_WAIT_SECONDS ? step : [],
  );
  await saveNextSteps(tx, next);
  await pdfs.saveFoundPdfs(tx, found);
  await recordPdfs(
    tx,
    ends.flatMap(({ id, pdf, progress }) => (pdf && !progress.isRecheck ? id : [])),
  );
  await pdfs.saveFailedPdfs(tx, failed);
  await pdfs.saveWaitingPdfs(tx, waiting);
  await pdfs.saveRunningPdfs(
    tx,
    settled.flatMap((one) => (one.isRunning ? one.id : [])),
    settled.flatMap((one) => (one.isRunning && one.wasRecheck ? one.id : [])),
  );
  await pdfs.deleteOpenPdfs(
    tx,
    settled.flatMap((one) => (one.next || one.end ? [] : one.id)),
  );

  const gone = settled.flatMap((one) => (one.next ? [] : one.id));
  await report(tx, {
    identifiers,
    pdfs: [
      ...found.map((one) => ({
        publicationId: one.publicationId,
        status: 'resolved' as const,
        url: one.candidate.url,
      })),
      ...failed.map((one) => ({ publicationId: one.publicationId, status: 'failed' as const, url: null })),
    ],
    over: [...gone, ...waiting.map(({ publicationId }) => publicationId)],
  });
  await closeEnrichment(tx, gone);
}

interface Settled {
  readonly id: number;
  readonly findings?: Findings;
  /** null if the search is over */
  readonly next: NextStep | null;
  readonly end?: { pdf: Findings['pdf']; progress: Progress; publication: EnrichedPublication };
  /** the search continues without a valid PDF */
  readonly isRunning: boolean;
  readonly isOwnRateLimit?: boolean;
  /** the step checked a PDF that was found earlier */
  readonly wasRecheck?: boolean;
}

function settle(
  { enrichment, step, outcome, isAvailable }: StepResult,
  publication: EnrichedPublication | undefined,
): Settled {
  const id = enrichment.publicationId;
  // the publication was deleted or merged
  if (!publication) return { id, next: null, isRunning: false };
  if (outcome.kind === 'deferred') {
    const { afterSeconds, hasFailed } = outcome;
    const failureCount = enrichment.failureCount + (hasFailed ? 1 : 0);
    const next = {
      publicationId: id,
      source: enrichment.source,
      progress: enrichment.progress,
      failureCount,
      afterSeconds,
    };
    return { id, next, isRunning: false, isOwnRateLimit: outcome.isOwnRateLimit ?? false };
  }
  const findings =
    step === null || outcome.kind === 'replanned'
      ? undefined
      : evaluateStep(publication, enrichment.progress, step, outcome);
  const now = findings ?? { publication, progress: enrichment.progress, pdf: null };
  const following = now.pdf ? ({ kind: 'done' } as const) : nextStep(now.publication, now.progress, isAvailable);
  if (following.kind === 'done')
    return { id, ...(findings ? { findings } : {}), next: null, end: now, isRunning: false };
  const next = {
    publicationId: id,
    source: following.source,
    progress: now.progress,
    failureCount: 0,
    afterSeconds: 0,
  };
  const isRunning = findings !== undefined && !now.progress.isRecheck;
  return { id, ...(findings ? { findings } : {}), next, isRunning, wasRecheck: enrichment.progress.isRecheck };
}

async function saveIdentifiers(tx: Tx, findings: readonly Findings[]): Promise<ShownIdentifier[]> {
  const contradicted = findings.flatMap((findings) => findings.contradicted);
  await contradictIdentifiers(tx, contradicted);
  const restored = findings.flatMap((findings) => findings.restored);
  await restoreIdentifiers(tx, restored);
  const found = findings.flatMap((findings) => findings.identifiers);
  const fresh = await listNewIdentifiers(tx, found);
  await insertIdentifiers(tx, fresh);
  const changed = [...fresh, ...contradicted, ...restored].map(({ publicationId }) => publicationId);
  return refreshDisplays(tx, [...new Set(changed)]);
}

/** The waits before automatic retries, with jitter, so that searches that failed together are not retried together. */
function retriesOf({ firstSeconds, intervalSeconds, maxAttempts }: PdfRetryPolicy): number[] {
  return Array.from({ length: maxAttempts }, (_, count) => spread(count === 0 ? firstSeconds : intervalSeconds));
}

function spread(seconds: number): number {
  return seconds * (1 + 0.1 * Math.random());
}
