import { describe, expect, it, test } from 'vitest';
import type { SourceRecord } from '../record.ts';
import { parseUnpaywallRecord } from './parse-unpaywall-record.ts';
import { unpaywallByDoi } from './unpaywall-requests.ts';

test('a request keeps the slash and encodes delimiters', () => {
  const access = { baseUrl: 'https://unpaywall.example/v2', email: 'me+you@a.example' };
  const { url, cost } = unpaywallByDoi(access, '10.1000/(sici)1<1::a>3.0.co;2-2#x?y%z/b[c]');
  expect(url).toBe(
    'https://unpaywall.example/v2/10.1000/%28sici%291%3C1%3A%3Aa%3E3.0.co%3B2-2%23x%3Fy%25z/b%5Bc%5D?email=me%2Byou%40a.example',
  );
  expect(cost).toBe(1);
});

function parse(fields: object): SourceRecord {
  const [record] = parseUnpaywallRecord(JSON.stringify({ doi: '10.1000/1', title: 'A title', ...fields })) ?? [];
  return record ?? expect.unreachable();
}

describe('copies', () => {
  const copy = (name: string, version: string | null, host_type: string) => ({
    url: `https://${name}.example/pdf`,
    url_for_pdf: `https://${name}.example/pdf`,
    url_for_landing_page: `https://${name}.example/page`,
    version,
    host_type,
    license: null,
  });

  it('are sorted by version, and repositories come before publishers', () => {
    const { pdfs, landingPages } = parse({
      oa_locations: [
        copy('unknown', null, 'repository'),
        copy('publisher', 'publishedVersion', 'publisher'),
        copy('preprint', 'submittedVersion', 'repository'),
        copy('manuscript', 'acceptedVersion', 'repository'),
        copy('repository', 'publishedVersion', 'repository'),
      ],
      best_oa_location: copy('publisher', 'publishedVersion', 'publisher'),
    });
    expect(pdfs.map(({ url }) => new URL(url).host.split('.')[0])).toEqual([
      'repository',
      'publisher',
      'manuscript',
      'preprint',
      'unknown',
    ]);
    expect(landingPages).toHaveLength(5);
    expect(landingPages.every((page) => page.endsWith('/page'))).toBe(true);
  });

  it('an address that is not a PDF is a page', () => {
    const { pdfs, landingPages } = parse({
      best_oa_location: {
        url: 'https://a.example/page',
        url_for_pdf: null,
        url_for_landing_page: 'https://b.example/',
      },
    });
    expect([pdfs, landingPages]).toEqual([[], ['https://b.example/', 'https://a.example/page']]);
  });

  it('a closed publication has none', () =>
    expect(parse({ is_oa: false, best_oa_location: null, oa_locations: [] })).toMatchObject({
      pdfs: [],
      landingPages: [],
    }));
});

it('authors are read in all formats', () => {
  const z_authors = [
    { given: 'Ann', family: 'Lee' },
    { family: 'Solo' },
    { raw_author_name: 'B. Lee' },
    { name: 'A Group' },
    null,
  ];
  expect(parse({ z_authors }).authors.map(({ name, family }) => [name, family])).toEqual([
    ['Ann Lee', 'Lee'],
    ['Solo', 'Solo'],
    ['B. Lee', null],
    ['A Group', null],
  ]);
  expect(parse({ z_authors: null }).authors).toEqual([]);
});

it('a DOI that Unpaywall does not know has no record', () =>
  expect(
    parseUnpaywallRecord('{"HTTP_status_code":404,"error":true,"message":"\'10.1/x\' isn\'t in Unpaywall."}'),
  ).toEqual([]));
