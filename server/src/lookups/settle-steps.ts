import type { Config, PdfRetryPolicy } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import type { PdfStatus } from '../platform/database/tables.ts';
import {
  contradictIdentifiers,
  insertIdentifiers,
  listNewIdentifiers,
  type ShownIdentifier,
  showBestIdentifiers,
} from '../publications/identifier-store.ts';
import { findWinners } from '../publications/root-store.ts';
import { isRecognisable } from '../publications/same-work.ts';
import { failureOf } from './advance.ts';
import { type Lesson, learn } from './learn.ts';
import { type NextStep, PATIENCE_SECONDS } from './lookup.ts';
import { nextStep } from './next-step.ts';
import * as pdfs from './pdf-store.ts';
import type { Progress, SearchedWork } from './progress.ts';
import type { StepResult } from './step-outcome.ts';
import { deleteLookups, lockLookups, saveNextSteps } from './store.ts';
import { wakeLookups } from './wake-lookups.ts';
import { findSearchedWorks } from './work-store.ts';

const RECHECK_SECONDS = 30 * 86_400;

/** What followers of a run may want to hear, and the works that nobody has to wait for any more: their search is over or has to wait. */
export interface News {
  readonly identifiers: readonly ShownIdentifier[];
  readonly pdfs: readonly { publicationId: number; status: PdfStatus; url: string | null }[];
  readonly over: readonly number[];
}

export type TellNews = (tx: Tx, news: News) => Promise<void>;

/**
 * Writes down what came of steps, in the caller's transaction: identifiers, the PDF that was found or why none was, and what is next. A lookup that
 * somebody else took on meanwhile stays as it is. Locks are taken in the order works, lookups, PDFs, runs (`tell`), wake-ups.
 */
export async function settleSteps(
  tx: Tx,
  { pdfRetry }: Pick<Config, 'pdfRetry'>,
  results: readonly StepResult[],
  tell: TellNews,
): Promise<void> {
  const ids = results.map(({ lookup }) => lookup.publicationId).sort((a, b) => a - b);
  const works = await findSearchedWorks(tx, ids, { lock: true });
  const held = await lockLookups(
    tx,
    results.map(({ lookup }) => lookup),
  );
  const settled = results
    .filter(({ lookup }) => held.has(lookup.publicationId))
    .map((result) => settle(result, works.get(result.lookup.publicationId)));

  const lessons = settled.flatMap(({ lesson }) => lesson ?? []);
  const identifiers = await saveIdentifiers(tx, lessons);
  const ends = settled.flatMap((one) => (one.end ? { ...one.end, id: one.id } : []));
  const found = ends.flatMap(({ id, pdf, progress }) =>
    pdf
      ? { publicationId: id, candidate: pdf, refusals: progress.refusals, recheckSeconds: spread(RECHECK_SECONDS) }
      : [],
  );
  const failed = ends.flatMap(({ id, pdf, progress, work }) =>
    pdf
      ? []
      : {
          publicationId: id,
          ...failureOf({ identifiers: work.identifiers, isRecognisable: isRecognisable(work) }, progress),
          refusals: progress.refusals,
          retrySeconds: retriesOf(pdfRetry),
        },
  );
  const next = settled.flatMap((one) => one.next ?? []);
  const waiting = settled.flatMap(({ next: step, isOwnPace }) =>
    step && !isOwnPace && step.afterSeconds > PATIENCE_SECONDS ? step : [],
  );
  await saveNextSteps(tx, next);
  await pdfs.saveFoundPdfs(tx, found);
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
  await tell(tx, {
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
  await deleteLookups(tx, gone);
  await wakeLookups(
    tx,
    next.filter(({ afterSeconds }) => afterSeconds === 0).map(({ source }) => source),
  );
}

interface Settled {
  readonly id: number;
  readonly lesson?: Lesson;
  /** null: the search is over */
  readonly next: NextStep<Progress> | null;
  readonly end?: { pdf: Lesson['pdf']; progress: Progress; work: SearchedWork };
  /** nothing is found, or what was found holds no longer, and the search is under way */
  readonly isRunning: boolean;
  readonly isOwnPace?: boolean;
  /** it was to show whether a link that was found holds */
  readonly wasRecheck?: boolean;
}

function settle({ lookup, step, outcome, isAsked }: StepResult, work: SearchedWork | undefined): Settled {
  const id = lookup.publicationId;
  // merged into another: that one is searched for
  if (!work) return { id, next: null, isRunning: false };
  if (outcome.kind === 'deferred') {
    const { afterSeconds, hasFailed } = outcome;
    const failureCount = lookup.failureCount + (hasFailed ? 1 : 0);
    const next = { publicationId: id, source: lookup.source, progress: lookup.progress, failureCount, afterSeconds };
    return { id, next, isRunning: false, isOwnPace: outcome.isOwnPace ?? false };
  }
  const lesson =
    step === null || outcome.kind === 'replanned' ? undefined : learn(work, lookup.progress, step, outcome);
  const now = lesson ?? { work, progress: lookup.progress, pdf: null };
  const following = now.pdf ? ({ kind: 'done' } as const) : nextStep(now.work, now.progress, isAsked);
  if (following.kind === 'done') return { id, ...(lesson ? { lesson } : {}), next: null, end: now, isRunning: false };
  const next = {
    publicationId: id,
    source: following.source,
    progress: now.progress,
    failureCount: 0,
    afterSeconds: 0,
  };
  const isRunning = lesson !== undefined && !now.progress.isRecheck;
  return { id, ...(lesson ? { lesson } : {}), next, isRunning, wasRecheck: lookup.progress.isRecheck };
}

async function saveIdentifiers(tx: Tx, lessons: readonly Lesson[]): Promise<ShownIdentifier[]> {
  const contradicted = lessons.flatMap((lesson) => lesson.contradicted);
  await contradictIdentifiers(tx, contradicted);
  const found = lessons.flatMap((lesson) => lesson.identifiers);
  const winners = await findWinners(tx, [...new Set(found.map(({ publicationId }) => publicationId))]);
  // what a work has into which none was merged is its own
  const noted = found.map((one) => (winners.has(one.publicationId) ? one : { ...one, foundBy: null }));
  const fresh = await listNewIdentifiers(tx, noted);
  await insertIdentifiers(tx, fresh);
  const changed = [...fresh, ...contradicted].map(({ publicationId }) => publicationId);
  return showBestIdentifiers(tx, [...new Set(changed)]);
}

/** By how often the clock has tried already: when it tries next; those that failed together are not tried together. */
function retriesOf({ firstSeconds, intervalSeconds, maxAttempts }: PdfRetryPolicy): number[] {
  return Array.from({ length: maxAttempts }, (_, count) => spread(count === 0 ? firstSeconds : intervalSeconds));
}

function spread(seconds: number): number {
  return seconds * (1 + 0.1 * Math.random());
}
