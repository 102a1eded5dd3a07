import { formatNumber } from '../../ui/format.ts';

interface Facts {
  readonly names: readonly string[];
  readonly favorite_count: number;
  readonly read_count: number;
}

const papers = (n: number) => (n === 1 ? '1 paper' : `${formatNumber(n)} papers`);

/** "You starred 3 papers", or "You read 3 papers" if none of them is starred. */
const done = ({ favorite_count: starred, read_count: read }: Facts) =>
  starred > 0 ? `You starred ${papers(starred)}` : `You read ${papers(read)}`;

/** Texts of the reading order. */
export const readingTexts = {
  reasons: {
    people: (facts: Facts) => `${done(facts)} by ${facts.names[0] ?? ''}`,
    words: ({ names }: Facts) => `Words: ${names.join(', ')}`,
    venues: (facts: Facts) => `${done(facts)} in ${facts.names[0] ?? ''}`,
    references: ({ favorite_count: starred, read_count: read }: Facts) =>
      `Linked by references to ${papers(starred > 0 ? starred : read)} that you ${starred > 0 ? 'starred' : 'read'}`,
    freshness: () => 'First seen recently',
  },
  more: 'More like this',
  less: 'Less like this',
  saved: { more: 'You will see more like this.', less: 'You will see less like this.' },
};
