import { randomInt } from 'node:crypto';
import { cleanText } from '../platform/clean-text.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { RunningJob } from '../platform/work-loop.ts';
import { type Fields, fieldsOf, isFields, textOf } from '../sources/json-fields.ts';
import type { Result } from './contract.ts';
import { confirmItems, saveSending } from './link-store.ts';
import { lookAtLibrary, MAX_KEYS } from './look-at-library.ts';
import { listPublications, NOTHING_DONE, type Plan, planPush } from './plan-push.ts';
import { type Answer, type Failure, requestZotero, unreadable } from './request-zotero.ts';
import { type PushedSync, saveCollection, saveResult } from './store.ts';

const [DAY_SECONDS, HOUR_SECONDS] = [86_400, 3600];
const MAX_PROBLEM = 300;

/**
 * Brings the collection of a sync up to date until that is done, the time is up, or Zotero wants a pause; the next call
 * goes on. The keys of new items are chosen and saved before they are sent, and Zotero accepts an item with version 0
 * only if there is none with its key. So a push that was killed makes nothing twice.
 */
export async function pushSync(services: Services, sync: PushedSync, job: RunningJob): Promise<void> {
  const before = sync.isRunning ? (sync.result ?? NOTHING_DONE) : NOTHING_DONE;
  const result = { ...NOTHING_DONE, added: before.added, changed: before.changed };
  await saveResult(services.db, sync, result);
  const end = await pushAll(services, sync, result, job);
  // what was written before a pause is now as it should be
  result.unchanged = Math.max(0, result.unchanged - before.added - before.changed);
  if (end === 'later' || (end !== 'done' && end.kind === 'wait')) return;
  if (end === 'done') return saveResult(services.db, sync, result, { nextInSeconds: DAY_SECONDS });
  const nextInSeconds = end.isFinal ? null : HOUR_SECONDS;
  await saveResult(services.db, sync, { ...result, problem: end.problem }, { nextInSeconds });
}

type Counts = { -readonly [Name in keyof Result]: Result[Name] };

async function pushAll(
  services: Services,
  sync: PushedSync,
  result: Counts,
  job: RunningJob,
): Promise<'done' | 'later' | Failure> {
  const ids = await idsOf(services, sync);
  if ('kind' in ids) return ids;
  result.total = ids.length;
  const failure =
    (await lookAtLibrary(services, sync, job.signal)) ?? (await makeCollection(services, sync, job.signal));
  if (failure) return failure;
  for await (const plans of planPush(services.db, sync, ids)) {
    for (const { outcome } of plans) if (!isWritten(outcome)) result[outcome] += 1;
    const writes = plans.filter(({ outcome }) => isWritten(outcome));
    for (let at = 0; at < writes.length; at += MAX_KEYS) {
      if (!job.hasTime()) return 'later';
      const refused = await writeItems(services, sync, writes.slice(at, at + MAX_KEYS), result, job.signal);
      if (refused) return refused;
      await saveResult(services.db, sync, result);
    }
  }
  return 'done';
}

/** What a push would do now. Learns what the person did in Zotero, and writes nothing there. */
export async function previewPush(services: Services, sync: PushedSync): Promise<Result> {
  const result = { ...NOTHING_DONE };
  const ids = await idsOf(services, sync);
  if ('kind' in ids) return { ...result, problem: ids.problem };
  const failure = await lookAtLibrary(services, sync);
  for await (const plans of planPush(services.db, sync, ids)) for (const { outcome } of plans) result[outcome] += 1;
  return { ...result, total: ids.length, problem: failure?.problem ?? null };
}

async function idsOf({ db }: Services, sync: PushedSync): Promise<readonly number[] | Failure> {
  return listPublications(db, sync).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return { kind: 'failed', problem: error.message, isFinal: true } as const;
  });
}

function isWritten(outcome: Plan['outcome']): outcome is 'added' | 'changed' {
  return outcome === 'added' || outcome === 'changed';
}

async function makeCollection(services: Services, sync: PushedSync, signal: AbortSignal): Promise<Failure | null> {
  if (sync.hasCollection) return null;
  const body = [{ key: sync.collectionKey, version: 0, name: sync.name }];
  const path = `/${sync.library}/collections`;
  const answer = await requestZotero(services, sync.userId, { path, body, signal });
  if (answer.kind !== 'found') return answer;
  const written = writtenOf(answer, 1);
  if (written === null) return unreadable();
  const { code = null, message } = fieldsOf(written.failed[0]);
  // 412: an earlier push made it, and did not learn so
  if (code !== null && code !== 412) return { kind: 'failed', problem: problemOf(message), isFinal: true };
  await saveCollection(services.db, sync.id, true);
  return null;
}

async function writeItems(
  services: Services,
  sync: PushedSync,
  plans: readonly Plan[],
  result: Counts,
  signal: AbortSignal,
): Promise<Failure | null> {
  const { db } = services;
  const links = await saveSending(
    db,
    sync,
    plans.map((plan) => ({ ...plan, newKey: makeKey() })),
  );
  const items = plans.map(({ publicationId, item }) => ({ ...item, ...links.get(publicationId) }));
  const answer = await requestZotero(services, sync.userId, { path: `/${sync.library}/items`, body: items, signal });
  if (answer.kind !== 'found') return answer;
  const written = writtenOf(answer, items.length);
  if (written === null) return unreadable();
  const confirmed: { key: string; version: number | null; digest: Buffer }[] = [];
  for (const [at, { publicationId, outcome, digest }] of plans.entries()) {
    const key = links.get(publicationId)?.key ?? '';
    const { code, message } = fieldsOf(written.failed[at]);
    if (written.successful[at] !== undefined) confirmed.push({ key, version: answer.version, digest });
    else if (written.unchanged[at] !== undefined) confirmed.push({ key, version: null, digest });
    if (code === undefined && isWritten(outcome)) result[outcome] += 1;
    // the person changed or deleted it after this push looked; the next one learns which
    else if (code === 412 || code === 404) result.kept += 1;
    else {
      result.failed += 1;
      result.problem ??= problemOf(message);
    }
  }
  await confirmItems(db, sync, confirmed);
  return null;
}

type Written = Readonly<Record<'successful' | 'unchanged' | 'failed', Fields>>;

/** What became of the items of a request, by their places in it; null if the response leaves it open for one of them. */
function writtenOf({ value, version }: Extract<Answer, { kind: 'found' }>, count: number): Written | null {
  const { successful, success, unchanged = {}, failed = {} } = fieldsOf(value);
  const written = successful ?? success;
  if (!isFields(written) || !isFields(unchanged) || !isFields(failed)) return null;
  const isKnown = (at: number) =>
    (version > 0 && written[at] !== undefined) ||
    unchanged[at] !== undefined ||
    Number.isSafeInteger(fieldsOf(failed[at]).code);
  return Array.from({ length: count }, (_, at) => at).every(isKnown)
    ? { successful: written, unchanged, failed }
    : null;
}

function problemOf(message: unknown): string {
  return `Zotero refused an item: ${cleanText(textOf(message)?.slice(0, MAX_PROBLEM) ?? null) ?? 'it did not say why'}.`;
}

/** A key for an item or a collection. The letters are those that Zotero uses. */
export function makeKey(): string {
  const letters = '23456789ABCDEFGHIJKLMNPQRSTUVWXYZ';
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}
