import { ApiError } from '../../api/api-error.ts';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { NewScholar, Scholar } from '../../api/shapes.ts';
import { offerUndo } from '../../ui/undo.ts';
import { runsQuery } from '../runs/runs-query.ts';
import { decideProfile } from './profiles-query.ts';
import { splitProfiles } from './scholar-input.ts';
import { scholarsQuery } from './scholars-query.ts';

export type UnreadPast = NonNullable<NewScholar['unread_past']>;
/** What is unread of a new scholar's publications. The first crawls of a few scholars find thousands. */
export const DEFAULT_UNREAD_PAST: UnreadPast = 'recent';

/** @throws ApiError `invalid_scholar`, `scholar_already_tracked` */
export async function trackScholar(input: string): Promise<Scholar> {
  const body = { scholar_id: input, unread_past: DEFAULT_UNREAD_PAST };
  const scholar = await unwrap(api.POST('/api/v1/scholars', { body }));
  await refreshScholars();
  return scholar;
}

/**
 * Tracks the scholars of a list. Returns how many were added or were tracked already, the lines that hold no id, and
 * the text to correct.
 */
export async function trackScholars({ typed, unreadPast }: { typed: string; unreadPast: UnreadPast }) {
  const lines = splitProfiles(typed);
  const { added_count: added, results } = await unwrap(
    api.POST('/api/v1/scholars/batch', { body: { lines, unread_past: unreadPast } }),
  );
  await refreshScholars();
  const linesOf = (...wanted: (typeof results)[number]['status'][]) =>
    results.flatMap(({ line, status }) => (wanted.includes(status) ? [lines[line - 1] ?? ''] : []));
  const invalid = linesOf('invalid');
  return {
    added,
    alreadyTracked: linesOf('already_tracked').length,
    invalid,
    // with the header of a CSV file, so that its rows can be sent again
    rest: invalid.length === 0 ? '' : linesOf('invalid', 'skipped').join('\n'),
  };
}

async function refreshScholars(): Promise<void> {
  // the status line says how many are imported
  void queryClient.invalidateQueries({ queryKey: runsQuery.queryKey, exact: true });
  await queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
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

/**
 * Removes a scholar, and offers an undo: the scholar is tracked again and gets a new id, and the service has kept the
 * marks.
 */
export async function removeScholar(scholar: Scholar, message: string): Promise<void> {
  const { id } = scholar;
  // a list that is loading may still have the scholar
  await queryClient.cancelQueries({ queryKey: scholarsQuery.queryKey, exact: true });
  queryClient.setQueryData(scholarsQuery.queryKey, (scholars) => scholars?.filter((one) => one.id !== id));
  // keepalive delivers the request even while the page unloads
  const sent = unwrap(api.DELETE('/api/v1/scholars/{id}', { params: { path: { id } }, keepalive: true }));
  const forgetUndo = offerUndo(message, async () => {
    await sent;
    await trackAgain(scholar);
    await refreshAll();
  });
  try {
    await sent;
  } catch (error) {
    forgetUndo();
    // it is not an error if the scholar is already gone
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  } finally {
    await refreshAll();
  }
}

/**
 * Tracks a removed scholar with the settings from before. Profiles that evidence or the user confirmed come back by
 * themselves, but not those of joined scholars.
 */
async function trackAgain({ scholar_id, profiles, is_enabled, profile_image_override_url }: Scholar): Promise<void> {
  const body = { scholar_id, profile_image_url: profile_image_override_url };
  const { id } = await unwrap(api.POST('/api/v1/scholars', { body }));
  for (const { source, id: of } of profiles)
    if (source === 'google_scholar' && of !== scholar_id) await decideProfile(id, { source, id: of }, 'confirmed');
  if (!is_enabled) await unwrap(api.PATCH('/api/v1/scholars/{id}/toggle', { params: { path: { id } } }));
}

async function refreshAll(): Promise<void> {
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
