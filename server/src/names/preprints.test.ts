import { describe, expect, test } from 'vitest';
import type { SourceRecord } from '../sources/record.ts';
import {
  canBeCopy,
  isPreprintDoi,
  isPreprintRecord,
  isPreprintVenue,
  isRegisteredPreprint,
  withoutVersion,
} from './preprints.ts';

describe('the DOI of a preprint', () => {
  test.each([
    '10.48550/arxiv.2101.00001',
    '10.1101/2021.03.04.433901',
    '10.1101/087619v2',
    '10.64898/2026.01.02.123456',
    '10.26434/chemrxiv-2021-abc12-v2',
    '10.21203/rs.3.rs-12345/v1',
    '10.20944/preprints202101.0001.v1',
    '10.2139/ssrn.123456',
    '10.36227/techrxiv.123456.v1',
    '10.22541/au.123456/v1',
    '10.1002/essoar.10501234.1',
    '10.33774/apsa-2021-abc',
    '10.32942/x2abc1',
    '10.31219/osf.io/abc12',
    '10.31234/osf.io/abc12_v1',
    '10.31235/osf.io/abc12',
    '10.31730/osf.io/abc12',
    '10.35542/osf.io/abc12',
    '10.37044/osf.io/abc12',
    '10.51224/SRXIV.12',
    '10.31237/osf.io/abc12',
    '10.33767/osf.io/abc12_v2',
    '10.31124/advance.123.v1',
    '10.51094/jxiv.12',
    '10.3762/bxiv.2020.1.v1',
    '10.3386/t0123',
    '10.20955/wp.2020.001',
    '10.26509/frbc-wp-202001',
    '10.5194/dwesd-1-1-2008',
    '10.14293/S2199-1006.1.SOR-.PPABC12.v1',
    '10.5194/esd-2021-5',
    '10.5194/acpd-12-3456-2012',
    '10.5194/essdd-5-1-2012',
    '10.5194/egusphere-2023-123',
    '10.1590/SciELOPreprints.12',
    '10.7287/peerj.preprints.123v1',
    '10.2196/preprints.12345',
    '10.3386/w12345',
    '10.1596/1813-9450-1234',
    '10.17016/feds.2019.001',
    '10.14293/s2199-1006.1.sor-pp1.v1',
    '10.3897/arphapreprints.e1',
    '10.1149/osf.io/abc12',
    '10.12688/verixiv.123.1',
    '10.7554/eLife.12345.1',
  ])('%s', (doi) => {
    expect(isPreprintDoi(doi)).toBe(true);
  });
});

describe('the DOI of an article', () => {
  test.each([
    '10.1101/gad.123456',
    '10.1002/adma.202100001',
    '10.5194/esd-12-345-2021',
    '10.5194/gmd-5-1-2012',
    '10.5194/essd-5-1-2012',
    '10.1590/s0100-12345',
    '10.7717/peerj.123',
    '10.2196/12345',
    '10.3386/book12',
    '10.3897/zookeys.1.1',
    '10.1149/1.123456',
    '10.7554/elife.12345',
    '10.7554/elife.12345.001',
    '10.12688/f1000research.123.1',
    '10.5281/zenodo.123456',
    '10.17605/osf.io/abc12',
    '10.3762/bjoc.1.1',
    '10.20955/r.2020.1',
    'no DOI',
  ])('%s', (doi) => {
    expect(isPreprintDoi(doi)).toBe(false);
  });
});

test('what may be a copy', () => {
  for (const doi of [
    '10.5281/zenodo.1',
    '10.6084/m9.figshare.1.v2',
    '10.13140/rg.2.1',
    '10.12688/f1000research.123.1',
    '10.3310/nihropenres.1.1',
  ])
    expect(canBeCopy(doi), doi).toBe(true);
  for (const doi of ['10.1234/a', '10.3310/hta12345', '10.48550/arxiv.2101.00001'])
    expect(canBeCopy(doi), doi).toBe(false);
});

test.each([
  ['10.7554/eLife.12345.1', '10.7554/elife.12345'],
  ['10.7554/eLife.12345', '10.7554/elife.12345'],
  ['10.12688/wellcomeopenres.12345.2', '10.12688/wellcomeopenres.12345'],
  ['10.21203/rs.3.rs-12345/v1', '10.21203/rs.3.rs-12345'],
  ['10.26434/chemrxiv-2021-abc12-v2', '10.26434/chemrxiv-2021-abc12'],
  ['10.31234/osf.io/abc12_v2', '10.31234/osf.io/abc12'],
  ['10.6084/m9.figshare.123.v3', '10.6084/m9.figshare.123'],
  ['10.1101/087619v2', '10.1101/087619'],
  ['10.1234/journal.v12', '10.1234/journal.v12'],
])('%s is a version of %s', (doi, whole) => {
  expect(withoutVersion(doi)).toBe(whole);
});

describe('what the agency says decides before the DOI', () => {
  const record = (
    doi: string,
    type: string | null,
    container: string | null = null,
    relation?: string,
  ): SourceRecord => ({
    title: null,
    year: null,
    authors: [],
    identifiers: [{ kind: 'doi', value: doi }],
    pdfs: [],
    landingPages: [],
    evidenceUrl: null,
    metadata: {
      recordId: null,
      abstract: null,
      hasAllAuthors: true,
      referencedWorks: null,
      isRetracted: null,
      relations: relation === undefined ? null : [{ type: relation, idType: 'doi', id: '10.1/x', assertedBy: null }],
      citationCount: null,
      biblio: { type, container, publisher: null, volume: null, issue: null, pages: null, issn: null },
    },
  });
  test.each([
    ['posted-content', '10.1234/new-server', null, undefined, true],
    ['no type, but a relation', '10.1234/new-server', null, 'is-preprint-of', true],
    ['an article of a journal', '10.48550/arxiv.2101.00001', 'Tidal Record', undefined, false],
    ['an article that has a preprint', '10.48550/arxiv.2101.00001', null, 'has-preprint', false],
    ['an "article" of SSRN', '10.2139/ssrn.1', 'SSRN Electronic Journal', undefined, true],
    ['nothing', '10.2139/ssrn.1', null, undefined, true],
    ['nothing', '10.1234/a', null, undefined, false],
  ])('%s: %s', (said, doi, container, relation, isPreprint) => {
    const type = said === 'posted-content' ? said : container === null ? null : 'journal-article';
    expect(isPreprintRecord(record(doi, type, container, relation))).toBe(isPreprint);
  });

  test('and is unknown for other types', () => {
    expect(isRegisteredPreprint({ type: 'report', container: null, relations: [] })).toBeNull();
  });
});

test.each([
  ['arXiv preprint arXiv:1706.00001', true],
  ['CoRR', true],
  ['CoRR abs/1706.00001', true],
  ['CoRR, vol. abs/1706.00001', true],
  ['bioRxiv, 2021.03.04.433901', true],
  ['VeriXiv', true],
  ['AfricArXiv', true],
  ['SSRN Electronic Journal', true],
  ['JMIR Preprints', true],
  ['NBER Working Papers', true],
  ['IZA Discussion Paper', true],
  ['ESSOAr', true],
  ['IACR Cryptol. ePrint Arch.', true],
  ['Electron. Colloquium Comput. Complex.', true],
  ['viXra', true],
  ['Social Science Research Network', true],
  ['Journal of Working Paperboard', false],
  ['Atmospheric Chemistry and Physics Discussions', true],
  ['Faraday Discussions', false],
  ['Louis XIV Studies', false],
  ['Proceedings of the Harbor Society XXXIV', false],
  ['Corrosion Science', false],
  ['Corr. Tidal Rec.', false],
  ['Tidal Record', false],
  [null, false],
])('whether "%s" is a preprint server: %s', (venue, isPreprint) => {
  expect(isPreprintVenue(venue)).toBe(isPreprint);
});
