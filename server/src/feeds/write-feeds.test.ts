import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAtom, readJson } from '../../test/support/feeds.ts';
import { HOSTILE_TEXTS } from '../../test/support/hostile-texts.ts';
import { cleanText } from '../platform/clean-text.ts';
import { makeEntry, urnOf } from './read-feed.ts';
import type { EntryRow } from './store.ts';
import { writeAtom, writeJson } from './write-feed.ts';

const LIBRARY = { libraryUid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', origin: 'https://lectern.example' };

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  // with lone surrogates
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom(
    ...Object.values(HOSTILE_TEXTS),
    ']]>',
    '<![CDATA[',
    '&#0;',
    '\u202e<script>',
    '-->',
    '<?xml?>',
    'x'.repeat(10_000),
    ' ',
    '',
  ),
);
const text = fc.array(hostile, { maxLength: 3 }).map((parts) => parts.join(' '));
const address = fc.oneof(
  fc.webUrl(),
  text,
  text.map((path) => `https://example.org/${path}`),
);
const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const row: fc.Arbitrary<Omit<EntryRow, 'id' | 'first_number'>> = fc.record({
  title: text,
  author_text: nullable(text),
  authors: nullable(fc.array(text, { maxLength: 60 })),
  author_count: fc.constantFrom(null, 60, 3000),
  venue_text: nullable(text),
  year: nullable(fc.integer({ min: 1900, max: 2100 })),
  doi: nullable(text),
  pub_url: nullable(address),
  abstract_start: nullable(text),
  pdf_url: nullable(address),
  scholars: fc.array(text, { maxLength: 2 }),
  first_seen_at: date,
  became_published_at: nullable(date),
});

test('the word "true" is a text like any other', () => {
  const feed = {
    ...{
      id: urnOf(LIBRARY.libraryUid, 'feed 1'),
      title: 'true',
      url: 'https://lectern.example/',
      digest: Buffer.alloc(0),
    },
    ...{ address: 'https://lectern.example/feeds/secret', updatedAt: new Date() },
  };
  const texts = { title: 'true', author_text: 'true', venue_text: 'true', scholars: ['true', 'false'] };
  const nothing = {
    authors: null,
    author_count: null,
    year: null,
    doi: null,
    pub_url: null,
    abstract_start: null,
    pdf_url: null,
  };
  const entry = makeEntry(
    { ...texts, ...nothing, id: 1, first_number: 1, first_seen_at: new Date(), became_published_at: null },
    LIBRARY,
  );
  const [shown] = readAtom(writeAtom({ ...feed, entries: [entry] })).entries;
  expect(shown).toMatchObject({ title: 'true', authors: ['true'], categories: ['true', 'false'] });
});

test('any text makes valid feeds, which say the same in both formats', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3 }), text, (rows, title) => {
      const entries = rows.map((one, at) => makeEntry({ ...one, id: at + 1, first_number: at + 1 }, LIBRARY));
      const feed = {
        id: urnOf(LIBRARY.libraryUid, 'feed 1'),
        title: cleanText(`Feed ${title}`) ?? '',
        url: 'https://lectern.example/',
        address: 'https://lectern.example/feeds/secret',
        updatedAt: new Date(),
        entries,
        digest: Buffer.alloc(0),
      };
      const [atom, json] = [readAtom(writeAtom(feed)), readJson(writeJson(feed))];
      expect(json).toEqual(atom);
      expect(atom.title).toBe(feed.title);
      expect(atom.entries).toEqual(
        entries.map(({ paragraphs, pdfUrl, seenAt, updatedAt, ...entry }) => ({
          ...entry,
          text: paragraphs.join('\n\n') || entry.title,
          pdfs: pdfUrl === null ? [] : [pdfUrl],
          seenAt: seenAt.toISOString(),
          updatedAt: updatedAt.toISOString(),
        })),
      );
    }),
    { seed: 19 },
  );
});

test('an id is a UUID of version 5', () => {
  // RFC 9562, appendix A.4
  expect(urnOf('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    'urn:uuid:2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});

test('the link of a publication is its DOI, its page at the source, or its page in Lectern', () => {
  const base = { ...fc.sample(row, { numRuns: 1, seed: 1 })[0], id: 7, first_number: 3 } as EntryRow;
  const urlOf = (change: Partial<EntryRow>) => makeEntry({ ...base, ...change }, LIBRARY).url;
  expect(urlOf({ doi: '10.1/a b', pub_url: 'https://source.example/x' })).toBe('https://doi.org/10.1/a%20b');
  expect(urlOf({ doi: null, pub_url: 'https://source.example/ü' })).toBe('https://source.example/%C3%BC');
  expect(urlOf({ doi: null, pub_url: 'javascript:alert(1)' })).toBe('https://lectern.example/?view=all&open=7');
});
