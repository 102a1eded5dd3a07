import { type OwnName, readOwnName } from '../library/own-name.ts';
import type { Tx } from '../platform/database/database.ts';
import { makeValidatorCompiler } from '../platform/http/validation.ts';
import { parseQuery } from '../search-language/parse-query.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { parseAuthorId } from '../sources/parse-author-id.ts';
import { LAYOUTS, MAX_NAME_LENGTH, type View, ViewParameters } from '../views/contract.ts';
import { findScholar, insertView, VIEWS } from '../views/store.ts';
import { importOwned } from './import-owned.ts';
import type { Reading } from './import-record.ts';
import type { ImportWarnings } from './import-warnings.ts';
import type { Fields } from './payload-reader.ts';

/** A view of a file. Its parameters name no scholar; `author` is the scholar's profile, or null for all. */
export interface ImportedView extends OwnName, Pick<View, 'parameters' | 'layout'> {
  readonly position: number;
  readonly author: AuthorId | null;
}

/** The same as for `POST /views`. It adds the defaults to what it checks. */
let validate: ((parameters: unknown) => boolean) | undefined;

function areParameters(parameters: unknown): parameters is ViewParameters {
  validate ??= makeValidatorCompiler()({ schema: ViewParameters, httpPart: 'body' });
  return validate(parameters);
}

/** Reads a view. One whose parameters cannot be read is skipped, because without them it would list something else. */
export function readView(item: Fields, position: number): Reading<ImportedView> {
  const named = typeof item.name === 'string' ? readOwnName(item.name, MAX_NAME_LENGTH) : null;
  if (named === null) return { problem: `name must have 1 to ${MAX_NAME_LENGTH} visible characters` };
  const { scholar_id: scholarId = null, parameters = {}, layout } = item;
  const author = typeof scholarId === 'string' ? parseAuthorId(scholarId) : null;
  if (author === null && scholarId !== null) return { problem: 'scholar_id is not a valid profile id' };
  if (!areParameters(parameters) || 'scholar_profile_id' in parameters)
    return { problem: 'parameters are not those of a list' };
  // what PostgreSQL cannot store, and no search finds
  const search = parameters.search?.replaceAll('\0', ' ').toWellFormed();
  const { mistake } = parseQuery(search ?? '');
  if (mistake) return { problem: `its search is not valid: ${mistake.message.replace(/\.$/, '')}` };
  const known = LAYOUTS.find((one) => one === layout);
  const filled = search === undefined ? parameters : { ...parameters, search };
  const record = { ...named, position, author, parameters: filled, layout: known ?? 'titles' };
  return { record, ignored: known || (layout ?? null) === null ? [] : ['layout'], cut: [] };
}

/** Adds the views of a file whose scholars the user tracks, see `importOwned`. */
export async function importViews(
  tx: Tx,
  userId: number,
  views: readonly ImportedView[],
  warnings: ImportWarnings,
): Promise<number> {
  return importOwned(tx, userId, VIEWS, views, warnings, async ({ author, ...view }) => {
    const scholarId = author && (await findScholar(tx, userId, author));
    if (scholarId === undefined) return 'you do not track its scholar';
    const parameters = { ...view.parameters, ...(scholarId === null ? {} : { scholar_profile_id: scholarId }) };
    await insertView(tx, userId, { ...view, parameters });
    return null;
  });
}
