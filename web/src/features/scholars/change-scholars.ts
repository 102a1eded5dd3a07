import { ApiError } from '../../api/api-error.ts';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Scholar } from '../../api/shapes.ts';
import { splitProfiles } from './scholar-input.ts';
import { scholarsQuery } from './scholars-query.ts';

export interface Rejected {
  readonly input: string;
  readonly reason: string;
}

/** @throws ApiError `invalid_scholar`, `scholar_already_tracked` */
export async function trackScholar(input: string): Promise<Scholar> {
  const scholar = await unwrap(api.POST('/api/v1/scholars', { body: { scholar_id: input } }));
  await queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
  return scholar;
}

/** Tracks scholars one after another, and continues after a rejected one. */
export async function trackScholars(typed: string): Promise<{ tracked: number; rejected: readonly Rejected[] }> {
  const rejected: Rejected[] = [];
  let tracked = 0;
  for (const input of new Set(splitProfiles(typed))) {
    try {
      await unwrap(api.POST('/api/v1/scholars', { body: { scholar_id: input } }));
      tracked += 1;
    } catch (error) {
      // stop without a response or a session, because the next requests would fail too
      if (!(error instanceof ApiError) || error.status === 401) {
        // the ones before were added
        void queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
        throw error;
      }
      rejected.push({ input, reason: error.message });
    }
  }
  await queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
  return { tracked, rejected };
}

/** Includes a scholar in runs or pauses it. Shows the change at once and reverts it if the service refuses. */
export async function toggleScholar({ id, is_enabled }: Scholar): Promise<void> {
  change(id, { is_enabled: !is_enabled });
  try {
    const scholar = await unwrap(api.PATCH('/api/v1/scholars/{id}/toggle', { params: { path: { id } } }));
    change(id, scholar);
  } catch (error) {
    change(id, { is_enabled });
    throw error;
  }
}

/**
 * Changes the picture to the one at an address, to a file, or, with null, to the profile's own.
 * @throws ApiError `invalid_scholar_image`, `payload_too_large`
 */
export async function changePicture(id: number, next: string | File | null): Promise<void> {
  const scholar = await unwrap(requestPicture(id, next));
  // a list that is loading may still have the old picture
  await queryClient.cancelQueries({ queryKey: scholarsQuery.queryKey, exact: true });
  change(id, scholar);
}

function requestPicture(id: number, next: string | File | null) {
  const params = { path: { id } };
  if (next === null) return api.DELETE('/api/v1/scholars/{id}/image', { params });
  if (typeof next === 'string')
    return api.PUT('/api/v1/scholars/{id}/image/url', { params, body: { image_url: next } });
  const form = new FormData();
  form.set('image', next);
  // the generated type describes the file as a string
  return api.POST('/api/v1/scholars/{id}/image/upload', { params, body: { image: '' }, bodySerializer: () => form });
}

/** Removes a scholar. It is not an error if the scholar is already gone. */
export async function removeScholar(id: number): Promise<void> {
  try {
    // keepalive delivers the request even while the page unloads
    await unwrap(api.DELETE('/api/v1/scholars/{id}', { params: { path: { id } }, keepalive: true }));
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
