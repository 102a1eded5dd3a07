import { recordPdfs } from '../events/event-store.ts';
import type { Config, PdfRetryPolicy } from '../platform/config.ts';
import type { PdfStatus } from '../platform/database/column-values.ts';
import type { Tx } from '../platform/database/database.ts';
import { refreshDisplays, type ShownIdentifier } from '../publications/display.ts';
import { lowerIdentifiers, restoreIdentifiers, saveIdentifiers } from '../publications/identifier-store.ts';
import { announceRevised, type PostedVersion } from '../publications/version-store.ts';
import { isRecognizable } from './choose-record.ts';
import { MAX_WAIT_SECONDS, type StepResult } from './enrichment.ts';
import { evaluateStep, type Findings } from './evaluate-step.ts';
import { deleteOpenPdfs } from './pdf-store.ts';
import { nextStep } from './plan-steps.ts';
import { type Candidate, type EnrichedPublication, failureOf, isWatched, type Progress } from './progress.ts';
import { type FoundMetadata, lockEnriched, saveMetadata } from './publication-store.ts';
import { type LockedStep, lockSteps, type StepChange, saveStepChanges } from './store.ts';

const RECHECK_SECONDS = 30 * 86_400;
const AFTER_CHECK_SECONDS = 6 * 3600;
/** Most preprints that are ever published are so within two years. https://doi.org/10.7554/eLife.45133 */
const RECENT_YEARS = 2;

/**
 * The results for a run's event stream. `over` lists the publications that runs no longer wait for, because they ended
 * or must wait.
 */
export interface EnrichmentResults {
  readonly identifiers: readonly ShownIdentifier[];
  readonly pdfs: readonly { publicationId: number; status: PdfStatus; url: string | null }[];
  readonly over: readonly number[];
}

export type ReportResults = (tx: Tx, results: EnrichmentResults) => Promise<void>;

/**
 * Saves the outcomes of steps in the caller's transaction: identifiers, metadata, the PDF or the reason for a failure,
 * and the next step. Drops results with an old step number. Takes locks in the order publications, enrichment, runs
 * (`report`).
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
  const settled = results.flatMap((result) => {
    const row = held.get(result.enrichment.publicationId);
    return row ? settle(result, { row, publication: publications.get(result.enrichment.publicationId), pdfRetry }) : [];
  });

  const findings = settled.flatMap(({ findings }) => findings ?? []);
  const metadata = findings.flatMap((findings) => findings.metadata ?? []);
  await announceRevised(tx, metadata.flatMap(versionOf));
  await saveMetadata(tx, metadata);
  const identifiers = await saveFoundIdentifiers(tx, findings, metadata);
  await saveStepChanges(tx, new Map(settled.map(({ id, change }) => [id, change])));
  await deleteOpenPdfs(
    tx,
    settled.flatMap(({ id, isGone }) => (isGone ? id : [])),
  );
  await recordPdfs(
    tx,
    settled.flatMap(({ id, isFound }) => (isFound ? id : [])),
  );
  await report(tx, {
    identifiers,
    pdfs: settled.flatMap(({ id, change: { status, pdf_url } }) =>
      status === 'resolved' || status === 'failed' ? { publicationId: id, status, url: pdf_url ?? null } : [],
    ),
    over: settled.flatMap(({ id, change, isWaiting }) => (change.source === null || isWaiting ? id : [])),
  });
}

interface Settled {
  readonly id: number;
  readonly change: StepChange;
  readonly findings?: Findings;
  /** the publication was deleted or merged */
  readonly isGone?: boolean;
  /** a run no longer waits for the step */
  readonly isWaiting?: boolean;
  /** the PDF was not known before */
  readonly isFound?: boolean;
}

/** What is known before a step is settled. */
interface Before {
  readonly row: LockedStep;
  readonly publication: EnrichedPublication | undefined;
  readonly pdfRetry: PdfRetryPolicy;
}

/** The columns of a search that has no step left. */
const OVER = { source: null, progress: {}, failure_count: 0 };
const NO_PDF = { pdf_url: null, version: null, license: null, resolved_at: null };

function settle(result: StepResult, { row, publication, pdfRetry }: Before): Settled {
  const { enrichment, step, outcome, isAvailable } = result;
  const id = enrichment.publicationId;
  if (!publication) return { id, change: OVER, isGone: true };
  if (outcome.kind === 'deferred') return { id, ...defer(result, outcome, row) };
  const findings =
    step === null || outcome.kind === 'replanned'
      ? undefined
      : evaluateStep(publication, enrichment.progress, step, outcome);
  const { pdf, progress, ...now } = findings ?? { publication, progress: enrichment.progress, pdf: null };
  const found = { id, ...(findings ? { findings } : {}) };
  if (pdf)
    return {
      ...found,
      change: endWithPdf(pdf, now.publication, progress, row, pdfRetry),
      isFound: !enrichment.progress.isRecheck,
    };
  const next = nextStep(now.publication, progress, isAvailable);
  if (next.kind === 'done' && progress.isForVersions)
    return { ...found, change: endVersions(now.publication, row, pdfRetry) };
  if (next.kind === 'done') return { ...found, change: endWithoutPdf(now.publication, progress, row, pdfRetry) };
  const change = { source: next.source, progress, failure_count: 0 };
  // the search continues without a valid PDF
  const isLost = row.status === 'resolved' && enrichment.progress.isRecheck;
  const isRunning = findings !== undefined && !progress.isRecheck && (row.status === 'queued' || isLost);
  if (!isRunning) return { ...found, change };
  return {
    ...found,
    change: { ...change, ...NO_PDF, status: 'running', next_attempt_at: null, updated_at: row.now },
  };
}

function defer(
  { enrichment }: StepResult,
  { afterSeconds, hasFailed, isOwnRateLimit = false }: Extract<StepResult['outcome'], { kind: 'deferred' }>,
  { now, status }: LockedStep,
): Pick<Settled, 'change' | 'isWaiting'> {
  const dueAt = later(now, afterSeconds);
  const change = {
    source: enrichment.source,
    progress: enrichment.progress,
    failure_count: enrichment.failureCount + (hasFailed ? 1 : 0),
    due_at: dueAt,
  };
  if (isOwnRateLimit || afterSeconds <= MAX_WAIT_SECONDS) return { change };
  // a check of a PDF, or of versions, that waits does not change what is shown
  const shown =
    status === 'resolved' || enrichment.progress.isForVersions
      ? {}
      : { status: 'queued' as const, next_attempt_at: dueAt };
  return { change: { ...change, ...shown, updated_at: now }, isWaiting: true };
}

/** A check of versions leaves what is known about the PDF as it is. */
function endVersions(publication: EnrichedPublication, { now }: LockedStep, policy: PdfRetryPolicy): StepChange {
  return { ...OVER, next_attempt_at: later(now, spread(recheckSeconds(publication, policy, now))), updated_at: now };
}

function endWithPdf(
  pdf: Candidate,
  publication: EnrichedPublication,
  { refusals }: Progress,
  { now, attemptCount }: LockedStep,
  policy: PdfRetryPolicy,
): StepChange {
  const { url, version, license, source } = pdf;
  return {
    ...OVER,
    status: 'resolved',
    pdf_url: url,
    version,
    license,
    last_source: source,
    candidates: [{ ...pdf, reason: null, detail: null }, ...refusals],
    attempt_count: attemptCount + 1,
    auto_retry_count: 0,
    failure_reason: null,
    failure_detail: null,
    last_attempt_at: now,
    next_attempt_at: later(now, spread(isWatched(publication) ? soonSeconds(policy) : RECHECK_SECONDS)),
    resolved_at: now,
    updated_at: now,
  };
}

function endWithoutPdf(
  publication: EnrichedPublication,
  progress: Progress,
  { now, attemptCount, autoRetryCount }: LockedStep,
  policy: PdfRetryPolicy,
): StepChange {
  const { firstSeconds, intervalSeconds, maxAttempts } = policy;
  const { identifiers } = publication;
  const { reason, detail, lastSource } = failureOf(
    { identifiers, isRecognizable: isRecognizable(publication) },
    progress,
  );
  const retrySeconds = autoRetryCount === 0 ? firstSeconds : intervalSeconds;
  const hasRetry = autoRetryCount < maxAttempts;
  const seconds = hasRetry ? retrySeconds : recheckSeconds(publication, policy, now);
  return {
    ...OVER,
    ...NO_PDF,
    status: 'failed',
    failure_reason: reason,
    failure_detail: detail,
    last_source: lastSource,
    candidates: progress.refusals,
    attempt_count: attemptCount + 1,
    last_attempt_at: now,
    updated_at: now,
    next_attempt_at: hasRetry || isWatched(publication) ? later(now, spread(seconds)) : null,
  };
}

/** Saves identifiers, and shows again what they and the saved metadata concern. */
async function saveFoundIdentifiers(
  tx: Tx,
  findings: readonly Findings[],
  metadata: readonly FoundMetadata[],
): Promise<ShownIdentifier[]> {
  const lowered = findings.flatMap((findings) => findings.lowered);
  await lowerIdentifiers(tx, lowered);
  const restored = findings.flatMap((findings) => findings.restored);
  await restoreIdentifiers(tx, restored);
  const found = findings.flatMap((findings) => findings.identifiers);
  const fresh = await saveIdentifiers(tx, found);
  const others = [...lowered, ...restored, ...metadata].map(({ publicationId }) => publicationId);
  return refreshDisplays(tx, [...new Set([...fresh, ...others])]);
}

function versionOf({ publicationId, metadata }: FoundMetadata): PostedVersion[] {
  const { recordId, versionNumber } = metadata ?? {};
  return recordId && versionNumber !== undefined ? [{ publicationId, recordId, versionNumber }] : [];
}

/** The check of a PDF takes the place of a look-up of the preprint, which then follows soon. */
function soonSeconds({ preprintSeconds }: PdfRetryPolicy): number {
  return Math.min(preprintSeconds, AFTER_CHECK_SECONDS);
}

/** When a publication is looked up again after its search has ended. */
function recheckSeconds(publication: EnrichedPublication, { preprintSeconds }: PdfRetryPolicy, now: Date): number {
  const { year } = publication;
  const isRecent = year !== null && year >= now.getUTCFullYear() - RECENT_YEARS;
  return isWatched(publication) && isRecent ? preprintSeconds : RECHECK_SECONDS;
}

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}

/** Jitter, so that searches that ended together are not repeated together. */
function spread(seconds: number): number {
  return seconds * (1 + 0.1 * Math.random());
}
