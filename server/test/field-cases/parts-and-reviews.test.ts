import { expect } from 'vitest';
import { preparePublication } from '../../src/duplicates/prepared-publication.ts';
import { MATCH_POINT, MERGE_POINT, probabilityOf } from '../../src/duplicates/score-pair.ts';
import { fingerprintOf } from '../../src/names/fingerprint.ts';
import { parseOpenAlexList } from '../../src/sources/openalex/parse-openalex-list.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface PartOrReview extends FieldCase {
  readonly input: Readonly<Partial<Record<'a' | 'b' | 'type' | 'title' | 'author', string>>> & {
    readonly year?: number;
  };
}

const LIMITS: Readonly<Record<string, number>> = {
  'never to be merged without review (below 0.98)': MERGE_POINT,
  'not proposed as a duplicate (below 0.6)': MATCH_POINT,
};

const titled = (title = '') =>
  preparePublication({ title, authors: 'A Silva, B Costa', venue: null, year: 2015, identifiers: [] });

testFieldCases<PartOrReview>('parts-and-reviews', {
  'near duplicates: an item about or beside the article, same authors and year': ({ input, expected }) => {
    expect(probabilityOf(titled(input.a), titled(input.b))).toBeLessThan(LIMITS[String(expected)] ?? 0);
  },
  "an author's list at OpenAlex": ({ input: { type, title }, expected }) => {
    const authorships = [{ author: { id: 'https://openalex.org/A1', display_name: 'Ana Silva' } }];
    const works = [
      { id: 'https://openalex.org/W1', title, type, authorships },
      { id: 'https://openalex.org/W2', title: 'An article', type: 'article', authorships },
    ];
    const list = parseOpenAlexList(JSON.stringify({ meta: { count: works.length }, results: works }));
    expect(expected).toBe('left out');
    expect(list?.works.map((work) => work.title)).toEqual(['An article']);
  },
  fingerprint: ({ input: { title = '', author = '', year = 0 }, expected }) => {
    expect(expected).toBe('no fingerprint (generic)');
    expect(fingerprintOf({ title, authors: author, year })).toBeNull();
  },
});
