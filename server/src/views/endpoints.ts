import { deleteOwned, restoreOwned } from '../library/owned.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { changeView, createView, orderViews } from './change-views.ts';
import * as contract from './contract.ts';
import { countUnreadOfViews } from './count-unread.ts';
import { listViews, VIEWS } from './store.ts';

export const list = endpoint({
  summary: 'List your saved views in their order',
  description: 'A view is a list with its filters, order and layout.',
  response: contract.ViewList,
  handle: async ({ db, user }) => ({ views: await listViews(db, user.id) }),
});

export const counts = endpoint({
  summary: 'Count the unread publications of each of your views',
  description: 'Counted up to 1,000 for each view.',
  response: contract.UnreadCounts,
  handle: async ({ db, user }) => ({ counts: await countUnreadOfViews(db, user.id) }),
});

export const create = endpoint({
  summary: 'Save a list as a view',
  description: '`parameters` are those of `GET /api/v1/publications`.',
  body: contract.NewView,
  status: 201,
  response: contract.OneView,
  errors: ['scholar_not_found', 'view_exists', 'too_many_views'],
  handle: ({ db, user, body }) => createView(db, user.id, body),
});

export const change = endpoint({
  summary: 'Rename a view, or change what it shows',
  description: 'What the body leaves out stays.',
  path: IdInPath,
  body: contract.ViewChange,
  response: contract.OneView,
  errors: ['view_not_found', 'scholar_not_found', 'view_exists'],
  handle: ({ db, user, path, body }) => changeView(db, user.id, path.id, body),
});

export const order = endpoint({
  summary: 'Change the order of your views',
  description: 'Send the id of each of your views once.',
  body: contract.ViewOrder,
  response: contract.ViewList,
  handle: async ({ db, user, body }) => ({ views: await orderViews(db, user.id, body.ids) }),
});

export const remove = endpoint({
  summary: 'Delete a view',
  description: '`POST /api/v1/views/{id}/restore` takes it back within a day.',
  path: IdInPath,
  response: messageLike('“Unread about sediment” deleted. You can restore it for a day.'),
  errors: ['view_not_found'],
  async handle({ db, user, path }) {
    const { name } = await deleteOwned(db, user.id, VIEWS, path.id);
    return { message: `“${name}” deleted. You can restore it for a day.` };
  },
});

export const restore = endpoint({
  summary: 'Restore a view that was deleted within the last day',
  description: 'It has its name, its parameters and its layout again.',
  path: IdInPath,
  response: contract.OneView,
  errors: ['view_not_found', 'view_exists', 'too_many_views'],
  handle: ({ db, user, path }) => restoreOwned(db, user.id, VIEWS, path.id),
});
