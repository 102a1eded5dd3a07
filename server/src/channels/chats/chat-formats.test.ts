import { describe, expect, it } from 'vitest';
import { channelMessage, newsPublication } from '../../../test/support/channel-message.ts';
import type { Message } from '../message.ts';
import type { ChannelRequest } from '../post-message.ts';
import { formatDiscord } from './format-discord.ts';
import { formatMattermost } from './format-mattermost.ts';
import { formatNtfy } from './format-ntfy.ts';
import { formatSlack } from './format-slack.ts';
import { formatZulip } from './format-zulip.ts';

const URL_OF_HOOK = new URL('https://chat.example/hooks/abc?key=1');
const chatMessage = (over: Partial<Message> = {}) => channelMessage(URL_OF_HOOK.href, { ...over });
const bodyOf = (request: ChannelRequest | null) => JSON.parse(request?.body ?? 'null');

describe('a message', () => {
  it('for Mattermost is Markdown', () => {
    const request = formatMattermost(chatMessage(), URL_OF_HOOK);
    expect(request.url.href).toBe(URL_OF_HOOK.href);
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
    const request = formatDiscord(chatMessage(), URL_OF_HOOK);
    expect(request.url.href).toBe('https://chat.example/hooks/abc?key=1&wait=true');
    expect(bodyOf(request)).toMatchObject({
      embeds: [{ title: 'Your papers of 25 November', url: 'https://lectern.example/' }],
      allowed_mentions: { parse: [] },
    });
  });

  it('for Zulip has the markup of Slack, and a topic for an address without one', () => {
    expect(bodyOf(formatZulip(chatMessage(), URL_OF_HOOK))).toEqual({
      channel: 'Lectern',
      text: [
        '*Your papers of 25 November*',
        '',
        '*<https://lectern.example/scholars/12|Ada Loopback>*',
        '- <https://lectern.example/publications/4711|Grain size and the age of sediment> · A Loopback, K Berg · Journal of Sedimentary Research · 2026 · <https://publisher.example/sediment.pdf|PDF>',
      ].join('\n'),
    });
  });

  it('for Slack is rich text, whose texts Slack does not parse', () => {
    const title = '<!channel> *a* & b';
    const groups = [{ scholarName: 'Ada', url: '', publications: [newsPublication({ title, pdfUrl: null })] }];
    expect(
      bodyOf(formatSlack(chatMessage({ news: { groups, pdfs: [], notices: [] } }), URL_OF_HOOK)).blocks[1],
    ).toEqual({
      type: 'rich_text',
      elements: [
        { type: 'rich_text_section', elements: [{ type: 'text', text: 'Ada', style: { bold: true } }] },
        {
          type: 'rich_text_list',
          style: 'bullet',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'link', url: 'https://lectern.example/publications/4711', text: title },
                { type: 'text', text: ' · A Loopback, K Berg · Journal of Sedimentary Research · 2026' },
              ],
            },
          ],
        },
      ],
    });
  });

  it('for ntfy is published to the topic in the address, with the token', () => {
    const request = formatNtfy(chatMessage(), new URL('https://ntfy.example/my-papers'), 'tk_1');
    expect(request?.url.href).toBe('https://ntfy.example/');
    expect(request?.headers).toEqual({ authorization: 'Bearer tk_1' });
    expect(bodyOf(request)).toEqual({
      topic: 'my-papers',
      title: 'Your papers of 25 November',
      message:
        'Ada Loopback\n• Grain size and the age of sediment · A Loopback, K Berg · Journal of Sedimentary Research · 2026',
      click: 'https://lectern.example/',
    });
    expect(formatNtfy(chatMessage(), new URL('https://ntfy.example/'), null)).toBeNull();
  });
});

describe('every format', () => {
  const formats = {
    formatSlack,
    formatMattermost,
    formatDiscord,
    formatZulip,
    formatNtfy: (message: Message) => formatNtfy(message, new URL('https://ntfy.example/topic'), null),
  };

  it.each(Object.entries(formats))('%s shows the first papers, and how many more there are', (_name, format) => {
    const publications = Array.from({ length: 32 }, (_, at) =>
      newsPublication({ title: `Paper ${at}`, authors: null }),
    );
    const groups = [{ scholarName: 'Ada', url: 'https://lectern.example/a', publications: publications.slice(0, 16) }];
    const news = { groups, pdfs: publications.slice(16), notices: ['Google Scholar is asked again since 14:05.'] };
    const text = format(chatMessage({ news }), URL_OF_HOOK)?.body ?? '';
    const shown = publications.filter(({ title }) => new RegExp(`${title}\\b`).test(text));
    expect(shown).toEqual(publications.slice(0, shown.length));
    expect(shown.length).toBeGreaterThanOrEqual(16);
    expect(text).toContain(`and ${32 - shown.length} more`);
    expect(text).toContain('Google Scholar is asked again since');
  });

  it.each(Object.entries(formats))('%s says what it is', (_name, format) => {
    const textOf = (over: Partial<Message>) => format(chatMessage(over), URL_OF_HOOK)?.body ?? '';
    expect(textOf({})).toContain('Your papers of 25 November');
    expect(textOf({ news: { groups: [], pdfs: [], notices: ['a'] } })).toContain('News of 25 November');
    expect(textOf({ isTest: true })).toContain('Test message from Lectern');
    expect(textOf({})).not.toContain('more');
  });
});
