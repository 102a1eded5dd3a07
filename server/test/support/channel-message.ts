import type { Message } from '../../src/channels/message.ts';
import type { NewsPublication } from '../../src/channels/read-news.ts';
import type { Target } from '../../src/channels/target.ts';
import { exampleEvent } from '../../src/events/contract.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { Outbound } from '../../src/platform/connect-outbound.ts';

/** What senders need of the services. Hosts on this machine are allowed unless `outbound` says otherwise. */
export function sendingServices(outbound: Partial<Outbound> = {}) {
  const config = readConfig({});
  const all: Outbound = { ...config.outbound, exemptHosts: ['127.0.0.1'], ...outbound };
  return { config: { ...config, outbound: all } };
}

/** A message to a URL. `over` replaces what a test is about. */
export function channelMessage(
  url: string,
  { target, ...over }: Partial<Omit<Message, 'target'>> & { target?: Partial<Target> } = {},
): Message {
  return {
    id: '4f6f0c1e-6d8e-4f0f-9a3e-6b7f4c3d2a10',
    deliveryId: 88,
    channel: { id: 3, userId: 1, name: 'Lab', origin: 'https://lectern.example' },
    isTest: false,
    news: {
      groups: [
        {
          scholarName: 'Ada Loopback',
          url: 'https://lectern.example/scholars/12',
          publications: [newsPublication()],
        },
      ],
      pdfs: [],
      remarks: [],
    },
    day: '2026-11-25',
    event: exampleEvent,
    signal: new AbortController().signal,
    ...over,
    target: { address: null, url, token: null, signingSecrets: [], ...target },
  };
}

export function newsPublication(over: Partial<NewsPublication> = {}): NewsPublication {
  return {
    id: 4711,
    title: 'Grain size and the age of sediment',
    authors: 'A Loopback, K Berg',
    venue: 'Journal of Sedimentary Research',
    year: 2026,
    abstract: null,
    pdfUrl: 'https://publisher.example/sediment.pdf',
    url: 'https://lectern.example/publications/4711',
    reasons: ['You follow Ada Loopback.'],
    ...over,
  };
}
