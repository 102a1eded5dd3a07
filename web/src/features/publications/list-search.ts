import type { PublicationQuery } from '../../api/shapes.ts';
import { DENSITIES, type Density } from './density.ts';

export const VIEWS = ['today', 'all', 'unread', 'latest', 'favorites'] as const;
export const SORTS = ['first_seen', 'year', 'citations', 'title', 'scholar', 'pdf_status', 'reading'] as const;

export type View = (typeof VIEWS)[number];
export type Sort = (typeof SORTS)[number];

/** Search parameters of the list. A missing one has its default. */
export interface ListSearch {
  /**
   * Without one, it is today's reading, or the view at the start. An address with filters alone is one of all
   * publications.
   */
  readonly view?: View;
  readonly scholar?: number;
  readonly q?: string;
  readonly sort?: Sort;
  readonly dir?: 'asc' | 'desc';
  /** publication years, inclusive */
  readonly from?: number;
  readonly to?: number;
  /** id of the saved view that was opened. The other parameters were those of the view. */
  readonly saved?: number;
  /** in place of the density that the user chose in this browser */
  readonly layout?: Density;
  /** id of the publication with open details */
  readonly open?: number;
}

export const MAX_SEARCH_LENGTH = 200;

/** Reads the valid search parameters and ignores the rest. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const named = VIEWS.find((known) => known === search.view);
  const sort = SORTS.find((known) => known === search.sort);
  const dir = search.dir === 'asc' || search.dir === 'desc' ? search.dir : undefined;
  const q =
    typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, MAX_SEARCH_LENGTH) : '';
  const whole = {
    scholar: wholeNumber(search.scholar),
    from: wholeNumber(search.from),
    to: wholeNumber(search.to),
    saved: wholeNumber(search.saved),
    open: wholeNumber(search.open),
  };
  const layout = DENSITIES.find((known) => known === search.layout);
  const isFiltered = q !== '' || sort !== undefined || (whole.scholar ?? whole.from ?? whole.to) !== undefined;
  const view = named === undefined || named === 'today' ? (isFiltered ? 'all' : named) : named;
  const filters = { ...(whole.scholar ? { scholar: whole.scholar } : {}), ...(q === '' ? {} : { q }) };
  return {
    ...(view ? { view } : {}),
    ...filters,
    ...(sort && sort !== sortOf(filters) ? { sort } : {}),
    ...(dir && dir !== directionOf(sort ? { sort } : {}) ? { dir } : {}),
    ...(whole.from ? { from: whole.from } : {}),
    ...(whole.to ? { to: whole.to } : {}),
    ...(whole.saved ? { saved: whole.saved } : {}),
    ...(layout ? { layout } : {}),
    ...(whole.open ? { open: whole.open } : {}),
  };
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/**
 * The order: what was searched for, or is by one scholar, begins with the latest year, all publications with the latest
 * arrival.
 */
export function sortOf({ sort, q, scholar }: ListSearch): Sort {
  return sort ?? (q === undefined && scholar === undefined ? 'first_seen' : 'year');
}

/** The direction, which is ascending by default for names and descending otherwise. */
export function directionOf({ sort, dir }: ListSearch): 'asc' | 'desc' {
  return dir ?? (sort === 'title' || sort === 'scholar' ? 'asc' : 'desc');
}

/** The query to the service, without page and open details. `density` is what the user chose in this browser. */
export function queryOf(search: ListSearch, density: Density = 'titles') {
  const abstracts = (search.layout ?? density) === 'abstracts' ? { with_abstract: true } : {};
  return { ...parametersOf(search), ...abstracts };
}

/** What the list shows and in which order, as the service stores it in a view. */
export function parametersOf(search: ListSearch) {
  const { view = 'today', scholar, q, from, to } = search;
  if (view === 'today') return { mode: view, sort_by: 'scholar', sort_dir: 'asc' } as const;
  return {
    mode: view === 'favorites' ? 'all' : view,
    ...(view === 'favorites' ? { favorite_only: true } : {}),
    ...(scholar === undefined ? {} : { scholar_profile_id: scholar }),
    ...(q === undefined ? {} : { search: q }),
    ...(from === undefined ? {} : { year_from: from }),
    ...(to === undefined ? {} : { year_to: to }),
    sort_by: sortOf(search),
    sort_dir: directionOf(search),
  } satisfies PublicationQuery;
}

/** Whether the list is today's reading, which has its own head and headings. */
export function isToday({ view }: ListSearch): boolean {
  return view === undefined || view === 'today';
}

/** Whether a filter other than view and scholar is set. */
export function isNarrowed({ q, from, to }: ListSearch): boolean {
  return q !== undefined || from !== undefined || to !== undefined;
}
