import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, paginationOf, windowOf } from '../platform/http/shapes.ts';
import * as contract from './pdf-contract.ts';
import { listSearches, listUntracked } from './pdf-store.ts';
import { requeueMissingPdfs, requeuePdf, retryPdf } from './request-pdf.ts';

const PAGE_SIZE = 100;
const REQUEUE_LIMIT = 1000;

export const retry = endpoint({
  summary: 'Search for a PDF of a publication again, or check whether its link still works',
  description: 'The search runs in the background. `queued` is false if one is waiting already.',
  path: IdInPath,
  body: contract.RetryBody,
  response: contract.RetryResponse,
  errors: ['publication_not_found'],
  handle: ({ user, path, body, ...services }) => retryPdf(services, user.id, path.id, body.scholar_profile_id ?? null),
});

export const list = endpoint({
  summary: 'List the PDF queue, latest change first',
  description: 'One row for each publication that was searched for, with the last failure and the next attempt.',
  query: contract.QueueQuery,
  response: contract.QueuePage,
  errors: ['forbidden'],
  async handle({ db, query }) {
    const window = windowOf(query, PAGE_SIZE);
    const { status = null } = query;
    const { items, totalCount } =
      status === 'untracked' ? await listUntracked(db, window) : await listSearches(db, status, window);
    const pagination = paginationOf(window, totalCount);
    return { items, ...pagination, pagination };
  },
});

export const requeue = endpoint({
  summary: 'Search for a PDF of a publication again at once, whatever was found before',
  description: 'The id is that of the publication.',
  path: IdInPath,
  response: contract.RequeueResponse,
  errors: ['forbidden', 'publication_not_found'],
  handle: ({ user, path, ...services }) => requeuePdf(services, user.id, path.id),
});

export const requeueAll = endpoint({
  summary: 'Search again for missing PDFs, oldest failures first',
  description: 'Takes at most `limit` publications.',
  query: contract.RequeueAllQuery,
  response: contract.RequeueAllResponse,
  errors: ['forbidden'],
  async handle({ user, query: { limit = REQUEUE_LIMIT }, ...services }) {
    const { requested, queued } = await requeueMissingPdfs(services, user.id, limit);
    return { requested_count: requested, queued_count: queued, message: `${queued} queued.` };
  },
});
