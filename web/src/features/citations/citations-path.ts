import type { PublicationQuery } from '../../api/shapes.ts';
import type { Format } from './formats.ts';

/** What is cited: publications by their ids, or a list. */
export type Cited = { readonly ids: readonly number[] } | { readonly list: PublicationQuery };

/** How many ids the service takes at once. */
export const MAX_IDS = 1000;

/** The path of an export. */
export function citationsPath(cited: Cited, format: Format): string {
  const query = new URLSearchParams({ format });
  if ('ids' in cited) query.set('ids', cited.ids.join());
  else {
    const { with_abstract: _abstract, ...list } = cited.list;
    for (const [name, value] of Object.entries({ ...list, with_running: true })) query.set(name, String(value));
  }
  return `/api/v1/publications/export?${query}`;
}
