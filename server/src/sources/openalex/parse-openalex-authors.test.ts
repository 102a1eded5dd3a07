import { expect, test } from 'vitest';
import { openalexByName } from './openalex-requests.ts';
import { parseOpenAlexAuthors } from './parse-openalex-authors.ts';

// as recorded from api.openalex.org/authors, shortened
const PRIEM = {
  id: 'https://openalex.org/A5023888391',
  orcid: 'https://orcid.org/0000-0001-6187-6610',
  display_name: 'Jason Priem',
  works_count: 62,
  cited_by_count: 3890,
  affiliations: [{ institution: { display_name: 'Impact' }, years: [2013] }],
  last_known_institutions: [{ display_name: 'OurResearch' }, { display_name: 'Florida &amp; Sons' }],
  topics: ['a', 'b', 'c', 'd', 'e', 'f'].map((display_name) => ({ display_name })),
};
const parse = (...results: unknown[]) => parseOpenAlexAuthors(JSON.stringify({ meta: { count: 1 }, results }));
const first = (entry: object) => parse(entry)?.people[0];

test('an author has no Google Scholar id', () => {
  expect(parse(PRIEM)).toEqual({
    people: [
      {
        source: 'openalex',
        scholarId: null,
        name: 'Jason Priem',
        affiliation: 'OurResearch; Florida & Sons',
        emailDomain: null,
        citedByCount: 3890,
        interests: ['a', 'b', 'c', 'd', 'e'],
        orcid: '0000-0001-6187-6610',
        pageUrl: 'https://openalex.org/A5023888391',
      },
    ],
    unreadable: 0,
  });
});

test('missing fields and fields of other types are null', () => {
  const { id, display_name } = PRIEM;
  expect(first({ id, display_name })).toMatchObject({
    affiliation: null,
    citedByCount: null,
    interests: [],
    orcid: null,
  });
  const odd = { id, display_name, orcid: 7, cited_by_count: '9', topics: 'x', last_known_institutions: [null, 5] };
  expect(first(odd)).toMatchObject({ affiliation: null, citedByCount: null, interests: [], orcid: null });
  expect(first({ ...PRIEM, last_known_institutions: [] })?.affiliation).toBe('Impact');
  expect(first({ ...PRIEM, cited_by_count: -1, orcid: 'https://orcid.org/"><script>' })).toMatchObject({
    citedByCount: null,
    orcid: null,
  });
});

test('authors with unreadable names or ids and duplicates are left out', () => {
  const bad = [null, {}, 'x', { ...PRIEM, id: 'https://openalex.org/W1' }, { ...PRIEM, display_name: '\u200b' }];
  expect(parse(PRIEM, ...bad)).toMatchObject({ people: [{ name: 'Jason Priem' }], unreadable: bad.length });
  expect(parse(PRIEM, PRIEM)).toMatchObject({ people: [{}], unreadable: 0 });
  expect(parse(...bad), 'another form of answer').toBeNull();
});

test('an empty list has no people; any other body is rejected', () => {
  expect(parse()).toEqual({ people: [], unreadable: 0 });
  for (const body of ['', 'x', 'null', '[]', '{}', '{"results":{}}', '<html></html>', JSON.stringify(PRIEM)])
    expect(parseOpenAlexAuthors(body), body).toBeNull();
});

test('a search costs ten credits, has no operators, and keeps the key out of the address', () => {
  const access = { baseUrl: 'https://openalex.example/', apiKey: 'secret' };
  const { url, cost, headers } = openalexByName(access, 'O\u2019Neil, "Ada" | NOT (x)*');
  expect([cost, headers]).toEqual([10, { authorization: 'Bearer secret' }]);
  const { pathname, searchParams } = new URL(url);
  expect([pathname, searchParams.get('search'), searchParams.get('per-page')]).toEqual([
    '/authors',
    "O'Neil Ada not x",
    '25',
  ]);
  expect(searchParams.get('select')).toContain('last_known_institutions');
  expect(url).not.toContain('secret');
});
