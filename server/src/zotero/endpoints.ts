import { deleteForGood } from '../library/owned.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { ImportQuery, ImportResponse } from '../portability/contract.ts';
import { createSync, requestPush, saveKey, showZotero } from './change-zotero.ts';
import * as contract from './contract.ts';
import { importFromZotero } from './import-from-zotero.ts';
import { deleteAccount, SYNCS } from './store.ts';

export const show = endpoint({
  summary: 'Get what your key for Zotero reaches, and which lists are kept in collections',
  description: 'The key itself is never shown.',
  response: contract.Zotero,
  handle: ({ user, ...services }) => showZotero(services, user.id),
});

export const save = endpoint({
  summary: 'Save your key for Zotero',
  description: 'Zotero is asked what the key reaches. The key is stored encrypted. Needs a session.',
  recentSignIn: true,
  body: contract.KeyBody,
  response: contract.Zotero,
  errors: ['source_unavailable'],
  async handle({ user, body, ...services }) {
    await saveKey(services, user.id, body.api_key);
    return showZotero(services, user.id);
  },
});

export const remove = endpoint({
  summary: 'Forget your key for Zotero',
  description: 'Nothing is pushed then. What is in Zotero stays there.',
  response: messageLike('The key for Zotero was deleted.'),
  async handle({ user, db }) {
    await deleteAccount(db, user.id);
    return { message: 'The key for Zotero was deleted.' };
  },
});

export const create = endpoint({
  summary: 'Keep your favorites, a scholar, a view or a tag in a collection of Zotero',
  description:
    'The collection is made by the first push; after that, it is pushed once a day. Nothing is ever deleted in Zotero, and what you change or delete there stays as you want it.',
  body: contract.NewSync,
  status: 201,
  response: contract.OneSync,
  errors: ['scholar_not_found', 'view_not_found', 'tag_not_found', 'too_many_syncs', 'zotero_not_connected'],
  handle: ({ user, body, ...services }) => createSync(services, user.id, body),
});

export const push = endpoint({
  summary: 'Push a list to its collection now, or preview what that does',
  description:
    'The push runs in the background; `state` and `result` of the sync show how far it is. With `dry_run=true`, `preview` says what a push would do, and nothing is written.',
  path: IdInPath,
  query: contract.PushQuery,
  response: contract.Pushed,
  errors: ['sync_not_found', 'zotero_not_connected'],
  handle: ({ user, path, query, ...services }) => requestPush(services, user.id, path.id, query.dry_run ?? false),
});

export const stop = endpoint({
  summary: 'Do not keep a list in its collection any more',
  description: 'The collection and its items stay in Zotero.',
  path: IdInPath,
  response: messageLike('“Favorites” is no longer pushed to Zotero.'),
  errors: ['sync_not_found'],
  handle: async ({ db, user, path }) => ({
    message: `“${await deleteForGood(db, user.id, SYNCS, path.id)}” is no longer pushed to Zotero.`,
  }),
});

export const importLibrary = endpoint({
  summary: 'Import a library of Zotero with its tags and notes, or preview the import',
  description: 'Like the import of a file. Attachments, and notes without an item, are not imported.',
  query: ImportQuery,
  body: contract.ImportFrom,
  response: ImportResponse,
  errors: ['zotero_not_connected', 'source_unavailable', 'import_in_progress', 'not_ready'],
  handle: ({ user, query, body, ...services }) =>
    importFromZotero(services, user.id, body.library, {
      isDryRun: query.dry_run ?? false,
      markRead: query.mark_read ?? false,
    }),
});
