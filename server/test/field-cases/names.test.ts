import { expect } from 'vitest';
import { makeItem } from '../../src/citations/make-item.ts';
import { writeBibtex } from '../../src/citations/write-bibtex.ts';
import { storedAuthor } from '../../src/publications/stored-authors.ts';
import { parseArxivFeed } from '../../src/sources/arxiv/parse-arxiv-feed.ts';
import { parseCrossrefWorks } from '../../src/sources/crossref/parse-crossref-works.ts';
import { parseOpenAlexList } from '../../src/sources/openalex/parse-openalex-list.ts';
import type { RecordAuthor } from '../../src/sources/record.ts';
import { type AuthorList, authorLine } from '../../src/sources/record-authors.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

const NOTHING = {
  ...{ id: 1, title: 'A title', venue_text: null, year: 2020, citation_count: 0, pub_url: null, doi: null },
  ...{ identifiers: null, biblio: null, stated: null, notice: null, reading: null },
};

/** The field `author` of an entry in BibTeX. */
function authorField(authorText: string | null, list: AuthorList | null = null): string {
  const item = makeItem({
    ...NOTHING,
    author_text: authorText,
    authors: list?.authors.map(storedAuthor) ?? null,
    has_all_authors: list === null ? null : !list.hasMore,
  });
  return /^ {2}author = \{(.*)\},$/m.exec(writeBibtex({ ...item, key: 'k' }))?.[1] ?? '';
}

function fromCrossref(author: unknown): readonly RecordAuthor[] {
  const answer = { 'message-type': 'work', message: { DOI: '10.5555/a', title: ['A title'], author: [author] } };
  return parseCrossrefWorks(JSON.stringify(answer))?.[0]?.authors ?? [];
}

interface NameCase extends FieldCase {
  readonly input: { author_text: string; author: object; authors: readonly string[] };
  readonly expected: readonly string[] & string;
}

testFieldCases<NameCase>('names-in-lists', {
  'authors in BibTeX': ({ input, expected }) => {
    expect(expected).toContain(authorField(input.author_text));
  },
  'a record of Crossref': ({ input, expected }) => {
    const authors = fromCrossref(input.author);
    expect(expected).toContain(authorField(null, { authors, hasMore: false }));
  },
  'a feed of arXiv': ({ input }) => {
    const authors = input.authors.map((name) => `<author><name>${name}</name></author>`).join('');
    const feed = `<feed><entry><id>http://arxiv.org/abs/2101.00001v1</id><title>A title</title>${authors}</entry></feed>`;
    const names = parseArxivFeed(feed)?.[0]?.authors.map(({ name }) => name);
    expect(names).toEqual(['ATLAS Collaboration', 'G. Berg']);
  },
});

testFieldCases<NameCase>('organizations', {
  'authors of a record in BibTeX': ({ input, expected }) => {
    expect(authorField(null, { authors: fromCrossref(input.author), hasMore: false })).toBe(expected);
  },
});

interface LongCase extends FieldCase {
  readonly input: { source: string; authors: string };
}

testFieldCases<LongCase>('long-author-lists', {
  "author list of a profile's list, and its BibTeX entry": ({ input }) => {
    const count = Number(/^\d+/.exec(input.authors)?.[0]);
    const isLong = input.authors.includes('40 characters');
    const names = Array.from({ length: count }, (_, at) =>
      isLong ? `Givenabcdefghijkl${at} Familyabcdefghijkl${at}` : `Givenname${at} Familyname${at}`,
    );
    const list = input.source === 'dblp' ? whole(names) : listOfOpenAlex(names);
    const line = authorLine(list) ?? '';
    const shown = line.split(', ');
    expect(shown.at(-1)).toBe('…');
    expect(names).toEqual(expect.arrayContaining(shown.slice(0, -1)));
    // dblp lists all authors, so the citation has all; the list of OpenAlex was cut at a hundred
    const field = authorField(line, list);
    expect(field.split(' and ')).toHaveLength(input.source === 'dblp' ? count : count + 1);
    expect(field.endsWith(' and others')).toBe(input.source !== 'dblp');
  },
});

const whole = (names: readonly string[]): AuthorList => ({
  authors: names.map((name) => ({ name, family: null })),
  hasMore: false,
});

function listOfOpenAlex(names: readonly string[]): AuthorList {
  const authorships = names.map((name) => ({ author: { display_name: name } }));
  const results = [{ id: 'https://openalex.org/W1', title: 'A title', authorships }];
  const { works } = parseOpenAlexList(JSON.stringify({ meta: { count: 1 }, results })) ?? expect.unreachable();
  return works[0]?.authorList ?? expect.unreachable();
}
