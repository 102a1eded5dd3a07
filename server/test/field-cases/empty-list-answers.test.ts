import { expect } from 'vitest';
import { judgeCounts } from '../../src/crawling/implausible-list.ts';
import { parseOpenAlexList } from '../../src/sources/openalex/parse-openalex-list.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface Visits extends FieldCase {
  readonly input: {
    readonly known: { readonly work_count: number };
    readonly visit_1: { readonly author: { readonly works_count: number }; readonly list: object };
  };
}

// jobs/list-counts.test.ts has the whole crawl
testFieldCases<Visits>('empty-list-answers', {
  'crawl of an OpenAlex author': ({ input: { visit_1: visit } }) => {
    const list = parseOpenAlexList(JSON.stringify(visit.list));
    const counts = { counted: visit.author.works_count, listed: list?.totalCount ?? null };
    for (const isLasting of [false, true]) expect(judgeCounts({ ...counts, isLasting })).toBe('short');
  },
});
