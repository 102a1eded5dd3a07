import { describe, expect, it, test } from 'vitest';
import { hasRecorded, readRecorded } from '../../test/fixtures/read-fixture.ts';
import { isImplausibleAuthor, parseOpenAlexAuthor } from './openalex/parse-openalex-authors.ts';
import { parseOpenAlexList } from './openalex/parse-openalex-list.ts';
import { parseOrcidRecord } from './orcid/parse-orcid-record.ts';
import { authorPageUrl, explainAuthorId, parseAuthorId } from './parse-author-id.ts';

describe('the id of an author', () => {
  it.each([
    ['AbC_-1234567', 'google_scholar', 'AbC_-1234567'],
    ['https://scholar.google.de/citations?hl=de&user=AbC_-1234567', 'google_scholar', 'AbC_-1234567'],
    [' a5023888391 ', 'openalex', 'A5023888391'],
    ['https://openalex.org/authors/A5023888391', 'openalex', 'A5023888391'],
    ['https://api.openalex.org/authors/A5023888391', 'openalex', 'A5023888391'],
    ['0000-0002-1825-0097', 'orcid', '0000-0002-1825-0097'],
    ['https://orcid.org/0000-0002-1694-233x', 'orcid', '0000-0002-1694-233X'],
    ['65/9612', 'dblp', '65/9612'],
    ['l/YannLeCun', 'dblp', 'l/YannLeCun'],
    ['https://dblp.org/pid/l/YannLeCun.html', 'dblp', 'l/YannLeCun'],
    ['https://dblp.uni-trier.de/pid/00/1-2.xml', 'dblp', '00/1-2'],
    ['//scholar.google.com/citations?user=AbC_-1234567', 'google_scholar', 'AbC_-1234567'],
  ])('%s is read', (text, source, id) => {
    const author = parseAuthorId(text);
    expect(author).toEqual({ source, id });
    if (author) expect(parseAuthorId(authorPageUrl(author, 'https://scholar.google.com'))).toEqual(author);
  });

  it.each([
    'https://orcid.org/0000-0002-1825-0097?lang=en',
    'https://orcid.org/0000-0002-1825-0097#x',
    'https://orcid.org/0000-0002-1825-0097/',
    'orcid.org/0000-0002-1825-0097',
    'WWW.ORCID.ORG/0000-0002-1825-0097',
    'http://www.orcid.org/0000-0002-1825-0097/?lang=en#x',
    '0000000218250097',
    'https://orcid.org/0000000218250097',
    'orcid:0000-0002-1825-0097',
    'ORCID iD: 0000-0002-1825-0097',
    'ORCID https://orcid.org/0000-0002-1825-0097',
    '0000‐0002‐1825‐0097',
    '0000 0002 1825 0097',
    '(https://orcid.org/0000-0002-1825-0097)',
    '"orcid.org/0000-0002-1825-0097",',
    'https://orcid.org/my-orcid?orcid=0000-0002-1825-0097',
    'https://pub.orcid.org/v3.0/0000-0002-1825-0097/record',
    'info:orcid/0000-0002-1825-0097',
    'ORCID-iD: 0000-0002-1825-0097',
    'https://openalex.org/works?filter=authorships.author.orcid:0000-0002-1825-0097',
    'https://api.openalex.org/works?filter=author.orcid:https://orcid.org/0000-0002-1825-0097',
    'https://api.openalex.org/authors/orcid:0000-0002-1825-0097',
    'https://api.openalex.org/authors/https://orcid.org/0000-0002-1825-0097',
    '[ORCID](https://orcid.org/0000-0002-1825-0097)',
    '（https://orcid.org/0000-0002-1825-0097）。',
  ])('%s is an ORCID iD', (text) =>
    expect(parseAuthorId(text)).toEqual({ source: 'orcid', id: '0000-0002-1825-0097' }),
  );

  it.each(['0000-0002-1694-233x', '000000021694233x', 'orcid.org/0000-0002-1694-233x?lang=en'])(
    '%s is an ORCID iD with an X',
    (text) => expect(parseAuthorId(text)).toEqual({ source: 'orcid', id: '0000-0002-1694-233X' }),
  );

  it.each([
    'https://openalex.org/A5023888391/',
    'https://openalex.org/A5023888391?x=1',
    'https://openalex.org/A5023888391#a',
    'openalex.org/A5023888391',
    'www.openalex.org/a5023888391',
    'https://openalex.org/authors/a5023888391/',
    'https://openalex.org/people/A5023888391',
    'https://api.openalex.org/people/A5023888391',
    'api.openalex.org/authors/A5023888391?select=id',
    'https://explore.openalex.org/authors/a5023888391',
    'openalex:A5023888391',
    'https://openalex.org/works?filter=authorships.author.id:a5023888391',
    'openalex.org/works?page=1&filter=publication_year%3A2024%2CAuthor.id%3AA5023888391&sort=cited_by_count',
    'https://api.openalex.org/works?filter=author.id:https://openalex.org/A5023888391',
    'https://openalex.org/author/A5023888391',
    'https://beta.openalex.org/authors/A5023888391',
    'https://openalex.org/openalex:A5023888391',
    'https://openalex.org/works?page=1&amp;filter=authorships.author.id:a5023888391',
  ])('%s is an author of OpenAlex', (text) =>
    expect(parseAuthorId(text)).toEqual({ source: 'openalex', id: 'A5023888391' }),
  );

  it.each([
    'dblp.org/pid/65/9612',
    'https://dblp.org/pid/65%2F9612',
    'HTTPS://DBLP.ORG/pid/65/9612',
    'https://dblp.org/pid/65/9612.html?view=x#y',
    'dblp.uni-trier.de/pid/65/9612.html',
    'https://dblp.dagstuhl.de/pid/65/9612/',
    'https://dblp1.uni-trier.de/pid/65/9612',
    'https://dblp.org/rec/homepages/65/9612',
    'dblp:65/9612',
    'DBLP: https://dblp.org/pid/65/9612.rdf',
    '<https://dblp.org/pid/65/9612>.',
    'dblp pid 65/9612',
  ])('%s is a person of DBLP', (text) => expect(parseAuthorId(text)).toEqual({ source: 'dblp', id: '65/9612' }));

  it.each([
    '',
    'nobody',
    '0000-0002-1825-0098',
    '0000000218250098',
    'https://orcid.org.evil.example/0000-0002-1825-0097',
    'https://evil.example/orcid.org/0000-0002-1825-0097',
    'evil.example/0000-0002-1825-0097',
    'https://orcid.org@evil.example/0000-0002-1825-0097',
    'https://me@orcid.org/0000-0002-1825-0097',
    'https://:me@openalex.org/A5023888391',
    'https://orcid.org:8443/0000-0002-1825-0097',
    'ftp://orcid.org/0000-0002-1825-0097',
    'javascript:orcid.org/0000-0002-1825-0097',
    'javascript://openalex.org/A5023888391',
    'https://evil.example/?x=openalex.org/A5023888391',
    'https://openalex.org/works/A5023888391',
    'https://dblp.org/pid/%2e%2e/rec',
    'https://dblp.org/pid/%zz',
    'https://dblp.example.org/pid/65/9612',
    'https://dblp.org.evil.example/pid/65/9612',
    'https://dblp.org/pid/../rec',
    '65/',
    'https://openalex.org/W5023888391',
    'x'.repeat(5000),
    'openalex:0000-0002-1825-0097',
    'orcid:',
    'https://orcid.org/my-orcid',
    'https://openalex.org/works?filter=authorships.author.id:!a5023888391',
    'https://openalex.org/works?filter=cites:w5023888391',
    'https://evil.example/works?filter=author.id:a5023888391',
    'https://evil.example/authors/orcid:0000-0002-1825-0097',
    'orcid:0000-0002-1825-0097, orcid:0000-0002-1694-233X',
    'user=AbC_-1234567x&hl=en',
  ])('%s is not one', (text) => {
    expect(parseAuthorId(text)).toBeNull();
    if (!text.includes('0098')) expect(explainAuthorId(text)).toBeNull();
  });

  it.each([
    'https://scholar.google.com/citations?hl=en&amp;user=AbC_-1234567',
    'https://scholar.google.com/citations?user=AbC_-1234567&amp;hl=en',
    ' <https://scholar.google.co.uk/citations?view_op=list_works&user=AbC_-1234567> ',
    'user=AbC_-1234567&hl=en',
    'Google Scholar: AbC_-1234567',
    'google_scholar:AbC_-1234567',
    'scholar:AbC_-1234567',
    'https://scholar.google.com/citations?user=AbC_-1234567/',
    'https://scholar.google.com/citations?hl=en%26user=AbC_-1234567',
    '[Scholar](https://scholar.google.com/citations?user=AbC_-1234567)',
  ])('%s is a profile of Google Scholar', (text) =>
    expect(parseAuthorId(text)).toEqual({ source: 'google_scholar', id: 'AbC_-1234567' }),
  );

  it.each([
    ['https://dblp.org/pers/hd/b/Berg:Anna', /https:\/\/dblp\.org\/pid\//],
    ['http://dblp.uni-trier.de/pers/b/Berg:Anna.html', /https:\/\/dblp\.org\/pid\//],
    ['http://www.informatik.uni-trier.de/~ley/pers/hd/b/Berg:Anna.html', /https:\/\/dblp\.org\/pid\//],
    ['http://www.dblp.org/~ley/db/indices/a-tree/b/Berg:Anna.html', /https:\/\/dblp\.org\/pid\//],
    ['https://openalex.org/works?filter=author.id:a5023888391|a5023888392', /several authors/],
    ['https://openalex.org/works?filter=author.id:a5023888391,author.id:a5023888392', /several authors/],
    ['https://orcid.org/0000-0002-1825-0098', /check digit/],
  ])('%s is not one, and the reason says what to do', (text, reason) => {
    expect(parseAuthorId(text)).toBeNull();
    expect(explainAuthorId(text)).toMatch(reason);
  });
});

test('a record of ORCID has one work for each group, by identifiers of the work itself', () => {
  const id = (type: string, value: string, relation = 'self', normalized: string | null = null) => ({
    'external-id-type': type,
    'external-id-value': value,
    'external-id-normalized': normalized === null ? null : { value: normalized, transient: true },
    'external-id-relationship': relation,
  });
  const summary = (title: string, ids: unknown[], index: string, more = {}) => ({
    'display-index': index,
    title: { title: { value: title } },
    'external-ids': { 'external-id': ids },
    ...more,
  });
  const body = JSON.stringify({
    'orcid-identifier': { path: '0000-0002-1825-0097' },
    person: {
      name: { 'given-names': { value: 'Ada' }, 'family-name': { value: 'Loopback' } },
      'researcher-urls': {
        'researcher-url': [{ url: { value: 'https://dblp.org/pid/65/9612' } }, { url: { value: 'A5023888391' } }],
      },
    },
    'activities-summary': {
      works: {
        group: [
          {
            'work-summary': [
              summary('Old title', [id('doi', '10.5555/B'), id('isbn', '1', 'part-of')], '0', {
                'publication-date': { year: { value: '2024' } },
              }),
              summary('Preferred title', [id('DOI', 'https://doi.org/10.5555/a', 'SELF')], '1', {
                'journal-title': { value: 'J. Loops' },
              }),
            ],
          },
          {
            'work-summary': [
              summary('As ORCID reads it', [id('doi', 'Tides 3, doi 10.5555/c, p. 2', 'self', '10.5555/c')], '0'),
            ],
          },
          {
            'work-summary': [summary('As it was entered', [id('doi', 'doi.org/10.5555/d\\_1', 'self', 'none')], '0')],
          },
          { 'work-summary': [summary('A book', [id('isbn', '2'), id('doi', '10.5555/series', 'part-of')], '0')] },
        ],
      },
    },
  });
  const record = parseOrcidRecord(body);
  expect(record).toMatchObject({
    name: 'Ada Loopback',
    warnings: ['left out without an identifier: 1'],
    links: [{ source: 'dblp', id: '65/9612' }],
  });
  expect(record?.records).toMatchObject([
    {
      title: 'Preferred title',
      key: '0000-0002-1825-0097:doi:10.5555/a',
      authors: null,
      venue: 'J. Loops',
      year: 2024,
      identifiers: [
        { kind: 'doi', value: '10.5555/a' },
        { kind: 'doi', value: '10.5555/b' },
      ],
    },
    { title: 'As ORCID reads it', key: '0000-0002-1825-0097:doi:10.5555/c' },
    { title: 'As it was entered', key: '0000-0002-1825-0097:doi:10.5555/d_1' },
  ]);
  for (const other of [
    '',
    '<html></html>',
    '[]',
    '{}',
    '{"error-code":9016}',
    '{"orcid-identifier":{"path":"x"},"person":{}}',
  ])
    expect(parseOrcidRecord(other), other).toBeNull();
});

test('bodies of OpenAlex that are no author and no list are refused', () => {
  for (const body of ['', '<html></html>', '[]', '{}', '{"results":[]}', '{"meta":{"count":3},"results":[{"id":"x"}]}'])
    expect([parseOpenAlexAuthor(body), parseOpenAlexList(body)], body).toEqual([null, null]);
  expect(parseOpenAlexList('{"meta":{"count":0},"results":[]}')).toMatchObject({ works: [], totalCount: 0 });
});

test.skipIf(!hasRecorded('openalex'))('recorded authors and lists of OpenAlex are read', () => {
  const author = parseOpenAlexAuthor(readRecorded('openalex/b-vitamins/A5023888391.json').toString('utf8'));
  expect(author).toMatchObject({ id: 'A5023888391', name: expect.any(String), orcid: expect.any(String) });
  expect(author && isImplausibleAuthor(author)).toBe(false);
  const list = parseOpenAlexList(readRecorded('openalex/zotero/works_list_of_5.json').toString('utf8'));
  expect(list?.works).toHaveLength(5);
  for (const { key, authors, identifiers } of list?.works ?? []) {
    expect(key).toMatch(/^W\d+$/);
    expect(authors ?? 'anonymous').toMatch(/\p{L}/u);
    expect(identifiers).toContainEqual({ kind: 'openalex', value: key });
  }
  const { results } = JSON.parse(readRecorded('openalex/junk-author/A5043579160.json').toString('utf8'));
  const junk = parseOpenAlexAuthor(JSON.stringify(results[0]));
  expect(junk && isImplausibleAuthor(junk), 'a record with the works of many people').toBe(true);
});

test.skipIf(!hasRecorded('orcid'))('recorded records of ORCID are read', () => {
  const paths = readRecorded('MANIFEST.tsv')
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([path = '', , , , kind]) => (kind === 'orcid-record' ? path : []));
  const records = paths.map((path) => parseOrcidRecord(readRecorded(path).toString('utf8')));
  expect(records.length).toBeGreaterThan(5);
  for (const [at, record] of records.entries()) expect(record?.name, paths[at]).toMatch(/\p{L}/u);
  expect(Math.max(...records.map((record) => record?.records?.length ?? 0))).toBeGreaterThan(15);
});
