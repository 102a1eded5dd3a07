import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { listPublications } from './list-publications.ts';
import { acknowledgeNotice, markInterest, toggleFavorite } from './mark-publication.ts';
import { markAllRead, markRead, undoMarkAll } from './mark-read.ts';

export const list = endpoint({
  summary: 'List publications, filtered, sorted and in pages',
  description:
    'One item for each publication, however many of your scholars wrote it. Page with `page` and `page_size`, or with `cursor`. Send the `snapshot` of the first page with later ones, so that pages neither repeat nor skip.',
  query: contract.ListQuery,
  response: contract.PublicationList,
  errors: ['invalid_snapshot', 'invalid_cursor', 'scholar_not_found'],
  handle: ({ db, user, query }) => listPublications(db, user.id, query),
});

export const markSelectedRead = endpoint({
  summary: 'Mark selected publications as read or unread',
  description: 'Send either `publication_ids` or `selections`. Ids that are not in your library are passed over.',
  body: contract.MarkReadBody,
  response: contract.MarkReadResponse,
  async handle({ db, user, body }) {
    const { requested, updated } = await markRead(db, user.id, body);
    return { message: `${updated} marked.`, requested_count: requested, updated_count: updated };
  },
});

export const markAllAsRead = endpoint({
  summary: 'Mark all publications of the library or of a filtered list as read',
  description:
    'Takes the filters of `GET /api/v1/publications`. With a `snapshot`, what arrived since stays unread. Send `undo_token` to `POST /api/v1/publications/mark-all-read/undo` to take it back.',
  body: contract.MarkAllReadBody,
  response: contract.MarkAllReadResponse,
  errors: ['invalid_snapshot', 'scholar_not_found'],
  async handle({ db, user, body }) {
    const { updated, undoToken } = await markAllRead(db, user.id, body);
    return { message: `${updated} marked as read.`, updated_count: updated, undo_token: undoToken };
  },
});

export const undoMarkAllAsRead = endpoint({
  summary: 'Undo a mark-all-read within ten minutes',
  description:
    'Takes back what the request that returned the token did. Publications that changed since keep their marks.',
  body: contract.UndoBody,
  response: contract.UndoResponse,
  errors: ['invalid_undo_token', 'undo_token_not_found', 'undo_expired', 'nothing_to_undo'],
  async handle({ db, user, body }) {
    const updated = await undoMarkAll(db, user.id, body.undo_token);
    return { message: `${updated} marked as unread.`, updated_count: updated };
  },
});

export const favorite = endpoint({
  summary: 'Set the favorite mark of a publication, or toggle it',
  description:
    'Without `is_favorite`, the mark is toggled. A publication that nothing else accounts for is hidden when it is no favorite any more.',
  path: IdInPath,
  body: contract.FavoriteBody,
  response: contract.FavoriteResponse,
  errors: ['publication_not_found', 'scholar_not_found'],
  async handle({ db, user, path, body }) {
    const choice = { isFavorite: body.is_favorite ?? null, scholarId: body.scholar_profile_id ?? null };
    const publication = await toggleFavorite(db, user.id, path.id, choice);
    return {
      message: publication.is_favorite ? 'Added to your favorites.' : 'Removed from your favorites.',
      publication,
    };
  },
});

export const saveInterest = endpoint({
  summary: 'Say that you want to read more, or less, like a publication',
  description: 'It changes only the reading order (`sort_by=reading`).',
  path: IdInPath,
  body: contract.InterestBody,
  response: messageLike('You will see more like this in the reading order.'),
  errors: ['publication_not_found'],
  async handle({ db, user, path, body }) {
    await markInterest(db, user.id, path.id, body.mark);
    return { message: `You will see ${body.mark} like this in the reading order.` };
  },
});

export const deleteInterest = endpoint({
  summary: 'Take back that you want to read more, or less, like a publication',
  description: 'Does nothing if there is no such mark.',
  path: IdInPath,
  response: messageLike('This no longer changes the reading order.'),
  errors: ['publication_not_found'],
  async handle({ db, user, path }) {
    await markInterest(db, user.id, path.id, null);
    return { message: 'This no longer changes the reading order.' };
  },
});

export const saveAcknowledged = endpoint({
  summary: 'Say that you know what became of a publication',
  description:
    'Its notice stays in lists and details, which then call no attention to it. Does nothing if it has none.',
  path: IdInPath,
  response: messageLike('You know what became of it.'),
  errors: ['publication_not_found'],
  async handle({ db, user, path }) {
    await acknowledgeNotice(db, user.id, path.id);
    return { message: 'You know what became of it.' };
  },
});
