import { exampleItem } from '../publications/examples.ts';

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
