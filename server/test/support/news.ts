import type { Message } from '../../src/channels/message.ts';
import type { News, NewsPublication } from '../../src/channels/read-news.ts';

/** A publication of news. */
export function newsPublication(id: number, facts: Partial<NewsPublication> = {}): NewsPublication {
  return {
    ...{ id, title: `Paper ${id}`, authors: 'A Lovelace, K Berg', venue: 'Journal of Tests 1 (2), 3-4', year: 2026 },
    ...{
      abstract: null,
      pdfUrl: null,
      url: `https://lectern.example/?open=${id}`,
      reasons: ['You follow Ada Lovelace.'],
    },
    ...facts,
  };
}

/** News of one scholar. */
export function newsOf(publications: readonly NewsPublication[], scholarName = 'Ada Lovelace'): News {
  return { groups: [{ scholarName, url: 'https://lectern.example/?scholar=1', publications }], pdfs: [], remarks: [] };
}

/** A message of a mail channel, as the delivery of channels makes it. */
export function mailMessage(facts: Partial<Message> = {}): Message {
  return {
    id: '0c0f1f6e-6d8e-4f0f-9a3e-6b7f4c3d2a10',
    deliveryId: 88,
    channel: { id: 3, userId: 1, name: 'Morning mail', origin: 'https://lectern.example' },
    target: { address: 'ada@example.org', url: null, token: null, signingSecrets: [] },
    isTest: false,
    news: newsOf([newsPublication(1)]),
    day: '2026-11-25',
    event: null,
    signal: new AbortController().signal,
    ...facts,
  };
}
