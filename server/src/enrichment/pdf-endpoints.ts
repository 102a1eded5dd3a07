import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, paginationOf, windowOf } from '../platform/http/shapes.ts';
import { exampleItem } from '../publications/examples.ts';
import * as contract from './pdf-contract.ts';
import { listSearches, listUntracked } from './pdf-queue-store.ts';
import { requeueMissingPdfs, requeuePdf, retryPdf } from './request-pdf.ts';

const AT = new Date('2026-11-21T10:05:00Z');
const pagination = { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 };

/** What requests and answers of the PDF queue look like; the endpoints show them. */
export const examples = {
  retry: {
    body: { scholar_profile_id: 3 },
    answer: {
      message: 'A PDF will be looked for.',
      queued: true,
      resolved_pdf: false,
      publication: { ...exampleItem, pdf_url: null, pdf_status: 'queued' as const },
    },
  },
  list: {
    answer: {
      items: [
        {
          publication_id: exampleItem.publication_id,
          title: exampleItem.title,
          display_identifier: exampleItem.display_identifier,
          pdf_url: null,
          status: 'failed' as const,
          attempt_count: 1,
          last_failure_reason: 'no_open_copy',
          last_failure_detail: 'No source knows an open copy.',
          last_source: 'unpaywall',
          requested_by_user_id: null,
          requested_by_email: null,
          queued_at: AT,
          last_attempt_at: AT,
          next_attempt_at: new Date('2026-11-21T11:05:00Z'),
          resolved_at: null,
          updated_at: AT,
        },
      ],
      ...pagination,
      pagination,
    },
  },
  requeue: {
    answer: {
      publication_id: exampleItem.publication_id,
      queued: true,
      status: 'queued' as const,
      message: 'A PDF will be looked for.',
    },
  },
  requeueAll: { answer: { requested_count: 40, queued_count: 38, message: '38 queued.' } },
};

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
