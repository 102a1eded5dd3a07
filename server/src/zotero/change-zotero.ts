import type { Static } from 'typebox';
import { lockLibrary } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import { ownedNotFound, requireRoom } from '../library/owned.ts';
import { wakeWork } from '../platform/database/background-work-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalidValue, Problem } from '../platform/errors.ts';
import { readName } from '../platform/own-name.ts';
import type { StoredSecret } from '../platform/secrets.ts';
import { inBatches } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { fieldsOf, listOf, textOf } from '../sources/json-fields.ts';
import { TAGS } from '../tags/store.ts';
import { VIEWS } from '../views/store.ts';
import { type Library, MAX_NAME_LENGTH, type NewSync, type Sync, type Zotero } from './contract.ts';
import { makeKey, previewPush } from './push-sync.ts';
import { type Answer, type Failure, sendToZotero, waitFor } from './request-zotero.ts';
import * as store from './store.ts';

/** The name of the job that pushes. */
export const PUSH_JOB = 'push-to-zotero';
const MIN_RETRY_SECONDS = 60;
const KEPT = 'This list is kept in this library already.';

/** What the user's key reaches, and what is kept in collections. */
export async function showZotero({ db, config }: Services, userId: number): Promise<Static<typeof Zotero>> {
  const account = await store.findAccount(db, userId);
  const shown = account ? { user_name: account.user_name, libraries: [...account.libraries] } : null;
  return { is_enabled: config.zoteroUrl !== null, account: shown, syncs: await store.listSyncs(db, userId) };
}

/**
 * Asks Zotero what a key reaches, and saves both, unless Zotero asked for a pause that lasts.
 * @throws Problem `validation_error` if Zotero refuses the key, `source_unavailable`
 */
export async function saveKey({ db, config, secrets }: Services, userId: number, key: string): Promise<void> {
  const { waitSeconds = 0 } = (await store.findAccount(db, userId)) ?? {};
  if (waitSeconds > 0) throw refuse(waitFor(waitSeconds));
  let pauseSeconds = 0;
  const ask = async (path: string) => {
    const sent = await sendToZotero(config, key, { path });
    pauseSeconds = Math.max(pauseSeconds, sent.pauseSeconds);
    return found(sent.answer);
  };
  const { userID: id, username, access } = fieldsOf(await ask('/keys/current'));
  if (!Number.isSafeInteger(id)) throw refuse({ kind: 'failed', problem: 'Zotero sent no account.', isFinal: false });
  const { user, groups } = fieldsOf(access);
  const { library: canRead, write: canWrite } = fieldsOf(user);
  const own = { id: `users/${id}`, name: 'My library', can_write: canWrite === true };
  const rights = fieldsOf(groups);
  const all = Object.keys(rights).length === 0 ? [] : listOf(await ask(`/users/${id}/groups`));
  const ofGroups = all.map(fieldsOf).flatMap(({ id: group, data }): Library[] => {
    const { library, write } = fieldsOf(rights[String(group)] ?? rights.all);
    if (library !== true || !Number.isSafeInteger(group)) return [];
    return [
      { id: `groups/${group}`, name: nameOf(fieldsOf(data).name) ?? `Group ${group}`, can_write: write === true },
    ];
  });
  await store.saveAccount(db, userId, {
    api_key: secrets.encrypt(key, store.keyContext(userId)),
    user_name: nameOf(username) ?? String(id),
    libraries: [...(canRead === true ? [own] : []), ...ofGroups],
  });
  if (pauseSeconds > 0) await store.saveWait(db, userId, pauseSeconds);
}

function nameOf(value: unknown): string | null {
  return readName(textOf(value)?.slice(0, MAX_NAME_LENGTH) ?? '', MAX_NAME_LENGTH);
}

/**
 * Keeps a list in a new collection. Nothing is pushed before the user wants it.
 * @throws Problem `validation_error`, `zotero_not_connected`, `scholar_not_found`, `view_not_found`, `tag_not_found`,
 * `too_many_syncs`
 */
export async function createSync({ db }: Services, userId: number, wanted: NewSync): Promise<Sync> {
  const { library, scope, scholar_profile_id: scholarId = null, view_id: viewId = null, tag_id: tagId = null } = wanted;
  for (const [name, id] of Object.entries({ scholar: scholarId, view: viewId, tag: tagId }))
    if ((id !== null) !== (scope === name))
      throw invalidValue(
        name === 'scholar' ? 'scholar_profile_id' : `${name}_id`,
        'is required with its scope, and only there',
      );
  await requireLibrary(db, userId, library, true);
  const source = { scope, scholarId, viewId, tagId };
  const id = await db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const found = await store.findSourceName(tx, userId, source);
    if (scope === 'scholar' && found === undefined) throw scholarNotFound();
    if (found === undefined && scope !== 'favorites') throw ownedNotFound(scope === 'view' ? VIEWS : TAGS);
    await requireRoom(tx, userId, store.SYNCS);
    const name = readName(found?.slice(0, MAX_NAME_LENGTH) ?? '', MAX_NAME_LENGTH) ?? 'Favorites';
    const inserted = await store.insertSync(tx, userId, { ...source, library, name, collection_key: makeKey() });
    if (inserted === null) throw invalidValue('scope', 'is kept in this library already', KEPT);
    return inserted;
  });
  return findSync(db, userId, id);
}

/** Makes a sync due, or only says what a push would do. @throws Problem `sync_not_found`, `zotero_not_connected` */
export async function requestPush(services: Services, userId: number, id: number, isDryRun: boolean) {
  const { db } = services;
  const sync = await findSync(db, userId, id);
  await requireLibrary(db, userId, sync.library, true);
  const [pushed] = await store.listPushed(db, id);
  if (isDryRun && pushed) return { sync, preview: await previewPush(services, pushed) };
  await db.transaction().execute(async (tx) => {
    await store.requestPush(tx, id);
    await wakeWork(tx, PUSH_JOB);
  });
  return { sync: await findSync(db, userId, id), preview: null };
}

/** @throws Problem `zotero_not_connected`, `validation_error` unless the user's key reaches the library */
export async function requireLibrary(
  db: Services['db'],
  userId: number,
  id: string,
  mustWrite: boolean,
): Promise<void> {
  const account = await store.findAccount(db, userId);
  if (!account) throw new Problem('conflict', 'zotero_not_connected', 'Enter your key for Zotero first.');
  const library = account.libraries.find((one) => one.id === id);
  if (!library) throw invalidValue('library', 'is none that your key reaches');
  if (mustWrite && !library.can_write) throw invalidValue('library', 'is one in which your key may not write');
}

async function findSync(db: Services['db'], userId: number, id: number): Promise<Sync> {
  const [sync] = await store.listSyncs(db, userId, id);
  if (!sync) throw ownedNotFound(store.SYNCS);
  return sync;
}

/** The value of a response. @throws Problem `source_unavailable`, or `validation_error` if trying again does not help */
export function found(answer: Answer): unknown {
  if (answer.kind === 'found') return answer.value;
  throw refuse(answer);
}

function refuse(failure: Failure): Problem {
  if (failure.kind === 'failed' && failure.isFinal)
    return invalidValue('api_key', 'is refused by Zotero', failure.problem);
  const retry = failure.kind === 'wait' ? failure.seconds : MIN_RETRY_SECONDS;
  return new Problem('unavailable', 'source_unavailable', failure.problem, { retry_after_seconds: retry });
}

/** The keys of all users. Requests that replace one wait until the transaction ends. */
export async function* storedZoteroKeys(tx: Tx): AsyncGenerator<StoredSecret> {
  const rows = inBatches(
    (batch) => store.listKeys(tx, batch),
    (row) => row.user_id,
  );
  for await (const { user_id: userId, api_key: encrypted } of rows) {
    const save = (key: Buffer) => store.updateKey(tx, userId, key);
    yield { userId, context: store.keyContext(userId), encrypted, save };
  }
}
