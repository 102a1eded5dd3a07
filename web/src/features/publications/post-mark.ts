import { api, unwrap } from '../../api/client.ts';
import type { Mark } from './unconfirmed-marks.ts';

const MAX_AT_ONCE = 1000;

/** Tells the service a mark. Repeating it changes nothing. */
export async function postMark(mark: Mark): Promise<void> {
  const { kind, publicationIds: ids } = mark;
  if (kind !== 'read' && kind !== 'tag') for (const id of ids) await postOne(id, mark);
  else for (let at = 0; at < ids.length; at += MAX_AT_ONCE) await postSome(ids.slice(at, at + MAX_AT_ONCE), mark);
}

async function postSome(publication_ids: number[], mark: Mark): Promise<void> {
  const { isSet } = mark;
  if (mark.kind === 'tag') {
    const body = { publication_ids, [isSet ? 'add' : 'remove']: [mark.tag] };
    await unwrap(api.POST('/api/v1/publications/tag', { body }));
  } else await unwrap(api.POST('/api/v1/publications/mark-read', { body: { publication_ids, is_read: isSet } }));
}

async function postOne(id: number, mark: Mark): Promise<void> {
  const { kind, isSet } = mark;
  const params = { path: { id } };
  if (kind === 'favorite')
    await unwrap(api.POST('/api/v1/publications/{id}/favorite', { params, body: { is_favorite: isSet } }));
  else if (kind === 'notBy') {
    const path = '/api/v1/scholars/{id}/rejected-publications/{publication_id}';
    const ofScholar = { params: { path: { id: mark.scholar.scholar_profile_id, publication_id: id } } };
    await unwrap(isSet ? api.PUT(path, ofScholar) : api.DELETE(path, ofScholar));
  } else if (kind === 'more' || kind === 'less') {
    const path = '/api/v1/publications/{id}/interest';
    await unwrap(isSet ? api.PUT(path, { params, body: { mark: kind } }) : api.DELETE(path, { params }));
  }
}
