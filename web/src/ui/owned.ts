import type { QueryKey } from '@tanstack/react-query';
import { api, unwrap } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { offerUndo } from './undo.ts';

interface Item {
  readonly id: number;
  readonly name: string;
}

/** What the service keeps for a day after it was deleted. */
type Kind = 'tags' | 'views' | 'rules';

/**
 * Changes the cached list of what a user owns of one kind. `refresh` reads again what may be different after a change.
 */
export function ownedList<Owned extends Item>(kind: Kind, queryKey: QueryKey, refresh: () => Promise<unknown>) {
  const set = (change: (items: readonly Owned[]) => Owned[]) =>
    queryClient.setQueryData<readonly Owned[]>(queryKey, (items) => items && change(items));
  const stopReading = () => queryClient.cancelQueries({ queryKey, exact: true });
  const show = (id: number, changes: Partial<Owned>) =>
    set((items) => items.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  return {
    set,
    stopReading,
    show,

    /** Shows a change at once, and reverts it if the service refuses. `save` returns what was saved. */
    async change(item: Owned, changes: Partial<Owned>, save: () => Promise<Owned>): Promise<void> {
      await stopReading();
      show(item.id, changes);
      try {
        show(item.id, await save());
      } catch (error) {
        show(item.id, item);
        throw error;
      }
    },

    /** Deletes one at once, and offers an undo with a notice: the service has kept it. */
    async remove({ id, name }: Owned, noticeOf: (name: string) => string): Promise<void> {
      await stopReading();
      set((items) => items.filter((one) => one.id !== id));
      const params = { path: { id } };
      const sent = unwrap(api.DELETE(`/api/v1/${kind}/{id}`, { params }));
      const forgetUndo = offerUndo(noticeOf(name), async () => {
        await sent;
        await unwrap(api.POST(`/api/v1/${kind}/{id}/restore`, { params }));
        await refresh();
      });
      sent.catch(forgetUndo);
      try {
        await sent;
      } finally {
        await refresh();
      }
    },
  };
}
