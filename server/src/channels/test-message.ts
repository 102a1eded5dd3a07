import { type Event, exampleEvent } from '../events/contract.ts';
import type { News } from './read-news.ts';

/** What a test of a webhook sends. */
export const SAMPLE_EVENT: Event = { ...exampleEvent, id: 0, data: { is_test: true } };

/** What a test of a channel for people shows: an invented publication. */
export function sampleNews(origin: string): News {
  const publication = {
    id: 0,
    title: 'A paper that shows what a message looks like',
    authors: 'A Loopback, K Berg',
    venue: 'Journal of Examples',
    year: new Date().getUTCFullYear(),
    abstract:
      'This message is a test. Real ones have the papers of the people whom you follow, and come only if there is something new.',
    pdfUrl: null,
    url: `${origin}/`,
    reasons: ['You asked for a test.'],
  };
  return {
    groups: [{ scholarName: 'Ada Loopback', url: `${origin}/`, publications: [publication] }],
    pdfs: [],
    remarks: [],
  };
}
