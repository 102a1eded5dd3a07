import { Value } from 'typebox/value';
import { readOwnName } from '../library/own-name.ts';
import { parseQuery } from '../search-language/parse-query.ts';
import { parseAuthorId } from '../sources/parse-author-id.ts';
import { LAYOUTS, MAX_NAME_LENGTH, ViewParameters } from '../views/contract.ts';
import type { ImportedView } from '../views/import-views.ts';
import { isObject, type Reading } from './import-record.ts';

/** Reads a view. One whose parameters cannot be read is skipped, because without them it would list something else. */
export function readView(item: unknown): Reading<ImportedView> {
  if (!isObject(item)) return { problem: 'it must be an object' };
  const named = typeof item.name === 'string' ? readOwnName(item.name, MAX_NAME_LENGTH) : null;
  if (named === null) return { problem: `name must have 1 to ${MAX_NAME_LENGTH} visible characters` };
  const { scholar_id: scholarId = null, parameters = {}, layout } = item;
  const author = typeof scholarId === 'string' ? parseAuthorId(scholarId) : null;
  if (author === null && scholarId !== null) return { problem: 'scholar_id is not a valid profile id' };
  if (!Value.Check(ViewParameters, parameters) || 'scholar_profile_id' in parameters)
    return { problem: 'parameters are not those of a list' };
  // what PostgreSQL cannot store, and no search finds
  const search = parameters.search?.replaceAll('\0', ' ').toWellFormed();
  const { mistake } = parseQuery(search ?? '');
  if (mistake) return { problem: `its search is not valid: ${mistake.message.replace(/\.$/, '')}` };
  const known = LAYOUTS.find((one) => one === layout);
  const filled = Value.Default(ViewParameters, search === undefined ? parameters : { ...parameters, search });
  const record = { ...named, author, parameters: filled as ViewParameters, layout: known ?? 'titles' };
  return { record, ignored: known || (layout ?? null) === null ? [] : ['layout'], cut: [] };
}
