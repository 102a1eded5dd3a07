import { describe, expect, it } from 'vitest';
import type { IdentifierKind, RecordIdentifier, SourceRecord } from '../sources/record.ts';
import { learn } from './learn.ts';
import { NOTHING_YET, type SearchedWork } from './progress.ts';

const TITLE = 'Slow convergence of adaptive lattices under partial observation';
const id = (kind: IdentifierKind, value: string): RecordIdentifier => ({ kind, value });
const WORK: SearchedWork = {
  id: 7,
  title: TITLE,
  year: 2021,
  authorText: 'A Bauer, JK Okafor',
  venueText: 'Lattices, doi:10.5555/a',
  identifiers: [{ ...id('doi', '10.5555/a'), confidence: 0.9 }],
};
const RECORD: SourceRecord = {
  title: TITLE,
  year: 2021,
  authors: [
    { name: 'Anna Bauer', family: 'Bauer' },
    { name: 'Jo K. Okafor', family: 'Okafor' },
  ],
  identifiers: [id('doi', '10.5555/a'), id('openalex', 'W1')],
  pdfs: [{ url: 'https://f.example/a.pdf', version: 'published', license: 'cc-by', host: 'publisher' }],
  landingPages: ['https://f.example/a'],
  evidenceUrl: 'https://openalex.org/W1',
};
const BY_ID = { kind: 'id', source: 'openalex', idKind: 'doi', value: '10.5555/a' } as const;
const BY_TITLE = { kind: 'title', source: 'crossref' } as const;
const byId = (...records: SourceRecord[]) => learn(WORK, NOTHING_YET, BY_ID, { kind: 'records', records });
const byTitle = (...records: SourceRecord[]) =>
  learn({ ...WORK, identifiers: [] }, NOTHING_YET, BY_TITLE, { kind: 'records', records });

describe('learn', () => {
  it('believes a record fetched by an id more than one found by title; each find has its source and evidence', () => {
    const found = { publicationId: 7, evidenceUrl: 'https://openalex.org/W1', foundBy: 'doi 10.5555/a' };
    expect(byId(RECORD).identifiers).toEqual([
      { ...found, kind: 'doi', value: '10.5555/a', confidence: 0.95, source: 'openalex' },
      { ...found, kind: 'openalex', value: 'W1', confidence: 0.95, source: 'openalex' },
    ]);
    const byTitles = byTitle(RECORD).identifiers.map(({ confidence, source, foundBy }) => [
      confidence,
      source,
      foundBy,
    ]);
    expect(byTitles).toEqual([
      [0.85, 'crossref', null],
      [0.85, 'crossref', null],
    ]);
  });

  it('keeps the surest confidence of what it knew before', () => {
    const again = learn(byId(RECORD).work, NOTHING_YET, BY_TITLE, { kind: 'records', records: [RECORD] });
    expect(again.work.identifiers).toContainEqual({ ...id('doi', '10.5555/a'), confidence: 0.95 });
    expect(again.work.identifiers).toHaveLength(2);
  });

  it('takes nothing of a record that tells of another work, and believes the id that led there no longer', () => {
    const issue = { ...RECORD, title: 'Lattices: Volume 7, Issue 2', authors: [] };
    const lesson = byId(issue);
    expect(lesson).toMatchObject({ identifiers: [], pdf: null, progress: { candidates: [], landingPages: [] } });
    expect(lesson.contradicted).toEqual([{ ...id('doi', '10.5555/a'), confidence: 0.3, publicationId: 7 }]);
    expect(lesson.work.identifiers).toEqual([{ ...id('doi', '10.5555/a'), confidence: 0.3 }]);
  });

  it('takes nothing of what may be our work under another title, and leaves the id as it was', () => {
    const lesson = byId({ ...RECORD, title: 'Langsame Konvergenz bei Gittern' });
    expect(lesson).toMatchObject({ identifiers: [], contradicted: [], work: WORK, progress: { candidates: [] } });
  });

  it('takes the record that is our work when an id has several, and contradicts it only when none is', () => {
    const other = { ...RECORD, title: 'Supplement to another paper', authors: [{ name: 'Q Zhang', family: 'Zhang' }] };
    const records = (...some: SourceRecord[]) => learn(WORK, NOTHING_YET, BY_ID, { kind: 'records', records: some });
    expect(records(other, RECORD)).toMatchObject({ contradicted: [], identifiers: byId(RECORD).identifiers });
    expect(records(other, other).contradicted).toHaveLength(1);
  });

  it('keeps the id that was asked for, not an alias that the source prefers', () => {
    const lesson = byId({ ...RECORD, identifiers: [id('doi', '10.5555/alias'), id('pmid', '1')] });
    expect(lesson.identifiers.map(({ value }) => value)).toEqual(['1']);
  });

  it.each([
    ['a comment', { title: `Comment on: ${TITLE}` }],
    ['others', { authors: [{ name: 'Q Zhang', family: 'Zhang' }] }],
    ['another year', { year: 2016 }],
    ['an unknown year', { year: null }],
    ['unknown authors', { authors: [] }],
  ])('takes nothing from a search that gives %s', (_name, other) => {
    expect(byTitle({ ...RECORD, ...other })).toMatchObject({ identifiers: [], progress: { candidates: [] } });
  });

  it('learns nothing from an empty answer or none, but does not ask again', () => {
    const nothing = { identifiers: [], contradicted: [], pdf: null, work: WORK };
    const asked = { ...NOTHING_YET, asked: ['openalex doi:10.5555/a'] };
    expect(byId()).toMatchObject({ ...nothing, progress: asked });
    const skipped = learn(WORK, NOTHING_YET, BY_ID, { kind: 'skipped' });
    expect(skipped).toMatchObject({ ...nothing, progress: { ...asked, silent: ['openalex'] } });
  });
});
