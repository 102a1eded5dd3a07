import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { channelMessage, newsPublication } from '../../../test/support/channel-message.ts';
import { HOSTILE_TEXTS } from '../../../test/support/hostile-texts.ts';
import type { Message } from '../message.ts';
import type { ChatKind } from '../target.ts';
import { formatChat } from './send-chat.ts';

/** An independent parser of Markdown, which also finds addresses in plain text. */
const markdown = new MarkdownIt({ linkify: true, breaks: true });
const URL_OF_HOOK = new URL('https://chat.example/hooks/abc');

const FRAGMENTS = [
  ...['@everyone', '@here', '@channel', '@all', '<!channel>', '<!here|x>', '<@U123>', '<!subteam^S1>', '<@&123>'],
  ...['@**all**', '@_**Ada|12**', '@*team*', '#**general>x**', '<#42>', '</cmd:1>', '<:x:1>', '<t:1>', '<time:2026>'],
  ...['<https://evil.example|Title>', '[x](https://evil.example)', '![x](http://evil.example/a.png)', '[x][1]'],
  ...['https://evil.example/?a=b', 'www.evil.example', 'evil.com', 'a@evil.com', 'mailto:a@evil.com', '//evil.com'],
  ...['<https://evil.example>', 'javascript:alert(1)', 'ev\u200bil.com', '@\u200beveryone', 'http:\u2060//evil.com'],
  ...['**', '*', '__', '_', '~~', '`', '```', '||', '|', '\\', '\\@everyone', '](', '[', ']', '(', ')', '<', '>', '#'],
  ...['&#64;channel', '&#x40;all', '&commat;all', '&lt;!channel&gt;', '&amp;', ':tada:', '$$x$$', '$E=mc^2$', 'n < 5'],
  ...[
    '\n# x',
    '\n> x',
    '\n- ',
    '\n1. ',
    '\n\n/poll',
    '\r\n',
    '\u2028',
    '\u0000',
    '\u202e',
    '\u2067',
    '\ud800',
    '\udfff',
  ],
  ...['\u0007', ' ', '.', ':', '@', '\u{e0041}', 'x'.repeat(10_000), ...Object.values(HOSTILE_TEXTS)],
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 10 })
  .map((parts) => parts.join(''));
const pdfUrl = fc.oneof(
  fc.constant(null),
  text,
  text.map((part) => `https://files.example/${part}`),
  fc.constantFrom('javascript:alert(1)', 'https://files.example/a_b*c(d)|e>f"g[h]`i~j?k=@channel'),
);
const publication = fc
  .record({ title: text, authors: fc.option(text), venue: fc.option(text), pdfUrl })
  .map(newsPublication);
const publications = fc.array(publication, { maxLength: 6 });
const message: fc.Arbitrary<Message> = fc
  .record({
    groups: fc.array(fc.record({ scholarName: text, url: fc.constant('https://lectern.example/s/1'), publications }), {
      maxLength: 3,
    }),
    pdfs: publications,
    remarks: fc.array(text, { maxLength: 7 }),
  })
  .map((news) => channelMessage(URL_OF_HOOK.href, { news }));

/** Checks what a reader sees: the texts and links that a service finds in a message. */
function expectSafe({ news }: Message, texts: readonly string[], links: readonly string[]): void {
  for (const shown of texts) {
    expect(shown).not.toMatch(/[@\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u2060\u{e0000}-\u{e007f}]/u);
    expect(shown.isWellFormed()).toBe(true);
    expect(markdown.linkify.match(shown)).toBeNull();
  }
  const papers = [...news.groups.flatMap(({ publications: all }) => all), ...news.pdfs];
  const files = new Set(papers.flatMap(({ pdfUrl: url }) => (url !== null && URL.canParse(url) ? [decode(url)] : [])));
  for (const link of links) {
    expect(link).not.toMatch(/[\s<>|()[\]*_`~@"']/);
    if (new URL(link).origin !== 'https://lectern.example') expect(files).toContain(decode(link));
  }
}

/** A URL as a server reads it: without a fragment, and with encoded ASCII characters as themselves. */
function decode(url: string): string {
  return new URL(url).href
    .replace(/#.*$/s, '')
    .replace(/%([2-7][0-9A-F])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Parses Markdown. Nothing but paragraphs, lists, bold texts and links may be in it. */
function readMarkdown(source: string): { texts: string[]; links: string[] } {
  const texts: string[] = [];
  const links: string[] = [];
  for (const block of markdown.parse(source, {})) {
    expect(block.type).toMatch(/^(paragraph|bullet_list|list_item)_(open|close)$|^inline$/);
    for (const token of block.children ?? []) {
      expect(token.type).toMatch(/^text$|^(strong|link)_(open|close)$|^(soft|hard)break$/);
      if (token.type === 'text') texts.push(token.content);
      if (token.type === 'link_open') links.push(String(token.attrGet('href')));
    }
  }
  return { texts, links };
}

const bodyOf = (kind: ChatKind, message: Message) => JSON.parse(formatChat(kind, message, URL_OF_HOOK)?.body ?? '');

/**
 * Runs the law for 200 messages, each with up to 24 papers. Failures print their seed; the cases are the same in each
 * run.
 */
const forAll = (check: (one: Message) => void) => fc.assert(fc.property(message, check), { numRuns: 200, seed: 19 });

describe('texts of others can neither mention anybody nor lead anywhere', () => {
  it.each([
    ['slack', { unfurl_links: false, unfurl_media: false }],
    ['zulip', { channel: 'Lectern' }],
  ] as const)('in %s', (kind, others) => {
    forAll((one) => {
      const { text: source, ...rest } = bodyOf(kind, one);
      expect(rest).toEqual(others);
      expect(source.length).toBeLessThanOrEqual(kind === 'zulip' ? 10_000 : 40_000);
      const links: string[] = [];
      const texts = source.split('\n').flatMap((line: string) => {
        // our markup: a line that is bold or an item of a list, and links
        const inner = line.replace(/^\*(.*)\*$/, '$1').replace(/^- /, '');
        return inner.replace(/<(https?:\/\/[^|>]+)\|([^>]*)>/g, (_, url: string, label: string) => {
          links.push(url);
          return label;
        });
      });
      for (const shown of texts) expect(shown).not.toMatch(/[*_`~[\]<>|$]|&#?\w+;/);
      expectSafe(one, texts, links);
    });
  });

  it('in Mattermost', () => {
    forAll((one) => {
      const { text: source, ...rest } = bodyOf('mattermost', one);
      expect(rest).toEqual({});
      expect(source.length).toBeLessThanOrEqual(16_383);
      const { texts, links } = readMarkdown(source);
      expectSafe(one, texts, links);
    });
  });

  it('in Discord', () => {
    forAll((one) => {
      const { embeds, ...rest } = bodyOf('discord', one);
      expect(rest).toEqual({ allowed_mentions: { parse: [] } });
      const [{ title, description, url }] = embeds;
      expect(title.length).toBeLessThanOrEqual(256);
      expect(title.length + description.length).toBeLessThanOrEqual(6_000);
      expect(description.length).toBeLessThanOrEqual(4_096);
      // Discord's own markup: mentions, channels, times and emoji
      expect(`${title}\n${description}`).not.toMatch(/(?<!\\)(\\\\)*</);
      const { texts, links } = readMarkdown(description);
      expectSafe(one, [...texts, ...readMarkdown(title).texts], [...links, url]);
    });
  });

  it('in ntfy', () => {
    forAll((one) => {
      const { title, message: source, click, topic, ...rest } = bodyOf('ntfy', one);
      expect([rest, topic]).toEqual([{}, 'abc']);
      expect(Buffer.byteLength(source)).toBeLessThanOrEqual(4_096);
      expect(title.length).toBeLessThanOrEqual(250);
      expectSafe(one, [title, ...source.split('\n')], [click]);
    });
  });
});
