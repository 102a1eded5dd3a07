import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ListSearch } from '../publications/list-search.ts';
import { settingsQuery } from '../settings/settings-query.ts';
import { searchOf } from './view-search.ts';
import { viewsQuery } from './views-query.ts';

/** The parameters of today's reading. `/` alone opens the view at the start. */
export const todaySearchQuery = queryOptions({
  ...settingsQuery,
  select: ({ start_view_id: id }): ListSearch => (id === null ? {} : { view: 'today' }),
});

/** What the application opens with: the address of the user's start view, or null for today's reading. */
export async function findStart(queryClient: QueryClient): Promise<ListSearch | null> {
  try {
    const { start_view_id: id } = await queryClient.ensureQueryData(settingsQuery);
    if (id === null) return null;
    const views = await queryClient.ensureQueryData(viewsQuery);
    const view = views.find((one) => one.id === id);
    return view ? searchOf(view) : null;
  } catch {
    // the list says that the service cannot be reached
    return null;
  }
}
