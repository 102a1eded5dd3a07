import { describe, expect, it } from 'vitest';
import type { PdfLocation } from '../sources/record.ts';
import {
  addLinks,
  addRecord,
  addRefusal,
  type Candidate,
  failureOf,
  NOTHING_YET,
  type Progress,
  recordStep,
} from './progress.ts';

const link = (name: string | number): PdfLocation => ({
  url: `https://files.example/${name}.pdf`,
  version: 'accepted',
  license: 'cc-by',
  host: 'repository',
});
const links = (count: number, from = 0) => Array.from({ length: count }, (_, n) => link(from + n));
const candidate = (name: string | number, source = 'openalex'): Candidate => ({ ...link(name), source });
const refuse = (progress: Progress, of: Candidate, reason = 'dead_link') =>
  addRefusal(progress, of, { reason, detail: `${of.source}: ${reason}.` });
const urls = ({ candidates }: Progress) => candidates.map(({ url }) => url);

describe('addLinks', () => {
  it('appends new links in their order', () => {
    const progress = addLinks(addLinks(NOTHING_YET, 'openalex', [link('a')]), 'unpaywall', [link('b'), link('c')]);
    expect(progress.candidates).toEqual([candidate('a'), candidate('b', 'unpaywall'), candidate('c', 'unpaywall')]);
  });

  it('adds each link once, whichever source reports it', () => {
    const first = addLinks(NOTHING_YET, 'openalex', [link('a'), link('a')]);
    expect(addLinks(first, 'unpaywall', [link('a')])).toEqual(first);
    const refused = refuse({ ...first, candidates: [] }, candidate('a'));
    expect(addLinks(refused, 'unpaywall', [link('a')])).toEqual(refused);
  });

  it('adds at most five links of a source, including refused ones', () => {
    const progress = addLinks(addLinks(NOTHING_YET, 'openalex', links(3)), 'openalex', links(20));
    expect(urls(progress)).toEqual(links(5).map(({ url }) => url));
    const refused = links(4).reduce((now, _, n) => refuse(now, candidate(n)), NOTHING_YET);
    expect(urls(addLinks(refused, 'openalex', links(20, 100)))).toEqual([link(100).url]);
    expect(urls(addLinks(refused, 'unpaywall', links(20, 100)))).toHaveLength(5);
  });

  it('adds at most twenty links in all', () => {
    const names = ['openalex', 'unpaywall', 'arxiv', 'europepmc', 'landing_page', 'unknown'];
    const progress = names.reduce((now, source, n) => addLinks(now, source, links(20, 100 * n)), NOTHING_YET);
    expect(progress.candidates).toHaveLength(20);
  });

  it('adds the landing pages of a record, without duplicates', () => {
    const page = (name: string) => `https://pages.example/${name}`;
    const first = addRecord(NOTHING_YET, 'openalex', { pdfs: [link('a')], landingPages: [page('1'), page('2')] });
    const second = addRecord(first, 'unpaywall', { pdfs: [], landingPages: [page('2'), page('3')] });
    expect(second.landingPages).toEqual([page('1'), page('2'), page('3')]);
  });
});

describe('addRefusal', () => {
  it('starts the search again if the refused link was found earlier', () => {
    const recheck: Progress = { ...NOTHING_YET, candidates: [candidate('a')], isRecheck: true };
    const step = { kind: 'link', source: 'web', candidate: candidate('a') } as const;
    const after = refuse(recordStep(recheck, step), candidate('a'));
    expect(after).toMatchObject({ isRecheck: false, candidates: [] });
    expect(after.refusals).toEqual([{ ...candidate('a'), reason: 'dead_link', detail: 'openalex: dead_link.' }]);
  });
});

describe('failureOf', () => {
  const known = { identifiers: [{ kind: 'doi', value: '10.5555/x', confidence: 0.95 }], isRecognizable: true };
  const unknown = { identifiers: [], isRecognizable: true };

  it('reports the problem of the best link, the number of links and the last source', () => {
    const one = refuse(NOTHING_YET, candidate('a', 'openalex'), 'challenge_page');
    expect(failureOf(known, one)).toEqual({
      reason: 'challenge_page',
      detail: 'openalex: challenge_page.',
      lastSource: 'openalex',
    });
    expect(failureOf(known, refuse(one, candidate('b', 'unpaywall'), 'html'))).toEqual({
      reason: 'challenge_page',
      detail: 'openalex: challenge_page. 2 links were checked.',
      lastSource: 'unpaywall',
    });
  });

  it('distinguishes an unknown publication from one without an open copy', () => {
    expect(failureOf(unknown, NOTHING_YET)).toMatchObject({ reason: 'no_identifier', lastSource: null });
    const requested = { ...NOTHING_YET, asked: ['unpaywall doi:10.5555/x'] };
    expect(failureOf(known, requested)).toMatchObject({ reason: 'no_open_copy', lastSource: null });
    expect(failureOf(known, NOTHING_YET), 'no source was queried').toMatchObject({ reason: 'no_answer' });
  });

  it('reports sources that did not respond, whatever other sources know', () => {
    const progress = { ...NOTHING_YET, silent: ['crossref', 'arxiv'] };
    for (const publication of [known, unknown])
      expect(failureOf(publication, progress)).toMatchObject({
        reason: 'no_answer',
        detail: 'Some sources could not be searched: crossref, arxiv.',
      });
    expect(failureOf(known, refuse(progress, candidate('a')))).toMatchObject({ reason: 'dead_link' });
  });

  it('reports a publication that no source can recognize', () => {
    const failure = failureOf({ identifiers: [], isRecognizable: false }, NOTHING_YET);
    expect(failure).toMatchObject({ reason: 'no_identifier', detail: expect.stringContaining('needs a year') });
  });
});
