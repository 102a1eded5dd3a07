import { ApiError } from '../../api/api-error.ts';
import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Scholar } from '../../api/shapes.ts';
import { profilesIn } from './is-name.ts';
import { scholarsQuery } from './scholars-query.ts';

export interface NotTracked {
  readonly asked: string;
  readonly reason: string;
}

/** @throws ApiError `invalid_scholar`, `scholar_already_tracked` */
export async function trackScholar(asked: string): Promise<Scholar> {
  const scholar = await take(api.POST('/api/v1/scholars', { body: { scholar_id: asked } }));
  await queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
  return scholar;
}

/** Tracks one after another, and goes on when one is refused. */
export async function trackScholars(typed: string): Promise<{ tracked: number; refused: readonly NotTracked[] }> {
  const refused: NotTracked[] = [];
  let tracked = 0;
  for (const asked of new Set(profilesIn(typed))) {
    try {
      await take(api.POST('/api/v1/scholars', { body: { scholar_id: asked } }));
      tracked += 1;
    } catch (error) {
      // what was refused is told; without an answer, or a session, all of it is still to be asked
      if (!(error instanceof ApiError) || error.status === 401) {
        // those before it are tracked
        void queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
        throw error;
      }
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

/**
 * Shows another picture: the one behind an address, a file, or, with null, the profile's own.
 * @throws ApiError `invalid_scholar_image`, `payload_too_large`
 */
export async function changePicture(id: number, next: string | File | null): Promise<void> {
  const scholar = await take(askForPicture(id, next));
  // a list that is on its way may know only the picture before
  await queryClient.cancelQueries({ queryKey: scholarsQuery.queryKey, exact: true });
  change(id, scholar);
}

function askForPicture(id: number, next: string | File | null) {
  const params = { path: { id } };
  if (next === null) return api.DELETE('/api/v1/scholars/{id}/image', { params });
  if (typeof next === 'string')
    return api.PUT('/api/v1/scholars/{id}/image/url', { params, body: { image_url: next } });
  const form = new FormData();
  form.set('image', next);
  // the description knows a file only as its bytes
  return api.POST('/api/v1/scholars/{id}/image/upload', { params, body: { image: '' }, bodySerializer: () => form });
}

/** Nothing is wrong when the scholar is gone already. */
export async function removeScholar(id: number): Promise<void> {
  try {
    // it arrives even when the page is being left
    await take(api.DELETE('/api/v1/scholars/{id}', { params: { path: { id } }, keepalive: true }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
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
