import { describe, expect, it } from 'vitest';
import { DOUBTED } from '../publications/identifiers.ts';
import type { IdentifierKind, RecordIdentifier, SourceRecord } from '../sources/record.ts';
import { evaluateStep } from './evaluate-step.ts';
import { type EnrichedPublication, NOTHING_YET } from './progress.ts';

const TITLE = 'Slow convergence of adaptive lattices under partial observation';
const id = (kind: IdentifierKind, value: string): RecordIdentifier => ({ kind, value });
const PUBLICATION: EnrichedPublication = {
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
const NO_METADATA = {
  ...{ recordId: '10.5555/a', abstract: null, hasAllAuthors: true, referencedWorks: null },
  ...{ isRetracted: null, relations: null, citationCount: null },
};
const BY_ID = { kind: 'id', source: 'openalex', idKind: 'doi', value: '10.5555/a' } as const;
const BY_TITLE = { kind: 'title', source: 'crossref' } as const;
const byId = (...records: SourceRecord[]) =>
  evaluateStep(PUBLICATION, NOTHING_YET, BY_ID, { kind: 'records', records });
const byTitle = (...records: SourceRecord[]) =>
  evaluateStep({ ...PUBLICATION, identifiers: [] }, NOTHING_YET, BY_TITLE, { kind: 'records', records });

describe('evaluateStep', () => {
  it('gives a record found by id more confidence than one found by title, and keeps source and evidence', () => {
    const found = { publicationId: 7, evidenceUrl: 'https://openalex.org/W1' };
    expect(byId(RECORD).identifiers).toEqual([
      { ...found, kind: 'doi', value: '10.5555/a', confidence: 0.95, source: 'openalex' },
      { ...found, kind: 'openalex', value: 'W1', confidence: 0.95, source: 'openalex' },
    ]);
    const byTitles = byTitle(RECORD).identifiers.map(({ confidence, source }) => [confidence, source]);
    expect(byTitles).toEqual([
      [0.85, 'crossref'],
      [0.85, 'crossref'],
    ]);
  });

  it('keeps the highest known confidence', () => {
    const again = evaluateStep(byId(RECORD).publication, NOTHING_YET, BY_TITLE, { kind: 'records', records: [RECORD] });
    expect(again.publication.identifiers).toContainEqual({ ...id('doi', '10.5555/a'), confidence: 0.95 });
    expect(again.publication.identifiers).toHaveLength(2);
  });

  it('ignores a record of another publication and lowers the confidence of the id that led to it', () => {
    const issue = { ...RECORD, title: 'Lattices: Volume 7, Issue 2', authors: [] };
    const findings = byId(issue);
    expect(findings).toMatchObject({ identifiers: [], pdf: null, progress: { candidates: [], landingPages: [] } });
    expect(findings.lowered).toEqual([{ ...id('doi', '10.5555/a'), confidence: 0.3, publicationId: 7 }]);
    expect(findings.publication.identifiers).toEqual([{ ...id('doi', '10.5555/a'), confidence: 0.3 }]);
  });

  it.each([`RETRACTED: ${TITLE}`, `${TITLE} (Retracted article. See vol. 7, pg. 8, 2023)`])(
    'uses the record of a retracted publication: %s',
    (title) => {
      expect(byId({ ...RECORD, title })).toMatchObject({ lowered: [], identifiers: byId(RECORD).identifiers });
    },
  );

  it('contradicts an id that leads to the notice of a retraction', () => {
    for (const label of ['Retraction Note', 'Notice of Retraction'])
      expect(byId({ ...RECORD, title: `${label}: ${TITLE}` }).lowered).toHaveLength(1);
  });

  it('uses the record of a paper whose title IEEE made that of the notice, on either side', () => {
    const notice = `Notice of Retraction<br/>${TITLE}`;
    const record = { ...RECORD, identifiers: [id('doi', '10.1109/a')] };
    const publication = { ...PUBLICATION, identifiers: [{ ...id('doi', '10.1109/a'), confidence: 0.9 }] };
    for (const [ours, theirs] of [
      [TITLE, notice],
      [notice, `RETRACTED: ${TITLE}`],
      [notice, notice],
    ] as const) {
      const outcome = { kind: 'records', records: [{ ...record, title: theirs }] } as const;
      const step = { ...BY_ID, value: '10.1109/a' };
      const { identifiers, lowered } = evaluateStep({ ...publication, title: ours }, NOTHING_YET, step, outcome);
      expect([identifiers[0]?.confidence, lowered], `${ours} / ${theirs}`).toEqual([0.95, []]);
    }
  });

  it.each([
    ['the same authors and year', {}, {}, 0.95],
    ['a year that is near', {}, { year: 2022 }, 0.95],
    ['no authors on our side, and the same year', { authorText: null }, {}, 0.95],
    ['no authors on our side, and another year', { authorText: null }, { year: 2022 }, 0.9],
    ['other authors', {}, { authors: [{ name: 'Q Zhang', family: 'Zhang' }] }, 0.9],
    ['the same authors ten years later', {}, { year: 2031 }, 0.9],
  ] as const)('confirms the id of a record with the same title and %s: %j %j', (_, ours, theirs, confidence) => {
    const outcome = { kind: 'records', records: [{ ...RECORD, ...theirs }] } as const;
    const { identifiers, lowered } = evaluateStep({ ...PUBLICATION, ...ours }, NOTHING_YET, BY_ID, outcome);
    expect(identifiers.map((one) => one.confidence)).toEqual([confidence, confidence]);
    expect(
      lowered.map((one) => one.confidence),
      'what was confirmed before',
    ).toEqual(confidence < 0.95 ? [0.9] : []);
  });

  it('restores an id that an earlier version contradicted if the record agrees, and contradicts it again if not', () => {
    const doubted = { ...PUBLICATION, identifiers: [{ ...id('doi', '10.5555/a'), confidence: DOUBTED }] };
    const evaluate = (...records: SourceRecord[]) =>
      evaluateStep(doubted, NOTHING_YET, BY_ID, { kind: 'records', records });
    const restored = evaluate({ ...RECORD, title: `RETRACTED: ${TITLE}` });
    expect(restored.restored).toEqual([restored.identifiers[0]]);
    expect(restored.publication.identifiers).toContainEqual({ ...id('doi', '10.5555/a'), confidence: 0.95 });
    expect(evaluate({ ...RECORD, title: 'Lattices: Volume 7, Issue 2', authors: [] })).toMatchObject({
      restored: [],
      lowered: [{ confidence: 0.3 }],
    });
    expect(evaluate()).toMatchObject({ restored: [], lowered: [], publication: doubted });
    expect(byId(RECORD).restored).toEqual([]);
  });

  it('believes no notice about what is a notice itself', () => {
    const notice = { doi: '10.5555/a', source: 'crossref', sourceId: '1', nature: 'retraction' } as const;
    const metadata = {
      ...NO_METADATA,
      notices: [{ ...notice, noticeDoi: '10.5555/paper', noticedOn: null, reasons: [] }],
    };
    for (const [title, count] of [
      [TITLE, 1],
      [`RETRACTED: ${TITLE}`, 1],
      [`Expression of concern: ${TITLE}`, 0],
      [`Erratum to: ${TITLE}`, 0],
    ] as const) {
      const outcome = { kind: 'records', records: [{ ...RECORD, title, metadata }] } as const;
      const found = evaluateStep({ ...PUBLICATION, title }, NOTHING_YET, BY_ID, outcome);
      expect(found.metadata?.metadata?.notices, title).toHaveLength(count);
    }
  });

  it('ignores a record that may be this publication under another title, and confirms the id no longer', () => {
    const findings = byId({ ...RECORD, title: 'Langsame Konvergenz bei Gittern' });
    expect(findings).toMatchObject({
      identifiers: [],
      lowered: [{ confidence: 0.9 }],
      publication: PUBLICATION,
      progress: { candidates: [] },
    });
  });

  it('chooses the matching record of an id with several, and contradicts the id only if none matches', () => {
    const other = { ...RECORD, title: 'Supplement to another paper', authors: [{ name: 'Q Zhang', family: 'Zhang' }] };
    const records = (...some: SourceRecord[]) =>
      evaluateStep(PUBLICATION, NOTHING_YET, BY_ID, { kind: 'records', records: some });
    expect(records(other, RECORD)).toMatchObject({ lowered: [], identifiers: byId(RECORD).identifiers });
    expect(records(other, other).lowered).toHaveLength(1);
  });

  it('keeps the requested id instead of an alias that the source prefers', () => {
    const findings = byId({ ...RECORD, identifiers: [id('doi', '10.5555/alias'), id('pmid', '1')] });
    expect(findings.identifiers.map(({ value }) => value)).toEqual(['1']);
  });

  it('learns nothing from an empty response or a failure, and does not repeat the query', () => {
    const nothing = { identifiers: [], lowered: [], pdf: null, publication: PUBLICATION };
    const requested = { ...NOTHING_YET, asked: ['openalex doi:10.5555/a'] };
    expect(byId()).toMatchObject({ ...nothing, progress: requested });
    const skipped = evaluateStep(PUBLICATION, NOTHING_YET, BY_ID, { kind: 'skipped' });
    expect(skipped).toMatchObject({ ...nothing, progress: { ...requested, silent: ['openalex'] } });
  });
});
