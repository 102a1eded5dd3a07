import { backoffSeconds } from '../platform/backoff.ts';
import { isPassing } from '../platform/database/is-database-away.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import { concurrencyAt } from '../sources/etiquette.ts';
import type { SourceRecord } from '../sources/record.ts';
import { findToldConcurrency, listRefusedCredentials } from '../sources/slot-store.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { listAnswers, saveAnswers } from './answer-store.ts';
import { askBatch, type BatchAnswer } from './ask-batch.ts';
import { type Batch, batchQuestions, type JoinedQuestion, joinQuestions } from './batch-questions.ts';
import { PATIENCE_SECONDS, PRIORITY } from './enrichment.ts';
import { credentialOf, type Planned, resultOf } from './plan-steps.ts';
import { groupIds } from './request-of.ts';
import { passOver, type StepBuffer } from './step-buffer.ts';

const DAY = 86_400;
/** How long a cached answer is used: one by id that names copies, one by id that names none, and one of a title search, found or not. */
const LIFETIME_SECONDS = { withCopies: 7 * DAY, withoutCopies: 20 * 3600, byTitle: 30 * DAY };

/** In how many seconds the source may be asked again; null: at once. */
export type Wait = number | null;

/**
 * Answers questions about publications from the cache, and asks the source the others: with as many requests as its rate limit allows now, ids in
 * batches, and each question once even if several publications need it. During a cooldown all of them wait.
 */
export async function askAboutPublications(
  services: Services,
  source: OtherSource,
  planned: readonly Planned[],
  buffer: StepBuffer,
  job: RunningJob,
): Promise<Wait> {
  const { db } = services;
  const questions = joinQuestions(planned);
  const open = await answerFromCache(services, source, questions, buffer);
  if (open.length === 0) return null;
  const hasOwnKeys = planned.some(({ ownKeys }) => ownKeys);
  const refused = hasOwnKeys ? await listRefusedCredentials(db, source) : new Set<string>();
  const batches = batchQuestions(
    open,
    (values) => groupIds(source, values),
    (asker) => credentialOf(source, asker, refused),
  );
  const turns = [...batches];
  let isStopped = false;
  let passing: unknown = null;
  let busySeconds: number | null = null;
  const worker = async () => {
    for (let batch = turns.shift(); batch && !isStopped; batch = turns.shift()) {
      if (!job.hasTime()) return;
      try {
        await askInTurn(batch);
      } catch (error) {
        if (isPassing(error)) {
          passing = error;
          isStopped = true;
        } else {
          // a batch that fails for an unknown reason must not block the batches behind it
          services.log.error({ err: error, source }, 'a batch of questions to a source failed unexpectedly');
          await take(services, source, batch, { kind: 'failed', reason: 'unexpected_error', seconds: 0 }, buffer);
        }
      }
    }
  };
  const askInTurn = async (batch: Batch) => {
    const answer = await askBatch(services, source, batch, job);
    // resets the count of consecutive failures
    if (answer.kind === 'records') await saveGoodAnswer(db, source);
    isStopped = answer.kind === 'cooldown' || answer.kind === 'busy' || answer.kind === 'aborted' || isStopped;
    if (answer.kind === 'instead') turns.unshift(...answer.batches);
    else if (answer.kind === 'busy') {
      turns.unshift(batch);
      busySeconds = answer.seconds;
    } else await take(services, source, batch, answer, buffer);
    if (answer.kind !== 'spent' && answer.kind !== 'cooldown') return;
    // the source would refuse the other batches (of this credential or all) as well
    for (const other of turns.filter((one) => answer.kind === 'cooldown' || one.credential === batch.credential)) {
      turns.splice(turns.indexOf(other), 1);
      defer(buffer, other.questions, answer.seconds);
    }
  };
  await Promise.all(Array.from({ length: await requestsAtOnce(services, source) }, worker));
  if (passing !== null) throw passing;
  if (busySeconds === null || busySeconds <= PATIENCE_SECONDS) return busySeconds;
  // nobody is to wait for them; those that are due behind these are looked at next, and have to wait as well
  const waiting = turns.flatMap(({ questions }) => questions).filter(isAwaited);
  defer(buffer, waiting, busySeconds);
  return waiting.length > 0 ? null : busySeconds;
}

/** As many requests as may be under way at a source at once, by its documentation and its headers. */
async function requestsAtOnce({ db, config }: Services, source: OtherSource): Promise<number> {
  const told = await findToldConcurrency(db, source);
  return Math.min(concurrencyAt(config.sources, source), told ?? Number.POSITIVE_INFINITY);
}

function isAwaited({ askers }: JoinedQuestion): boolean {
  return askers.some(({ enrichment }) => enrichment.priority === PRIORITY.awaited);
}

/** Answers questions from the cache; returns the questions that are left. */
async function answerFromCache(
  { db }: Services,
  source: OtherSource,
  questions: readonly JoinedQuestion[],
  buffer: StepBuffer,
): Promise<JoinedQuestion[]> {
  const kept = await listAnswers(
    db,
    source,
    questions.map(({ query }) => query),
  );
  const open: JoinedQuestion[] = [];
  for (const question of questions) {
    const answer = kept.get(question.query);
    const holds = ({ enrichment }: Planned) =>
      answer !== undefined && !(enrichment.askedAnewAt && enrichment.askedAnewAt > answer.askedAt);
    const served = question.askers.filter(holds);
    if (answer) {
      const { records, askedAt: fetchedAt } = answer;
      buffer.add(...served.map((asker) => resultOf(asker, { kind: 'records', records, fetchedAt })));
    }
    const others = question.askers.filter((asker) => !holds(asker));
    if (others.length > 0) open.push({ ...question, askers: others });
  }
  return open;
}

/** Caches a batch's answer and passes it to each publication that asked. */
async function take(
  { db, config, log }: Services,
  source: OtherSource,
  { questions }: Batch,
  answer: Exclude<BatchAnswer, { kind: 'instead' | 'busy' }>,
  buffer: StepBuffer,
): Promise<void> {
  const askers = questions.flatMap((question) => question.askers);
  switch (answer.kind) {
    case 'aborted':
      return;
    case 'records': {
      const answers = questions.map((question) => ({
        question,
        records: recordsFor(question, answer.records, questions.length),
      }));
      await saveAnswers(
        db,
        source,
        answers.map(({ question, records }) => ({
          query: question.query,
          records,
          lifetimeSeconds: lifetimeOf(question, records),
        })),
      );
      for (const { question, records } of answers)
        buffer.add(...question.askers.map((asker) => resultOf(asker, { kind: 'records', records })));
      return;
    }
    case 'cooldown':
    case 'spent':
      return defer(buffer, questions, answer.seconds);
    case 'skipped':
      buffer.add(...askers.map((asker) => resultOf(asker, { kind: 'skipped' })));
      return;
    case 'failed':
      log.info({ source, reason: answer.reason, publications: askers.length }, 'a source gave no answer');
      for (const asker of askers) {
        const seconds = Math.max(
          answer.seconds,
          backoffSeconds(asker.enrichment.failureCount + 1, config.ingestion, Math.random()),
        );
        buffer.add(passOver(resultOf(asker, { kind: 'skipped' }), seconds));
      }
  }
}

/** The records of a batch that have the id of this question. If one id was asked for, all of them: a source may answer with an alias of the id. */
function recordsFor({ by }: JoinedQuestion, records: readonly SourceRecord[], questionCount: number): SourceRecord[] {
  if (by.kind === 'title') return [...records];
  const bearing = records.filter(({ identifiers }) =>
    identifiers.some(({ kind, value }) => kind === by.kind && value === by.value),
  );
  return bearing.length === 0 && questionCount === 1 ? [...records] : bearing;
}

function lifetimeOf({ by }: JoinedQuestion, records: readonly SourceRecord[]): number {
  if (by.kind === 'title') return LIFETIME_SECONDS.byTitle;
  // a retry on the next day must see copies that were added in between
  return records.some(({ pdfs }) => pdfs.length > 0) ? LIFETIME_SECONDS.withCopies : LIFETIME_SECONDS.withoutCopies;
}

function defer(buffer: StepBuffer, questions: readonly JoinedQuestion[], afterSeconds: number): void {
  const askers = questions.flatMap((question) => question.askers);
  buffer.add(...askers.map((asker) => resultOf(asker, { kind: 'deferred', afterSeconds, hasFailed: false })));
}
