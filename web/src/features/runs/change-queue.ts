import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { QueueItem } from '../../api/shapes.ts';

export type Act = 'retry' | 'drop' | 'clear';

/** Does it to one after another. @throws ApiError of the first that the service refused, after which it goes no further */
export async function changeItems(act: Act, items: readonly QueueItem[]): Promise<void> {
  try {
    for (const { id } of items) await change(act, id);
  } finally {
    // how it is now, also after a refusal: somebody else may have been there
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['runs'] }),
      queryClient.invalidateQueries({ queryKey: ['scholars'] }),
    ]);
  }
}

async function change(act: Act, id: number): Promise<void> {
  const params = { path: { id } };
  if (act === 'clear') await take(api.DELETE('/api/v1/runs/queue/{id}', { params }));
  else if (act === 'drop') await take(api.POST('/api/v1/runs/queue/{id}/drop', { params }));
  else await take(api.POST('/api/v1/runs/queue/{id}/retry', { params }));
}
