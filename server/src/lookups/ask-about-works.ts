import { isPassing } from '../platform/database/is-database-away.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import { backoffSeconds } from '../queue/item.ts';
import { concurrencyAt } from '../sources/etiquette.ts';
import { listRefusedCredentials, putOffNextRequest, takeSlots } from '../sources/pace-store.ts';
import type { SourceRecord } from '../sources/record.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { listAnswers, saveAnswers } from './answer-store.ts';
import { askBatch, type BatchAnswer } from './ask-batch.ts';
import { type Batch, batchQuestions, type JoinedQuestion, joinQuestions } from './batch-questions.ts';
import { credentialOf } from './credential-of.ts';
import { Gate } from './gate.ts';
import { PATIENCE_SECONDS, PRIORITY } from './lookup.ts';
import { type Planned, resultOf } from './plan-steps.ts';
import { groupIds } from './request-of.ts';
import { passOver, type StepBuffer } from './step-buffer.ts';

const DAY = 86_400;
/** How long an answer is believed: copies of a work that an id names, that none are known, and what a search by title gave or did not give. */
const LIFETIME_SECONDS = { withCopies: 7 * DAY, withoutCopies: 20 * 3600, byTitle: 30 * DAY };

/** In how many seconds the source may be asked again; null: at once. */
export type Wait = number | null;

/**
 * Asks a source about works: from the cache where it has an answer that holds, else with as many requests as its pace allows now, ids in batches
 * and each question once, whoever asks it. In a cooldown all wait.
 */
export async function askAboutWorks(
  services: Services,
  source: OtherSource,
  planned: readonly Planned[],
  buffer: StepBuffer,
  job: RunningJob,
): Promise<Wait> {
  const { db, config } = services;
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
  const pace = await takeSlots(db, source, batches.length, config.sources[source].minIntervalSeconds);
  if (pace.kind === 'wait') {
    const seconds = Math.max(0.05, pace.milliseconds / 1000);
    if (pace.reason === 'pace' && seconds <= PATIENCE_SECONDS) return seconds;
    // nobody is to wait for them; those that are due behind these are looked at next, and have to wait as well
    const waiting = pace.reason === 'cooldown' ? open : open.filter(isAwaited);
    defer(buffer, waiting, seconds);
    return waiting.length > 0 ? null : seconds;
  }
  const turns = batches.slice(0, pace.count);
  let isStopped = false;
  let passing: unknown = null;
  const gate = new Gate(pace, job.stopping);
  const worker = async () => {
    for (let batch = turns.shift(); batch && !isStopped; batch = turns.shift()) {
      await gate.pass();
      if (job.stopping.aborted || isStopped) return;
      try {
        await askInTurn(batch);
      } catch (error) {
        if (isPassing(error)) {
          passing = error;
          isStopped = true;
        } else {
          // asked for again at once it would fail again, and keep all behind it waiting
          services.log.error({ err: error, source }, 'what a source was asked or answered could not be handled');
          await take(services, source, batch, { kind: 'failed', reason: 'unexpected_error', seconds: 0 }, buffer);
        }
      }
    }
  };
  const askInTurn = async (batch: Batch) => {
    const answer = await askBatch(services, source, batch, job.signal);
    // failures in a row begin anew
    if (answer.kind === 'records') await saveGoodAnswer(db, source);
    isStopped = answer.kind === 'cooldown' || answer.kind === 'aborted' || isStopped;
    if (answer.kind === 'instead') turns.unshift(...answer.batches);
    else await take(services, source, batch, answer, buffer);
    if (answer.kind !== 'spent') return;
    // the others of this credential would hear the same
    for (const other of turns.filter(({ credential }) => credential === batch.credential)) {
      turns.splice(turns.indexOf(other), 1);
      defer(buffer, other.questions, answer.seconds);
    }
  };
  await Promise.all(
    Array.from({ length: Math.min(concurrencyAt(config.sources, source), pace.concurrency ?? Infinity) }, worker),
  );
  // slow answers made it later than was planned
  if (gate.closedForMs > 0) await putOffNextRequest(db, source, gate.closedForMs);
  if (passing !== null) throw passing;
  return null;
}

function isAwaited({ askers }: JoinedQuestion): boolean {
  return askers.some(({ lookup }) => lookup.priority === PRIORITY.awaited);
}

/** Settles the questions that have an answer from before; returns the others. */
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
    const holds = ({ lookup }: Planned) =>
      answer !== undefined && !(lookup.askedAnewAt && lookup.askedAnewAt > answer.askedAt);
    const served = question.askers.filter(holds);
    buffer.add(...served.map((asker) => resultOf(asker, { kind: 'records', records: answer?.records ?? [] })));
    const others = question.askers.filter((asker) => !holds(asker));
    if (others.length > 0) open.push({ ...question, askers: others });
  }
  return open;
}

/** Hands a batch's answer to those who asked, and keeps what is worth keeping. */
async function take(
  { db, config, log }: Services,
  source: OtherSource,
  { questions }: Batch,
  answer: Exclude<BatchAnswer, { kind: 'instead' }>,
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
      log.info({ source, reason: answer.reason, works: askers.length }, 'a source gave no answer');
      for (const asker of askers) {
        const seconds = Math.max(
          answer.seconds,
          backoffSeconds(asker.lookup.failureCount + 1, config.ingestion, Math.random()),
        );
        buffer.add(passOver(resultOf(asker, { kind: 'skipped' }), seconds));
      }
  }
}

/** Of a batch's records, those that bear the id that was asked for; a source may answer a single id by the name that it prefers. */
function recordsFor({ by }: JoinedQuestion, records: readonly SourceRecord[], questionCount: number): SourceRecord[] {
  if (by.kind === 'title') return [...records];
  const bearing = records.filter(({ identifiers }) =>
    identifiers.some(({ kind, value }) => kind === by.kind && value === by.value),
  );
  return bearing.length === 0 && questionCount === 1 ? [...records] : bearing;
}

function lifetimeOf({ by }: JoinedQuestion, records: readonly SourceRecord[]): number {
  if (by.kind === 'title') return LIFETIME_SECONDS.byTitle;
  // a search that is tried again the day after is to hear of copies that came meanwhile
  return records.some(({ pdfs }) => pdfs.length > 0) ? LIFETIME_SECONDS.withCopies : LIFETIME_SECONDS.withoutCopies;
}

function defer(buffer: StepBuffer, questions: readonly JoinedQuestion[], afterSeconds: number): void {
  const askers = questions.flatMap((question) => question.askers);
  buffer.add(...askers.map((asker) => resultOf(asker, { kind: 'deferred', afterSeconds, hasFailed: false })));
}
