import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { NewView, SavedView, ViewChange } from '../../api/shapes.ts';
import { viewTexts } from '../../texts/en/views.ts';
import { ownedList } from '../../ui/owned.ts';
import { settingsQuery } from '../settings/settings-query.ts';
import { VIEW_COUNTS_KEY, viewsQuery } from './views-query.ts';

const views = ownedList<SavedView>('views', viewsQuery.queryKey, refresh);
const ORDER_KEY = ['order-views'];

/** @throws ApiError `view_exists` if another view has the name */
export async function createView(view: NewView): Promise<SavedView> {
  const created = await unwrap(api.POST('/api/v1/views', { body: view }));
  views.set((known) => [...known, created]);
  await refresh();
  return created;
}

/** @throws ApiError `view_exists` if another view has the name */
export async function changeView(id: number, change: ViewChange): Promise<SavedView> {
  const changed = await unwrap(api.PATCH('/api/v1/views/{id}', { params: { path: { id } }, body: change }));
  views.show(id, changed);
  await refresh();
  return changed;
}

/** Deletes a view at once, and offers an undo: the service has kept it. */
export function deleteView(view: SavedView): Promise<void> {
  return views.remove(view, viewTexts.deleted);
}

/** Shows the views in another order at once, and saves it. The later of two orders wins. */
export async function orderViews(ids: readonly number[]): Promise<void> {
  // not awaited, so that the next step begins with the new order
  void views.stopReading();
  views.set((known) => ids.flatMap((id) => known.find((view) => view.id === id) ?? []));
  await queryClient
    .getMutationCache()
    .build(queryClient, {
      mutationKey: ORDER_KEY,
      scope: { id: 'order-views' },
      mutationFn: () => unwrap(api.PUT('/api/v1/views/order', { body: { ids: [...ids] } })),
      // the last of several orders shows what the service has
      onSettled() {
        if (queryClient.isMutating({ mutationKey: ORDER_KEY }) === 1)
          void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
      },
    })
    .execute(undefined);
}

/** Chooses the view that the application opens with; null: Today. */
export async function setStartView(id: number | null): Promise<void> {
  const settings = await unwrap(api.PUT('/api/v1/settings', { body: { start_view_id: id } }));
  queryClient.setQueryData(settingsQuery.queryKey, settings);
}

async function refresh(): Promise<void> {
  // not awaited, because counts are requested after a pause
  void queryClient.invalidateQueries({ queryKey: VIEW_COUNTS_KEY });
  await Promise.all(
    // a deleted view is no longer the one at the start
    [viewsQuery.queryKey, settingsQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
