import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { listPublications } from './list-publications.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { toggleFavorite } from './toggle-favorite.ts';

export const list = endpoint({
  summary: 'List publications: filtered, sorted, a page at a time',
  query: contract.ListQuery,
  answer: contract.PublicationList,
  problems: ['invalid_snapshot', 'scholar_not_found'],
  handle: ({ db, user, query }) => listPublications(db, user.id, query),
});

export const markSelectedRead = endpoint({
  summary: 'Mark the selected publications as read, or as unread',
  body: contract.MarkReadBody,
  answer: contract.MarkReadAnswer,
  async handle({ db, user, body }) {
    const { requested, updated } = await markRead(db, user.id, body);
    return { message: `${updated} marked.`, requested_count: requested, updated_count: updated };
  },
});

export const markAllAsRead = endpoint({
  summary: 'Mark all publications as read',
  body: contract.MarkAllReadBody,
  answer: contract.MarkAllReadAnswer,
  problems: ['invalid_snapshot', 'scholar_not_found'],
  async handle({ db, user, body }) {
    const updated = await markAllRead(db, user.id, body.scholar_profile_id ?? null, body.snapshot ?? null);
    return { message: `${updated} marked as read.`, updated_count: updated };
  },
});

export const favorite = endpoint({
  summary: 'Set the favorite mark of a publication, or toggle it',
  path: IdInPath,
  body: contract.FavoriteBody,
  answer: contract.FavoriteAnswer,
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
