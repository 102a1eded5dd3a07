import { expect } from 'vitest';
import { preparePublication } from '../../src/duplicates/prepared-publication.ts';
import { MATCH_POINT, probabilityOf } from '../../src/duplicates/score-pair.ts';
import { contradicts, type OurPublication } from '../../src/enrichment/choose-record.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface RecordOfOwnDoi extends FieldCase {
  readonly surface: 'a record fetched by the DOI that the profile itself states';
  readonly input: {
    readonly own: OurPublication;
    readonly record: { readonly title: string; readonly year: number; readonly authors: readonly string[] };
  };
}

interface TwoRecords extends FieldCase {
  readonly surface: 'near duplicates';
  readonly input: Readonly<Record<'a' | 'b', { readonly title: string; readonly doi: string }>> & {
    readonly year: number;
  };
}

testFieldCases<RecordOfOwnDoi | TwoRecords>('retracted-titles', {
  'a record fetched by the DOI that the profile itself states': (one) => {
    if (one.surface === 'near duplicates') return;
    const { own, record } = one.input;
    const { verdict } = contradicts(own, {
      ...record,
      authors: record.authors.map((name) => ({ name, family: null })),
      identifiers: [],
      pdfs: [],
      landingPages: [],
      evidenceUrl: null,
    });
    expect(one.expected).toBe('same publication: the DOI is not contradicted');
    expect(verdict).toBe('agrees');
  },
  'near duplicates': (one) => {
    if (one.surface !== 'near duplicates') return;
    const { a, b, year } = one.input;
    const [x, y] = [a, b].map(({ title, doi }) =>
      preparePublication({
        title,
        authors: 'A Silva, B Costa',
        venue: null,
        year,
        identifiers: [{ kind: 'doi', value: doi }],
      }),
    );
    expect(x && y && probabilityOf(x, y)).toBeGreaterThanOrEqual(MATCH_POINT);
  },
});
