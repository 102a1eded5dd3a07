import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, paginationOf, windowOf } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { listSearches, listUntracked } from './queue-store.ts';
import { requeueMissingPdfs } from './requeue-missing-pdfs.ts';
import { requeuePdf } from './requeue-pdf.ts';
import { retryPdf } from './retry-pdf.ts';

const PAGE_SIZE = 100;
const REQUEUE_LIMIT = 1000;

export const retry = endpoint({
  summary: 'Look for a PDF of a publication again, or check whether its link still opens',
  path: IdInPath,
  body: contract.RetryBody,
  answer: contract.RetryAnswer,
  example: examples.retry,
  problems: ['publication_not_found'],
  handle: ({ user, path, body, ...services }) => retryPdf(services, user.id, path.id, body.scholar_profile_id ?? null),
});

export const list = endpoint({
  summary: 'List the searches for PDFs, the latest change first',
  query: contract.QueueQuery,
  answer: contract.QueuePage,
  example: examples.list,
  problems: ['forbidden'],
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
  summary: 'Look for a PDF of a publication again, at once and whatever was found before',
  path: IdInPath,
  answer: contract.RequeueAnswer,
  example: examples.requeue,
  problems: ['forbidden', 'publication_not_found'],
  handle: ({ user, path, ...services }) => requeuePdf(services, user.id, path.id),
});

export const requeueAll = endpoint({
  summary: 'Look again for the PDFs that are missing, the oldest failures first',
  query: contract.RequeueAllQuery,
  answer: contract.RequeueAllAnswer,
  example: examples.requeueAll,
  problems: ['forbidden'],
  async handle({ user, query: { limit = REQUEUE_LIMIT }, ...services }) {
    const { requested, queued } = await requeueMissingPdfs(services, user.id, limit);
    return { requested_count: requested, queued_count: queued, message: `${queued} queued.` };
  },
});
