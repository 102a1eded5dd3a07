import { describe, expect, it, test } from 'vitest';
import type { SourceRecord } from '../record.ts';
import { europepmcById, europepmcByTitle } from './europepmc-requests.ts';
import { parseEuropePmcResults } from './parse-europepmc-results.ts';

const access = { baseUrl: 'https://europepmc.example/rest' };
const queryOf = (url: string) => new URL(url).searchParams.get('query');

describe('a search', () => {
  test.each([
    [{ kind: 'doi', value: '10.1000/a"b' } as const, 'DOI:"10.1000/a\\"b"'],
    [{ kind: 'pmid', value: '123' } as const, 'EXT_ID:123 AND SRC:MED'],
    [{ kind: 'pmcid', value: 'PMC123' } as const, 'PMCID:PMC123'],
  ])('for %j', (id, query) => expect(queryOf(europepmcById(access, id).url)).toBe(query));

  test('for a title requests full records', () => {
    const { url } = europepmcByTitle(access, { title: 'On "this" (and that) OR AA1-3.' });
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      query: 'TITLE:"On this and that or AA1-3"',
      format: 'json',
      resultType: 'core',
      pageSize: '5',
    });
    expect(new URL(url).pathname).toBe('/rest/search');
  });
});

function parse(work: object): SourceRecord {
  const body = JSON.stringify({ hitCount: 1, resultList: { result: [{ pmid: '1', ...work }] } });
  return parseEuropePmcResults(body)?.[0] ?? expect.unreachable();
}

describe('a work', () => {
  it.each([
    ['On this.', 'On this'],
    ['On <i>that</i> etc...', 'On that etc...'],
    ['Why?', 'Why?'],
  ])('of the title %j is %j', (written, title) => expect(parse({ title: written }).title).toBe(title));

  it.each([
    [{ pubYear: '2020', journalInfo: { yearOfPublication: 2021 } }, 2020],
    [{ pubYear: ' ', journalInfo: { yearOfPublication: 0 }, firstPublicationDate: '2019-05-01' }, 2019],
    [{ journalInfo: { yearOfPublication: 2018 } }, 2018],
    [{}, null],
  ])('with %j is from %s', (dates, year) => expect(parse(dates).year).toBe(year));

  it('has full author names, or the names of the author line', () => {
    const author = [
      { fullName: 'Lee A', firstName: 'Ann', lastName: 'Lee' },
      { fullName: 'Solo B', lastName: 'Solo' },
      { collectiveName: 'A Group' },
    ];
    expect(parse({ authorList: { author }, authorString: 'Lee A.' }).authors).toEqual([
      { name: 'Ann Lee', family: 'Lee' },
      { name: 'Solo B', family: 'Solo' },
      { name: 'A Group', family: null, isOrganization: true },
    ]);
    expect(parse({ authorString: 'Lee A, Solo B.' }).authors.map(({ name }) => name)).toEqual(['Lee A', 'Solo B']);
  });

  it('has free PDFs, with the own copy first, and pages of other sites', () => {
    const entry = (site: string, documentStyle: string, availabilityCode: string, url: string) => ({
      site,
      documentStyle,
      availabilityCode,
      url,
    });
    const { pdfs, landingPages } = parse({
      license: 'cc by-nc',
      nihAuthMan: 'Y',
      fullTextUrlList: {
        fullTextUrl: [
          entry('PubMedCentral', 'pdf', 'F', 'https://pmc.example/1.pdf'),
          entry('Unpaywall', 'pdf', 'OA', 'https://other.example/1.pdf'),
          entry('Publisher', 'pdf', 'S', 'https://closed.example/1.pdf'),
          entry('Europe_PMC', 'pdf', 'F', 'https://europepmc.org/articles/PMC1?pdf=render'),
          entry('Europe_PMC', 'html', 'F', 'https://europepmc.org/articles/PMC1'),
          entry('DOI', 'doi', 'S', 'https://doi.org/10.1000/1'),
        ],
      },
    });
    expect(pdfs.map(({ url }) => url)).toEqual([
      'https://europepmc.org/articles/PMC1?pdf=render',
      'https://other.example/1.pdf',
      'https://pmc.example/1.pdf',
    ]);
    expect(pdfs[0]).toMatchObject({ version: 'accepted', license: 'cc-by-nc', host: 'repository' });
    expect(landingPages).toEqual(['https://doi.org/10.1000/1']);
  });

  it('in a short record has the address of the full record', () => {
    expect(parse({ pmcid: 'PMC7', inEPMC: 'Y', hasPDF: 'Y' }).pdfs[0]?.url).toBe(
      'https://europepmc.org/articles/PMC7?pdf=render',
    );
    expect(parse({ pmcid: 'PMC7', inEPMC: 'Y', hasPDF: 'N' }).pdfs).toEqual([]);
    expect(parse({ pmcid: 'PMC7', inEPMC: 'Y', hasPDF: 'Y', fullTextUrlList: { fullTextUrl: [] } }).pdfs).toEqual([]);
  });
});

it('an empty result list is a valid response', () =>
  expect(parseEuropePmcResults('{"hitCount":0,"resultList":{"result":[]}}')).toEqual([]));
