import { expect, test } from 'vitest';
import { answerOf, PERSON, publicationRow, type Row } from '../../../test/fixtures/dblp-answer.ts';
import { parseDblpPerson } from './parse-dblp-person.ts';

const found = (rows: readonly Row[]) => {
  const answer = parseDblpPerson(answerOf(rows));
  return answer?.kind === 'found' ? answer.value : expect.unreachable();
};
const only = (change: Row) => found([{ ...PERSON, count: '1' }, publicationRow(1, change)]).records?.[0];

test('a person has the publications that the person wrote, with names and titles as people write them', () => {
  const authors = '10 Zoe Tenth\n2 Jörg Flüm\n1 Wei Liu 0001';
  const page = found([
    { ...PERSON, count: '1' },
    publicationRow(1, { title: 'On <i>Lakes</i> &amp; Rivers.', authors }),
  ]);
  expect(page).toMatchObject({
    sourceId: '65/9612',
    name: 'Wei Liu',
    records: [
      {
        key: 'journals/x/Liu1',
        clusterKey: null,
        title: 'On Lakes & Rivers',
        authors: 'Wei Liu, Jörg Flüm, Zoe Tenth',
        venue: 'J. Lakes',
        year: 2024,
        citations: null,
        url: 'https://dblp.org/rec/journals/x/Liu1',
        identifiers: [{ kind: 'doi', value: '10.5555/lakes.1' }],
      },
    ],
    links: [{ source: 'orcid', id: '0000-0002-1825-0097' }],
    warnings: [],
  });
});

test('a preprint has its arXiv id, from its volume or an address', () => {
  const arxiv = { kind: 'arxiv', value: '2401.01234' };
  const kinds = 'https://dblp.org/rdf/schema#Publication https://dblp.org/rdf/schema#Informal';
  expect(only({ kinds, venue: 'CoRR', volume: 'abs/2401.01234', addresses: '' })?.identifiers).toEqual([arxiv]);
  expect(only({ addresses: 'http://arxiv.org/abs/2401.01234' })?.identifiers).toEqual([arxiv]);
  expect(
    only({ addresses: 'https://doi.org/10.48550/arXiv.2401.01234', volume: 'abs/2401.01234' })?.identifiers,
  ).toEqual([{ kind: 'doi', value: '10.48550/arxiv.2401.01234' }, arxiv]);
});

test('publications may all lack an address or a venue', () => {
  const kinds = 'https://dblp.org/rdf/schema#Publication https://dblp.org/rdf/schema#Book';
  const records = [1, 2, 3].map((n) => {
    const { venue, ...row } = publicationRow(n, { addresses: '', kinds });
    return row;
  });
  expect(found([{ ...PERSON, count: '3' }, ...records]).records).toHaveLength(3);
});

test('the authors of a collaboration are all there', () => {
  const authors = Array.from({ length: 3000 }, (_, n) => `${n + 1} Givenname${n} Familyname${n}`).join('\n');
  const { authorList, authors: line } = only({ authors }) ?? {};
  expect([authorList?.authors.length, authorList?.authors.at(-1)?.name]).toEqual([
    3000,
    'Givenname2999 Familyname2999',
  ]);
  expect(line).toMatch(/^Givenname0 Familyname0, .*, …$/);
});

test.each(['Editorship', 'Data', 'Withdrawn'])('%s is left out, and counts as listed', (kind) => {
  const kinds = `https://dblp.org/rdf/schema#Publication https://dblp.org/rdf/schema#${kind}`;
  expect(found([{ ...PERSON, count: '2' }, publicationRow(1), publicationRow(2, { kinds })]).records).toHaveLength(1);
});

test('a name of several people is no person', () => {
  const classes = 'https://dblp.org/rdf/schema#Creator https://dblp.org/rdf/schema#AmbiguousCreator';
  const rows = [
    { ...PERSON, name: 'Jun Zhao', classes, count: '1' },
    { person: PERSON.person, candidate: 'https://dblp.org/pid/42/3375-1', candidateName: 'Jun Zhao 0001' },
    { person: PERSON.person, candidate: 'https://dblp.org/pid/42/3375-2', candidateName: 'Jun Zhao 0002' },
    publicationRow(1),
  ];
  expect(parseDblpPerson(answerOf(rows))).toEqual({
    kind: 'absent',
    reason: 'not_a_person',
    candidates: [
      { id: '42/3375-1', name: 'Jun Zhao 0001' },
      { id: '42/3375-2', name: 'Jun Zhao 0002' },
    ],
  });
});

test('an answer is believed only if it is whole', () => {
  expect(parseDblpPerson(answerOf([]))).toEqual({ kind: 'absent', reason: 'not_found' });
  expect(parseDblpPerson(answerOf([], { hasData: false })), 'a service without data').toBeNull();
  expect(found([{ ...PERSON, count: '0' }]).records).toEqual([]);
  expect(parseDblpPerson(answerOf([{ ...PERSON, count: '3' }, publicationRow(1), publicationRow(2)]))).toEqual({
    kind: 'changed',
    reason: 'list_shorter_than_count',
  });
  for (const body of ['', '{}', '[]', '<html></html>', '{"head":{"vars":[]},"results":{"bindings":[]}}'])
    expect(parseDblpPerson(body), body).toBeNull();
});
