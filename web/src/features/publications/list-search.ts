import type { PublicationQuery } from '../../api/shapes.ts';

export const VIEWS = ['all', 'unread', 'latest', 'favorites'] as const;
export const SORTS = ['first_seen', 'year', 'citations', 'title', 'scholar', 'pdf_status'] as const;

export type View = (typeof VIEWS)[number];
export type Sort = (typeof SORTS)[number];

/** What the address says of the list; what it does not say is as it is by default. */
export interface ListSearch {
  readonly view?: View;
  readonly scholar?: number;
  readonly q?: string;
  readonly sort?: Sort;
  readonly dir?: 'asc' | 'desc';
  /** the years between which publications appeared, both included */
  readonly from?: number;
  readonly to?: number;
  /** the publication that is shown beside the list */
  readonly open?: number;
}

export const LONGEST_SEARCH = 200;

/** Takes from an address what the list knows, and passes over the rest. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const view = VIEWS.find((known) => known === search.view);
  const sort = SORTS.find((known) => known === search.sort);
  const dir = search.dir === 'asc' || search.dir === 'desc' ? search.dir : undefined;
  const q =
    typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, LONGEST_SEARCH) : '';
  const whole = {
    scholar: wholeNumber(search.scholar),
    from: wholeNumber(search.from),
    to: wholeNumber(search.to),
    open: wholeNumber(search.open),
  };
  return {
    ...(view && view !== 'all' ? { view } : {}),
    ...(whole.scholar ? { scholar: whole.scholar } : {}),
    ...(q === '' ? {} : { q }),
    ...(sort && sort !== 'first_seen' ? { sort } : {}),
    ...(dir && dir !== directionOf(sort ? { sort } : {}) ? { dir } : {}),
    ...(whole.from ? { from: whole.from } : {}),
    ...(whole.to ? { to: whole.to } : {}),
    ...(whole.open ? { open: whole.open } : {}),
  };
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Names from A, everything else from the newest or largest. */
export function directionOf({ sort, dir }: ListSearch): 'asc' | 'desc' {
  return dir ?? (sort === 'title' || sort === 'scholar' ? 'asc' : 'desc');
}

/** The question to the service; not the page, and not what is shown beside the list. */
export function queryOf(search: ListSearch): PublicationQuery {
  const { view = 'all', scholar, q, sort = 'first_seen', from, to } = search;
  return {
    mode: view === 'favorites' ? 'all' : view,
    ...(view === 'favorites' ? { favorite_only: true } : {}),
    ...(scholar === undefined ? {} : { scholar_profile_id: scholar }),
    ...(q === undefined ? {} : { search: q }),
    ...(from === undefined ? {} : { year_from: from }),
    ...(to === undefined ? {} : { year_to: to }),
    sort_by: sort,
    sort_dir: directionOf(search),
  };
}

/** Whether there is a filter beside the view and the scholar. */
export function isNarrowed({ q, from, to }: ListSearch): boolean {
  return q !== undefined || from !== undefined || to !== undefined;
}
