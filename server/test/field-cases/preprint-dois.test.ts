import { expect } from 'vitest';
import { preparePublication } from '../../src/duplicates/prepared-publication.ts';
import { MATCH_POINT, probabilityOf } from '../../src/duplicates/score-pair.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface TwoDois extends FieldCase {
  readonly input: Readonly<Partial<Record<'preprint_doi' | 'article_doi' | 'a' | 'b', string>>>;
}

const withDoi = (value: string) =>
  preparePublication({
    title: 'Slow growth of young trees on dry slopes',
    authors: 'A Silva, B Costa',
    venue: null,
    year: 2021,
    identifiers: [{ kind: 'doi', value }],
  });

const areProposed = ({ input, expected }: TwoDois) => {
  expect(expected).toBe('proposed as the same (0.6 or more)');
  const { preprint_doi: preprint, article_doi: article, a = preprint, b = article } = input;
  expect(probabilityOf(withDoi(a ?? ''), withDoi(b ?? ''))).toBeGreaterThanOrEqual(MATCH_POINT);
};

testFieldCases<TwoDois>('preprint-dois', {
  'near duplicates: a preprint and its article, equal title, authors and year': areProposed,
  'near duplicates: versions of one publication': areProposed,
});
