import { describe, expect, it } from 'vitest';
import { channelMessage, newsPublication } from '../../../test/support/channel-message.ts';
import type { Message } from '../message.ts';
import type { ChannelRequest } from '../post-message.ts';
import type { ChatKind } from '../target.ts';
import { formatChat } from './send-chat.ts';

const URL_OF_HOOK = new URL('https://chat.example/hooks/abc?key=1');
const chatMessage = (over: Partial<Message> = {}) => channelMessage(URL_OF_HOOK.href, { ...over });
const withToken = (message: Message, token: string) => ({ ...message, target: { ...message.target, token } });
const bodyOf = (request: ChannelRequest | null) => JSON.parse(request?.body ?? 'null');

describe('a message', () => {
  it('for Mattermost is Markdown', () => {
    const request = formatChat('mattermost', chatMessage(), URL_OF_HOOK);
    expect(request?.url.href).toBe(URL_OF_HOOK.href);
    expect(bodyOf(request)).toEqual({
      text: [
        '**Your papers of 25 November**',
        '',
        '**[Ada Loopback](https://lectern.example/scholars/12)**',
        '- [Grain size and the age of sediment](https://lectern.example/publications/4711) · A Loopback, K Berg · Journal of Sedimentary Research · 2026 · [PDF](https://publisher.example/sediment.pdf)',
      ].join('\n'),
    });
  });

  it('for Discord is one embed that notifies nobody, and its answer waits until it is saved', () => {
    const request = formatChat('discord', chatMessage(), URL_OF_HOOK);
    expect(request?.url.href).toBe('https://chat.example/hooks/abc?key=1&wait=true');
    expect(bodyOf(request)).toMatchObject({
      embeds: [{ title: 'Your papers of 25 November', url: 'https://lectern.example/' }],
      allowed_mentions: { parse: [] },
    });
  });

  it('for Zulip has the markup of Slack, and a topic for an address without one', () => {
    expect(bodyOf(formatChat('zulip', chatMessage(), URL_OF_HOOK))).toEqual({
      channel: 'Lectern',
      text: [
        '*Your papers of 25 November*',
        '',
        '*<https://lectern.example/scholars/12|Ada Loopback>*',
        '- <https://lectern.example/publications/4711|Grain size and the age of sediment> · A Loopback, K Berg · Journal of Sedimentary Research · 2026 · <https://publisher.example/sediment.pdf|PDF>',
      ].join('\n'),
    });
  });

  it('for Slack has its markup, and is not unfolded', () => {
    const title = '<!channel> *a* _b_ & c';
    const groups = [{ scholarName: 'Ada', url: '', publications: [newsPublication({ title, pdfUrl: null })] }];
    const request = formatChat('slack', chatMessage({ news: { groups, pdfs: [], remarks: [] } }), URL_OF_HOOK);
    expect(bodyOf(request)).toEqual({
      text: [
        '*Your papers of 25 November*',
        '',
        '*Ada*',
        '- <https://lectern.example/publications/4711|\uff1c!channel\uff1e \u2217a\u2217 \u02cdb\u02cd & c> · A Loopback, K Berg · Journal of Sedimentary Research · 2026',
      ].join('\n'),
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('for ntfy is published to the topic in the address, with the token', () => {
    const request = formatChat('ntfy', withToken(chatMessage(), 'tk_1'), new URL('https://ntfy.example/my-papers'));
    expect(request?.url.href).toBe('https://ntfy.example/');
    expect(request?.headers).toEqual({ authorization: 'Bearer tk_1' });
    expect(bodyOf(request)).toEqual({
      topic: 'my-papers',
      title: 'Your papers of 25 November',
      message:
        'Ada Loopback\n- Grain size and the age of sediment · A Loopback, K Berg · Journal of Sedimentary Research · 2026 · PDF',
      click: 'https://lectern.example/',
    });
    expect(formatChat('ntfy', chatMessage(), new URL('https://ntfy.example/'))).toBeNull();
  });
});

describe('every format', () => {
  const kinds: ChatKind[] = ['slack', 'mattermost', 'discord', 'zulip', 'ntfy'];

  it.each(kinds)('%s shows the first papers, and how many more there are', (kind) => {
    const publications = Array.from({ length: 32 }, (_, at) =>
      newsPublication({ title: `Paper ${at}`, authors: null }),
    );
    const groups = [{ scholarName: 'Ada', url: 'https://lectern.example/a', publications: publications.slice(0, 16) }];
    const news = { groups, pdfs: publications.slice(16), remarks: ['Requests to Google Scholar resumed at 14:05.'] };
    const text = formatChat(kind, chatMessage({ news }), URL_OF_HOOK)?.body ?? '';
    const shown = publications.filter(({ title }) => new RegExp(`${title}\\b`).test(text));
    expect(shown).toEqual(publications.slice(0, shown.length));
    expect(shown.length).toBeGreaterThanOrEqual(16);
    expect(text).toContain(`and ${32 - shown.length} more`);
    expect(text).toContain('Requests to Google Scholar resumed at');
  });

  it.each(kinds)('%s says what it is', (kind) => {
    const textOf = (over: Partial<Message>) => formatChat(kind, chatMessage(over), URL_OF_HOOK)?.body ?? '';
    expect(textOf({})).toContain('Your papers of 25 November');
    expect(textOf({ news: { groups: [], pdfs: [], remarks: ['a'] } })).toContain('News of 25 November');
    expect(textOf({ isTest: true })).toContain('Test message from Lectern');
    expect(textOf({})).not.toContain('more');
  });
});
