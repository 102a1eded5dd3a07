import type { SavedView } from '../../api/shapes.ts';
import type { Density } from '../publications/density.ts';
import { type ListSearch, parametersOf, readListSearch } from '../publications/list-search.ts';

/**
 * The address of a view: what it lists, and its id. A combination that the filters do not have becomes part of the
 * search.
 */
export function searchOf({ id, parameters, layout }: SavedView): ListSearch {
  const { mode = 'all', favorite_only: isFavorite, search = '' } = parameters;
  const { scholar_profile_id: scholar, year_from: from, year_to: to } = parameters;
  const isOfToday = mode === 'today' && (search !== '' || isFavorite || (scholar ?? from ?? to) !== undefined);
  const view = isOfToday ? 'unread' : mode === 'new' ? 'latest' : mode;
  const terms = [search, isOfToday ? 'added:<14d' : '', isFavorite && view !== 'all' ? 'is:favorite' : ''];
  return readListSearch({
    view: isFavorite && view === 'all' ? 'favorites' : view,
    q: terms.filter((term) => term !== '').join(' '),
    scholar,
    from,
    to,
    // today's reading has its own order
    ...(view === 'today' ? {} : { sort: parameters.sort_by ?? 'first_seen', dir: parameters.sort_dir }),
    saved: id,
    layout,
  });
}

/** What a view of the list would keep. `density` is what the user chose in this browser. */
export function viewOf(search: ListSearch, density: Density): Pick<SavedView, 'parameters' | 'layout'> {
  return { parameters: { ...parametersOf(search), with_running: true }, layout: search.layout ?? density };
}

/** Whether the list differs from the view. */
export function isChanged(view: SavedView, search: ListSearch): boolean {
  const stateOf = (one: ListSearch) => JSON.stringify([parametersOf(one), one.layout ?? view.layout]);
  return stateOf(searchOf(view)) !== stateOf(search);
}
