import { describe, expect, it } from 'vitest';
import type { SourceRecord } from '../record.ts';
import { parseOpenAlexWorks } from './parse-openalex-works.ts';

function parse(work: object): SourceRecord {
  const [record] = parseOpenAlexWorks(JSON.stringify({ id: 'https://openalex.org/W7', ...work })) ?? [];
  return record ?? expect.unreachable();
}

const copy = (pdf: string | null, more: object = {}) => ({ is_oa: true, pdf_url: pdf, ...more });

describe('identifiers', () => {
  it('of all kinds, each once', () => {
    const { identifiers } = parse({
      doi: 'https://doi.org/10.1000/A',
      ids: {
        openalex: 'https://openalex.org/W7',
        doi: 'https://doi.org/10.1000/a',
        pmid: 'https://pubmed.ncbi.nlm.nih.gov/12',
        pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/34',
        mag: '7',
      },
    });
    expect(identifiers.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'openalex W7',
      'doi 10.1000/a',
      'pmid 12',
      'pmcid PMC34',
    ]);
  });

  it('a question mark in a DOI belongs to the DOI', () =>
    expect(parse({ doi: 'https://doi.org/10.1000/a?b=c#d' }).identifiers).toContainEqual({
      kind: 'doi',
      value: '10.1000/a?b=c#d',
    }));

  it('an arXiv id comes from a copy, unless two copies disagree', () => {
    const arxiv = (...addresses: string[]) =>
      parse({ locations: addresses.map((landing_page_url) => ({ landing_page_url })) })
        .identifiers.filter(({ kind }) => kind === 'arxiv')
        .map(({ value }) => value);
    expect(arxiv('http://arxiv.org/abs/2101.00001v2', 'https://arxiv.org/pdf/2101.00001')).toEqual(['2101.00001']);
    expect(arxiv('http://arxiv.org/abs/2101.00001', 'http://arxiv.org/abs/2101.00002')).toEqual([]);
  });
});

describe('copies', () => {
  it('have the best first, then other free ones, then the remaining free address', () => {
    const best = copy('https://a.example/1.pdf', {
      landing_page_url: 'https://a.example/1',
      version: 'publishedVersion',
      license: 'cc-by',
      source: { type: 'journal' },
    });
    const { pdfs, landingPages } = parse({
      best_oa_location: best,
      locations: [
        copy('https://closed.example/2.pdf', { is_oa: false, landing_page_url: 'https://closed.example/2' }),
        copy('https://b.example/3.pdf', { version: 'acceptedVersion', source: { type: 'repository' } }),
        best,
        copy(null, { landing_page_url: 'https://pubmed.ncbi.nlm.nih.gov/12' }),
        copy(null, { landing_page_url: 'https://api.datacite.org/dois/1', source: { type: 'metadata' } }),
      ],
      open_access: { oa_url: 'https://c.example/4' },
    });
    expect(pdfs).toEqual([
      { url: 'https://a.example/1.pdf', version: 'published', license: 'cc-by', host: 'publisher' },
      { url: 'https://b.example/3.pdf', version: 'accepted', license: null, host: 'repository' },
      { url: 'https://c.example/4', version: null, license: null, host: null },
    ]);
    expect(landingPages).toEqual(['https://a.example/1', 'https://closed.example/2']);
  });

  it('a free address that is a known page is not a PDF', () => {
    const { pdfs } = parse({
      best_oa_location: copy(null, { landing_page_url: 'https://doi.org/10.1000/a' }),
      open_access: { oa_url: 'https://doi.org/10.1000/a' },
    });
    expect(pdfs).toEqual([]);
  });

  it('other schemes and credentials are refused', () => {
    const addresses = [
      'ftp://a.example/1.pdf',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://u:p@a.example/',
      '//a.example',
      'https://',
    ];
    const { pdfs, landingPages } = parse({
      locations: addresses.map((address) => copy(address, { landing_page_url: address })),
    });
    expect([pdfs, landingPages]).toEqual([[], []]);
  });
});

it('authors have the names of OpenAlex, else the printed names', () => {
  const authorships = [{ author: { display_name: 'Ann Lee' } }, { raw_author_name: 'B. Lee', author: null }, {}, null];
  expect(parse({ authorships }).authors).toEqual([
    { name: 'Ann Lee', family: null },
    { name: 'B. Lee', family: null },
  ]);
});

it('a work with only some fields is read', () =>
  expect(parseOpenAlexWorks('{"doi":"https://doi.org/10.1000/a","open_access":{"is_oa":false}}')).toMatchObject([
    { title: null, identifiers: [{ kind: 'doi', value: '10.1000/a' }], evidenceUrl: null },
  ]));

it('an empty list is a valid response, an author is not', () => {
  expect(parseOpenAlexWorks('{"meta":{"count":0},"results":[]}')).toEqual([]);
  expect(parseOpenAlexWorks('{"id":"https://openalex.org/A5","display_name":"Ann Lee"}')).toBeNull();
});
