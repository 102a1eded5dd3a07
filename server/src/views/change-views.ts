import type { Static } from 'typebox';
import { isTracked, lockLibrary } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import { changeOwned, checkOwnedName, readOwned, requireFreeName, requireRoom } from '../library/owned.ts';
import { parseSearch } from '../library/read-search.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { invalidValue } from '../platform/errors.ts';
import type { NewView, View, ViewChange, ViewParameters } from './contract.ts';
import * as store from './store.ts';

const { VIEWS } = store;

/**
 * Saves a view after the others.
 * @throws Problem `validation_error`, also for a mistake in the search, `scholar_not_found`, `view_exists`,
 * `too_many_views`
 */
export async function createView(
  db: Database,
  userId: number,
  { name, parameters, layout = 'titles' }: Static<typeof NewView>,
): Promise<View> {
  const named = checkOwnedName(VIEWS, name);
  return changeOwned(db, userId, VIEWS, async (tx) => {
    await checkParameters(tx, userId, parameters);
    await requireRoom(tx, userId, VIEWS);
    await requireFreeName(tx, userId, VIEWS, named);
    return store.insertView(tx, userId, { ...named, parameters, layout });
  });
}

/**
 * Changes the name of a view, what it shows, or its layout.
 * @throws Problem `validation_error`, also for a mistake in the search, `scholar_not_found`, `view_not_found`,
 * `view_exists`
 */
export async function changeView(
  db: Database,
  userId: number,
  id: number,
  change: Static<typeof ViewChange>,
): Promise<View> {
  return changeOwned(db, userId, VIEWS, async (tx) => {
    const view = await readOwned(tx, userId, VIEWS, id);
    const named = checkOwnedName(VIEWS, change.name ?? view.name);
    if (change.parameters) await checkParameters(tx, userId, change.parameters);
    await requireFreeName(tx, userId, VIEWS, named, id);
    await store.updateView(tx, id, { ...view, ...change, ...named });
    return id;
  });
}

/**
 * Changes the order of the views. Returns all of them. @throws Problem `validation_error` unless `ids` names each view
 * once
 */
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

/** Refuses what the list would refuse. */
async function checkParameters(db: Queries, userId: number, parameters: ViewParameters): Promise<void> {
  if (parameters.search !== undefined) parseSearch(parameters.search, 'parameters.search');
  const scholarId = parameters.scholar_profile_id;
  if (scholarId !== undefined && !(await isTracked(db, userId, scholarId))) throw scholarNotFound();
}
