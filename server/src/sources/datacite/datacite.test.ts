import { describe, expect, it, test } from 'vitest';
import { hasRecorded, readRecorded } from '../../../test/fixtures/read-fixture.ts';
import type { SourceRecord } from '../record.ts';
import { dataciteByDois } from './datacite-requests.ts';
import { parseDataciteDois } from './parse-datacite-dois.ts';

test('a request names all DOIs, and the fields that are read', () => {
  const { url } = dataciteByDois({ baseUrl: 'https://datacite.example' }, ['10.48550/arxiv.2101.00001', '10.5281/a']);
  expect(new URL(url).pathname).toBe('/dois');
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    ids: '10.48550/arxiv.2101.00001,10.5281/a',
    'page[size]': '2',
    'fields[dois]': 'doi,titles,creators,publicationYear,types,dates,relatedIdentifiers',
  });
});

const answer = (...records: readonly object[]) =>
  JSON.stringify({ data: records.map((attributes) => ({ type: 'dois', attributes })) });
const parse = (attributes: object): SourceRecord => {
  const [record] = parseDataciteDois(answer(attributes)) ?? [];
  return record ?? expect.unreachable();
};
const isVersionOf = (relatedIdentifier: string, relationType = 'IsVersionOf') => ({
  ...{ relationType, relatedIdentifierType: 'DOI', relatedIdentifier },
});

describe('a record', () => {
  it('of arXiv has its id, its latest version and its article', () => {
    expect(
      parse({
        doi: '10.48550/arXiv.2101.00001',
        titles: [{ title: 'Ein Titel', titleType: 'TranslatedTitle' }, { title: 'A title' }],
        creators: [
          { name: 'Lee, Ann', nameType: 'Personal', givenName: 'Ann', familyName: 'Lee' },
          { name: 'Berg, Bo' },
          { name: 'A Group', nameType: 'Organizational' },
        ],
        publicationYear: 2021,
        types: { resourceTypeGeneral: 'Text' },
        dates: [
          { date: '2021-01-04T09:13:24Z', dateType: 'Submitted', dateInformation: 'v1' },
          { date: '2022-03-10T01:00:00Z', dateType: 'Submitted', dateInformation: 'v10' },
          { date: '2021-05-04T00:21:17Z', dateType: 'Submitted', dateInformation: 'v9' },
          { date: '2022-03-12T01:00:00Z', dateType: 'Updated', dateInformation: 'v10' },
          { date: '2021', dateType: 'Issued' },
        ],
        relatedIdentifiers: [isVersionOf('10.1000/ABC'), isVersionOf('10.1000/cited', 'References')],
      }),
    ).toMatchObject({
      title: 'A title',
      year: 2021,
      authors: [
        { name: 'Ann Lee', family: 'Lee' },
        { name: 'Bo Berg', family: 'Berg' },
        { name: 'A Group', family: null, isOrganization: true },
      ],
      identifiers: [{ kind: 'arxiv', value: '2101.00001' }],
      evidenceUrl: 'https://doi.org/10.48550/arxiv.2101.00001',
      metadata: {
        recordId: '2101.00001',
        publishedOn: '2022-03-10',
        versionNumber: 10,
        relations: [{ type: 'is-preprint-of', idType: 'doi', id: '10.1000/abc' }],
      },
    });
  });

  it('of a repository does not state the DOI of all its versions, and has no number', () => {
    const deposit = { doi: '10.5281/zenodo.2', version: '2', dates: [{ date: '2020-01-01', dateType: 'Issued' }] };
    const of = (type: string, relationType?: string) => {
      const relatedIdentifiers = [isVersionOf('10.5281/zenodo.1'), isVersionOf('10.1000/article', relationType)];
      const { identifiers, metadata } = parse({ ...deposit, types: { resourceTypeGeneral: type }, relatedIdentifiers });
      expect(identifiers).toEqual([{ kind: 'doi', value: '10.5281/zenodo.2' }]);
      expect(metadata?.versionNumber).toBeUndefined();
      return metadata?.relations?.map((one) => `${one.type} ${one.id}`);
    };
    expect(of('Preprint', 'IsPreviousVersionOf')).toEqual(['is-preprint-of 10.1000/article']);
    expect(of('Dataset')).toEqual(['is-version-of 10.1000/article']);
    expect(of('Dataset', 'IsSupplementTo')).toEqual([]);
  });
});

it('unknown DOIs have no record, and a list without a field is refused', () => {
  expect(parseDataciteDois('{"data":[],"meta":{"total":0}}')).toEqual([]);
  expect(parseDataciteDois('{"errors":[{"status":"400"}]}')).toBeNull();
  const record = (n: number) => ({
    ...{ doi: `10.1000/${n}`, titles: [], creators: [], publicationYear: 2020, types: {}, dates: [] },
  });
  const records = [1, 2, 3].map((n) => ({ ...record(n), relatedIdentifiers: [] }));
  expect(parseDataciteDois(answer(...records))).toHaveLength(3);
  expect(parseDataciteDois(answer(...[1, 2, 3].map(record)))).toBeNull();
});

it.skipIf(!hasRecorded('versions'))('all recorded records have title, authors, year, version and article', () => {
  const lines = readRecorded('versions/arxiv-datacite/records_shared.jsonl').toString('utf8').trim().split('\n');
  expect(lines.length).toBe(995);
  for (const line of lines) {
    const [record] = parseDataciteDois(`{"data":[${line}]}`) ?? [];
    const { title, authors, year, metadata } = record ?? expect.unreachable(line);
    const { doi, version } = JSON.parse(line).attributes;
    expect([title, year], doi).not.toContain(null);
    expect(authors.length, doi).toBeGreaterThan(0);
    expect(String(metadata?.versionNumber), doi).toBe(version);
    expect(metadata?.publishedOn, doi).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(metadata?.relations?.length, doi).toBeGreaterThan(0);
  }
});
