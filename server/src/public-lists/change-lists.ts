import { checkSourceId, nameOfSource } from '../feeds/change-feeds.ts';
import { lockLibrary } from '../library/entry-store.ts';
import { checkOwnedName, ownedNotFound, requireRoom } from '../library/owned.ts';
import { invalidValue, Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { saveChoices } from './choice-store.ts';
import {
  type ListOptions,
  MAX_NAME_LENGTH,
  type NewPublicList,
  type PublicList,
  type PublicListChange,
} from './contract.ts';
import { readDocument } from './read-document.ts';
import { readRows, readSelection } from './read-list-papers.ts';
import * as store from './store.ts';
import { writePage } from './write-page.ts';

const { LISTS } = store;
/** Addresses that look as if the service itself had published them, or that it may need. */
const RESERVED = new Set(
  'account admin administrator api app assets contact docs embed feed feeds help home imprint index lectern legal list lists login logout lookup mail new null official page preview privacy public robots root rss search security settings static status support system terms test undefined users www'.split(
    ' ',
  ),
);

type Parts = Pick<Services, 'db' | 'config'>;
interface Asked<Body> {
  readonly userId: number;
  readonly origin: string;
  readonly body: Body;
}

/** The user's public lists, with addresses that begin with `origin`. */
export async function listLists({ db }: Pick<Parts, 'db'>, userId: number, origin: string): Promise<PublicList[]> {
  return (await store.listLists(db, userId)).map((row) => describe(row, origin));
}

/**
 * Publishes a list at an address.
 * @throws Problem `public_lists_disabled`, `validation_error`, `scholar_not_found`, `view_not_found`, `tag_not_found`,
 * `too_many_lists`, `address_taken`
 */
export async function createList(
  { db, config }: Parts,
  { userId, origin, body }: Asked<NewPublicList>,
): Promise<PublicList> {
  requireEnabled(config);
  checkSlug(body.slug);
  const source = sourceOf(body);
  const id = await db.transaction().execute(async (tx) => {
    // so that two requests do not exceed the limit, and what is listed is not deleted meanwhile
    await lockLibrary(tx, userId);
    const ofSource = await nameOfSource(tx, userId, source, MAX_NAME_LENGTH);
    await requireRoom(tx, userId, LISTS);
    const content = contentOf({ ...body, name: body.name ?? nameFor(source, ofSource) });
    const added = await store.insertList(tx, userId, source, content);
    if (added === undefined) throw addressTaken();
    await saveChoices(tx, userId, added, content);
    // refuses a view that would show strangers what its user has read or noted
    await readSelection(tx, await store.draftList(tx, userId, source, content));
    return added;
  });
  return readOne(db, userId, id, origin);
}

/**
 * Changes the address, the name and the options of a list.
 * @throws Problem `validation_error`, `list_not_found`, `address_taken`
 */
export async function changeList(
  { db }: Parts,
  { userId, origin, body }: Asked<PublicListChange>,
  id: number,
): Promise<PublicList> {
  checkSlug(body.slug);
  await db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const [own] = await store.listLists(tx, userId, id);
    if (!own) throw ownedNotFound(LISTS);
    if (await store.isTaken(tx, body.slug, id)) throw addressTaken();
    const content = contentOf(body);
    await store.updateList(tx, userId, id, content);
    await saveChoices(tx, userId, id, content);
  });
  return readOne(db, userId, id, origin);
}

/**
 * The page of a list as strangers would see it. Nothing is saved.
 * @throws Problem `validation_error`, `scholar_not_found`, `view_not_found`, `tag_not_found`
 */
export async function previewList(
  { db, config }: Parts,
  { userId, origin, body }: Asked<NewPublicList>,
): Promise<string> {
  requireEnabled(config);
  const source = sourceOf(body);
  const name = await db.transaction().execute((tx) => nameOfSource(tx, userId, source, MAX_NAME_LENGTH));
  const content = contentOf({ ...body, name: body.name ?? nameFor(source, name) });
  const draft = await store.draftList(db, userId, source, content);
  return writePage(await readDocument(db, draft, await readRows(db, draft), origin));
}

/** The public lists of all users, for administrators. */
export async function listAllLists({ db }: Pick<Parts, 'db'>, origin: string) {
  return (await store.listAllLists(db)).map(({ slug, ...list }) => ({ ...list, url: `${origin}/p/${slug}` }));
}

async function readOne(db: Parts['db'], userId: number, id: number, origin: string): Promise<PublicList> {
  const [row] = await store.listLists(db, userId, id);
  if (!row) throw ownedNotFound(LISTS);
  return describe(row, origin);
}

const describe = ({ options, ...row }: store.ListRow, origin: string): PublicList => ({
  ...row,
  ...options,
  url: `${origin}/p/${row.slug}`,
});

function requireEnabled({ publicLists }: Parts['config']): void {
  if (publicLists) return;
  const message = 'Public lists are switched off on this server. Ask its administrator to set PUBLIC_LISTS to 1.';
  throw new Problem('forbidden', 'public_lists_disabled', message);
}

function checkSlug(slug: string): void {
  if (!RESERVED.has(slug)) return;
  throw invalidValue('slug', 'is reserved', 'This address is reserved. Choose another.');
}

/** The same for an own list and for another user's. */
function addressTaken(): Problem {
  return new Problem('conflict', 'address_taken', 'This address is taken. Choose another.');
}

function contentOf({ slug, name, pinned_ids, hidden_ids, ...body }: PublicListChange): store.ListContent {
  const { text, order, kinds, year_from, year_to, has_bold_names, is_indexed, has_imported } = body;
  if (year_from !== null && year_to !== null && year_from > year_to)
    throw invalidValue('year_to', 'is before year_from', 'The last year is before the first one.');
  const options: ListOptions = { text, order, kinds, year_from, year_to, has_bold_names, is_indexed, has_imported };
  return { slug, name: checkOwnedName(LISTS, name).name, options, pinnedIds: pinned_ids, hiddenIds: hidden_ids };
}

/** The name by default. That of a tag is the user's own. */
const nameFor = ({ tagId }: store.ListSource, name: string | null): string =>
  (tagId === null ? name : null) ?? 'Publications';

/** What the list is of. It has an id if and only if its scope needs it. */
function sourceOf({ scope, scholar_profile_id, view_id, tag_id }: NewPublicList): store.ListSource {
  checkSourceId('scholar_profile_id', scholar_profile_id, scope === 'scholar');
  checkSourceId('view_id', view_id, scope === 'view');
  checkSourceId('tag_id', tag_id, scope === 'tag');
  return { scope, scholarId: scholar_profile_id ?? null, viewId: view_id ?? null, tagId: tag_id ?? null };
}
