import type { Static } from 'typebox';
import { isTracked, lockLibrary } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import { checkOwnName, type OwnName } from '../library/own-name.ts';
import { parseSearch } from '../library/read-search.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { invalidValue, Problem } from '../platform/errors.ts';
import {
  MAX_NAME_LENGTH,
  MAX_VIEWS,
  type NewView,
  type View,
  type ViewChange,
  type ViewParameters,
} from './contract.ts';
import * as store from './store.ts';

/**
 * Saves a view after the others.
 * @throws Problem `validation_error`, also for a mistake in the search, `scholar_not_found`, `view_exists`, `too_many_views`
 */
export async function createView(
  db: Database,
  userId: number,
  { name, parameters, layout = 'titles' }: Static<typeof NewView>,
): Promise<View> {
  const named = checkName(name);
  return changing(db, userId, async (tx, views) => {
    await checkParameters(tx, userId, parameters);
    if (views.length >= MAX_VIEWS) throw tooManyViews();
    await checkUnique(tx, userId, named, null);
    return store.insertView(tx, userId, { ...named, parameters, layout });
  });
}

/**
 * Changes the name of a view, what it shows, or its layout.
 * @throws Problem `validation_error`, also for a mistake in the search, `scholar_not_found`, `view_not_found`, `view_exists`
 */
export async function changeView(
  db: Database,
  userId: number,
  id: number,
  change: Static<typeof ViewChange>,
): Promise<View> {
  return changing(db, userId, async (tx, views) => {
    const view = find(views, id);
    const named = checkName(change.name ?? view.name);
    if (change.parameters) await checkParameters(tx, userId, change.parameters);
    await checkUnique(tx, userId, named, id);
    await store.updateView(tx, id, { ...view, ...change, ...named });
    return id;
  });
}

/** Deletes a view. It can be restored for a day. Returns what it was. @throws Problem `view_not_found` */
export async function deleteView(db: Database, userId: number, id: number): Promise<View> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const view = find(await store.listViews(tx, userId), id);
    await store.deleteView(tx, userId, id);
    return view;
  });
}

/** Restores a deleted view in its place. @throws Problem `view_not_found`, `view_exists` if another view has its name now, `too_many_views` */
export async function restoreView(db: Database, userId: number, id: number): Promise<View> {
  return changing(db, userId, async (tx, views) => {
    const stored = await store.findStoredView(tx, userId, id);
    if (!stored) throw viewNotFound();
    if (!stored.isDeleted) return id;
    if (views.length >= MAX_VIEWS) throw tooManyViews();
    await checkUnique(tx, userId, stored, id);
    await store.undeleteView(tx, id);
    return id;
  });
}

/** Changes the order of the views. Returns all of them. @throws Problem `validation_error` unless `ids` names each view once */
export async function orderViews(db: Database, userId: number, ids: readonly number[]): Promise<View[]> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const known = (await store.listViews(tx, userId)).map((view) => view.id);
    if (ids.length !== known.length || !known.every((id) => ids.includes(id))) {
      const message = 'must name each of your views once';
      throw invalidValue('ids', message, `ids ${message}. Load your views again.`);
    }
    await store.orderViews(tx, userId, ids);
    return store.listViews(tx, userId);
  });
}

/** Changes a view under the lock on the library, and returns it. `change` gets the views before, and returns the id of the changed one. */
async function changing(
  db: Database,
  userId: number,
  change: (tx: Tx, views: readonly View[]) => Promise<number>,
): Promise<View> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const id = await change(tx, await store.listViews(tx, userId));
    return find(await store.listViews(tx, userId), id);
  });
}

function find(views: readonly View[], id: number): View {
  const view = views.find((one) => one.id === id);
  if (!view) throw viewNotFound();
  return view;
}

function checkName(text: string): OwnName {
  return checkOwnName(text, { what: 'view', path: 'name', maxLength: MAX_NAME_LENGTH });
}

/** Refuses what the list would refuse. */
async function checkParameters(db: Queries, userId: number, parameters: ViewParameters): Promise<void> {
  if (parameters.search !== undefined) parseSearch(parameters.search, 'parameters.search');
  const scholarId = parameters.scholar_profile_id;
  if (scholarId !== undefined && !(await isTracked(db, userId, scholarId))) throw scholarNotFound();
}

async function checkUnique(tx: Tx, userId: number, { name, key }: OwnName, id: number | null): Promise<void> {
  const otherId = await store.findNamesake(tx, userId, key, id);
  if (otherId === undefined) return;
  const message = `You already have a view “${name}”. Choose another name.`;
  throw new Problem('conflict', 'view_exists', message, { view_id: otherId });
}

export function viewNotFound(): Problem {
  return new Problem('not_found', 'view_not_found', 'You have no view with this id. It may have been deleted.');
}

function tooManyViews(): Problem {
  const message = `You can have at most ${MAX_VIEWS} views. Delete some of them first.`;
  return new Problem('conflict', 'too_many_views', message, { max_count: MAX_VIEWS });
}
