import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { QueueItem } from '../../api/shapes.ts';

export type Action = 'retry' | 'drop' | 'clear';

/**
 * Applies an action to items one after another. @throws ApiError of the first that the service refuses, and stops there
 */
export async function changeItems(act: Action, items: readonly QueueItem[]): Promise<void> {
  try {
    for (const { id } of items) await change(act, id);
  } finally {
    // refresh after an error too, because another session may have changed the queue
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['runs'] }),
      queryClient.invalidateQueries({ queryKey: ['scholars'] }),
    ]);
  }
}

async function change(act: Action, id: number): Promise<void> {
  const params = { path: { id } };
  if (act === 'clear') await unwrap(api.DELETE('/api/v1/runs/queue/{id}', { params }));
  else if (act === 'drop') await unwrap(api.POST('/api/v1/runs/queue/{id}/drop', { params }));
  else await unwrap(api.POST('/api/v1/runs/queue/{id}/retry', { params }));
}
