import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { ENDLESS_TEXT, HOSTILE_TEXTS, LINE_BREAKS, UNSTORABLE_TEXTS } from '../../../test/support/hostile-texts.ts';
import { newsOf, newsPublication } from '../../../test/support/news.ts';
import type { News } from '../read-news.ts';
import { composeMail } from './compose-mail.ts';
import { type MailFrame, oneLine } from './mail-content.ts';
import { renderMail } from './render-mail.ts';

const MATHEMATICS = ['$\\alpha$-decay of $^{238}$U', 'H<sub>2</sub>O &amp; \\textbf{ice}', 'α ∈ ℝ³, ∑ⁿ', '$5 and $6'];
const HOSTILE = [
  ...Object.values(HOSTILE_TEXTS),
  ...Object.values(UNSTORABLE_TEXTS),
  ...MATHEMATICS,
  ...[
    LINE_BREAKS,
    ENDLESS_TEXT,
    '👩‍👩‍👧‍👦'.repeat(2000),
    `e${'\u0301'.repeat(20_000)}`,
    '漢字'.repeat(5000),
    '.\r\n.\r\n',
    '',
  ],
  'x\r\nBcc: eve@example.org\r\n\r\n<b>',
];
const frame: MailFrame = {
  channelName: 'Morning mail',
  day: '2026-11-25',
  isTest: false,
  listUrl: 'https://lectern.example/',
  settingsUrl: 'https://lectern.example/settings/notifications',
  unsubscribeUrl: `https://lectern.example/mail/unsubscribe-3-${'a'.repeat(22)}`,
  markReadUrl: `https://lectern.example/mail/read-88-1795600000000-${'a'.repeat(22)}`,
};
const envelope = { from: 'Lectern <lectern@example.org>', to: 'ada@example.org', id: 'an-id', origin: frame.listUrl };
const stream = createTransport({ streamTransport: true, buffer: true });

/** The mail as a mail program reads it. */
async function deliver(news: News, changes: Partial<MailFrame> = {}) {
  const parts = renderMail(news, { ...frame, ...changes });
  const list = {
    channelId: 3,
    channelName: changes.channelName ?? frame.channelName,
    unsubscribeUrl: frame.unsubscribeUrl,
  };
  const { message } = await stream.sendMail(composeMail(parts, envelope, list));
  const source = message as Buffer;
  return { parts, source, parsed: await PostalMime.parse(source) };
}

test('a mail has each publication once, with what is known of it', async () => {
  const known = newsPublication(1, {
    title: 'Grain size & the age of <sediment>',
    abstract: 'We show that it matters.',
    pdfUrl: 'https://repo.example/a.pdf?x=1&y=2',
  });
  const bare = newsPublication(2, { authors: null, venue: null, year: null, reasons: [] });
  const news: News = {
    groups: [
      { scholarName: 'Ada Lovelace', url: 'https://lectern.example/?scholar=1', publications: [known] },
      { scholarName: 'Kim Berg', url: 'https://lectern.example/?scholar=2', publications: [bare] },
    ],
    pdfs: [newsPublication(3, { title: 'Tides', pdfUrl: 'https://repo.example/t.pdf' })],
    remarks: ['Requests to Google Scholar resumed at 14:05.'],
  };
  const { parsed } = await deliver(news);
  expect(parsed.subject).toBe('2 new papers: Ada Lovelace, Kim Berg');
  expect(parsed.text).toMatchSnapshot();
  const html = parsed.html ?? '';
  expect(html).toContain('>Grain size &amp; the age of &lt;sediment&gt;</a>');
  expect(html).toContain('href="https://repo.example/a.pdf?x=1&amp;y=2"');
  for (const url of [frame.unsubscribeUrl, frame.settingsUrl, frame.markReadUrl])
    expect(html).toContain(`href="${url}"`);
  expect(html).not.toMatch(/<(?:img|table|script|link|iframe|form)\b|url\(|@import|\bon\w+=/i);
});

test.each([
  [1, '1 new paper: Name 1'],
  [2, '2 new papers: Name 1, Name 2'],
  [500, /^500 new papers: Name 1, .* and \d+ others$/],
])('the subject of news of %i scholars', (count, subject) => {
  const groups = Array.from(
    { length: count },
    (_, at) => newsOf([newsPublication(at)], `Name ${at + 1}`).groups,
  ).flat();
  const mail = renderMail({ groups, pdfs: [], remarks: [] }, frame);
  expect(mail.subject).toMatch(subject);
  expect(mail.subject.length).toBeLessThanOrEqual(120);
});

test('news without new papers, and a test', async () => {
  const pdfs = [newsPublication(1, { pdfUrl: 'https://repo.example/1.pdf' })];
  expect(renderMail({ groups: [], pdfs, remarks: [] }, frame).subject).toBe('1 PDF found');
  expect(renderMail({ groups: [], pdfs: [], remarks: ['A source is paused.'] }, frame).subject).toBe(
    'News from Lectern',
  );
  const { parsed } = await deliver(newsOf([newsPublication(1)]), { isTest: true, markReadUrl: null });
  expect(parsed.subject).toBe('Test message from Lectern');
  expect(parsed.text).toContain('Your channel works.');
  expect(parsed.text).not.toContain('Mark all');
});

test('500 hostile publications of 50 scholars stay under 100 kB, the first in full and the last counted', async () => {
  const at = (index: number) => HOSTILE[index % HOSTILE.length] ?? '';
  const publications = Array.from({ length: 500 }, (_, index) =>
    newsPublication(index, {
      title: at(index),
      authors: at(index + 1),
      venue: at(index + 2),
      abstract: at(index + 3).slice(0, 400),
      pdfUrl: `https://repo.example/${'long/'.repeat(300)}`,
      reasons: [at(index + 4), at(index + 5), at(index + 6), at(index + 7)],
    }),
  );
  const groups = Array.from({ length: 50 }, (_, group) => ({
    ...{ scholarName: at(group), url: `https://lectern.example/?scholar=${group}` },
    publications: publications.slice(group * 10, group * 10 + 10),
  }));
  const { source, parsed, parts } = await deliver(
    { groups, pdfs: [], remarks: [...HOSTILE] },
    { channelName: LINE_BREAKS },
  );
  expect(source.length).toBeLessThan(100_000);
  const shown = publications.filter(({ url }) => parsed.text?.includes(`${url}\n`)).length;
  expect(shown).toBeGreaterThan(20);
  expect(parsed.text).toContain(`and ${500 - shown} more papers in Lectern`);
  expect(parts.html).toContain('PDF</a>');
});

test('120 ordinary publications are all there', async () => {
  const news = newsOf(
    Array.from({ length: 120 }, (_, at) => newsPublication(at, { abstract: 'It is short. '.repeat(15) })),
  );
  const { source, parsed } = await deliver(news);
  expect(source.length).toBeLessThan(100_000);
  for (const { url } of news.groups[0]?.publications ?? []) expect(parsed.text).toContain(`${url}\n`);
});

test('no text gets out of its place', async () => {
  const anyText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 200 }));
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyText, async (title, name, channelName) => {
      const publication = newsPublication(7, { title, abstract: title, authors: name, reasons: [name] });
      const { parsed, parts } = await deliver(newsOf([publication], name), { channelName });
      expect(parts.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(parsed.subject?.trim()).toBe(parts.subject.trim());
      expect(parsed.to).toEqual([{ name: '', address: 'ada@example.org' }]);
      expect(parsed.bcc).toBeUndefined();
      expect(parsed.html?.trimEnd()).toBe(parts.html.trimEnd());
      expect(parsed.text?.trimEnd()).toBe(parts.text.trimEnd());
      expect(
        parts.html.match(/<(?!\/?(?:a|p|h1|h2|div|span|br|html|head|meta|title|style|body)\b|!doctype)/g),
      ).toBeNull();
      expect(parts.html.match(/<a /g)).toHaveLength(5);
      expect((parts.text + parts.html).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
    { seed: 19 },
  );
});

test.each([
  ['short', 20, 'short'],
  ['  two \t\r\n lines\u2028here ', 20, 'two lines here'],
  ['a word that is long enough', 20, 'a word that is long…'],
  ['one,two,three,four,five,six', 14, 'one,two,three…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 25, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…'],
])('%j as a line of %i', (text, maxLength, line) => {
  expect(oneLine(text, maxLength)).toBe(line);
});
