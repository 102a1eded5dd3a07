import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { describePublication } from './describe-publication.ts';
import { examples } from './examples.ts';
import { listPublications } from './list-publications.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { toggleFavorite } from './toggle-favorite.ts';
import { undoMarkAll } from './undo-mark-all.ts';

export const list = endpoint({
  summary: 'List publications: filtered, sorted, a page at a time',
  query: contract.ListQuery,
  answer: contract.PublicationList,
  example: examples.list,
  problems: ['invalid_snapshot', 'invalid_cursor', 'scholar_not_found'],
  handle: ({ db, user, query }) => listPublications(db, user.id, query),
});

export const show = endpoint({
  summary: 'All that is known of a publication in your library',
  path: IdInPath,
  answer: contract.Detail,
  example: examples.show,
  problems: ['publication_not_found'],
  handle: ({ user, path, ...services }) => describePublication(services, user.id, path.id),
});

export const markSelectedRead = endpoint({
  summary: 'Mark the selected publications as read, or as unread',
  body: contract.MarkReadBody,
  answer: contract.MarkReadAnswer,
  example: examples.markRead,
  async handle({ db, user, body }) {
    const { requested, updated } = await markRead(db, user.id, body);
    return { message: `${updated} marked.`, requested_count: requested, updated_count: updated };
  },
});

export const markAllAsRead = endpoint({
  summary: 'Mark all publications as read',
  body: contract.MarkAllReadBody,
  answer: contract.MarkAllReadAnswer,
  example: examples.markAllRead,
  problems: ['invalid_snapshot', 'scholar_not_found'],
  async handle({ db, user, body }) {
    const scholarId = body.scholar_profile_id ?? null;
    const { updated, undoToken } = await markAllRead(db, user.id, scholarId, body.snapshot ?? null);
    return { message: `${updated} marked as read.`, updated_count: updated, undo_token: undoToken };
  },
});

export const undoMarkAllAsRead = endpoint({
  summary: 'Make unread again what one mark-all-read has marked, within ten minutes',
  body: contract.UndoBody,
  answer: contract.UndoAnswer,
  example: examples.undoMarkAllRead,
  problems: ['invalid_undo_token', 'undo_token_not_found', 'undo_expired', 'nothing_to_undo'],
  async handle({ db, user, body }) {
    const updated = await undoMarkAll(db, user.id, body.undo_token);
    return { message: `${updated} marked as unread.`, updated_count: updated };
  },
});

export const favorite = endpoint({
  summary: 'Set the favorite mark of a publication, or toggle it',
  path: IdInPath,
  body: contract.FavoriteBody,
  answer: contract.FavoriteAnswer,
  example: examples.favorite,
  problems: ['publication_not_found'],
  async handle({ db, user, path, body }) {
    const choice = { isFavorite: body.is_favorite ?? null, scholarId: body.scholar_profile_id ?? null };
    const publication = await toggleFavorite(db, user.id, path.id, choice);
    return {
      message: publication.is_favorite ? 'Added to your favorites.' : 'Removed from your favorites.',
      publication,
    };
  },
});
