import { ApiError } from '../../api/api-error.ts';
import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Scholar } from '../../api/shapes.ts';
import { scholarsQuery } from './scholars-query.ts';

export interface NotTracked {
  readonly asked: string;
  readonly reason: string;
}

/** Tracks one after another, and goes on when one is refused. */
export async function trackScholars(typed: string): Promise<{ tracked: number; refused: readonly NotTracked[] }> {
  const refused: NotTracked[] = [];
  let tracked = 0;
  for (const asked of new Set(typed.split(/\s+/).filter(Boolean))) {
    try {
      await take(api.POST('/api/v1/scholars', { body: { scholar_id: asked } }));
      tracked += 1;
    } catch (error) {
      // what was refused is told; without an answer, or a session, all of it is still to be asked
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      refused.push({ asked, reason: error.message });
    }
  }
  await queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
  return { tracked, refused };
}

/** Shown at once; taken back when the service refuses. */
export async function toggleScholar({ id, is_enabled }: Scholar): Promise<void> {
  change(id, { is_enabled: !is_enabled });
  try {
    const scholar = await take(api.PATCH('/api/v1/scholars/{id}/toggle', { params: { path: { id } } }));
    change(id, scholar);
  } catch (error) {
    change(id, { is_enabled });
    throw error;
  }
}

export async function removeScholar(id: number): Promise<void> {
  await take(api.DELETE('/api/v1/scholars/{id}', { params: { path: { id } } }));
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['publications'] }),
  ]);
}

function change(id: number, changes: Partial<Scholar>): void {
  queryClient.setQueryData(scholarsQuery.queryKey, (scholars) =>
    scholars?.map((scholar) => (scholar.id === id ? { ...scholar, ...changes } : scholar)),
  );
}
