import type { Work } from '../../src/sandbox/work.ts';

export const TITLE = 'Slow convergence of adaptive lattices under partial observation';
/** A work without any identifier. */
export const PLAIN: Partial<Work> = {
  title: TITLE,
  authors: ['A Bauer', 'JK Okafor'],
  year: 2021,
  venue: 'Journal of Lattices 7',
  doi: null,
  arxivId: null,
};
