import type { Publication } from '@lectern/sandbox';

export const TITLE = 'Slow convergence of adaptive lattices under partial observation';
/** A publication without any identifier. */
export const PLAIN: Partial<Publication> = {
  title: TITLE,
  authors: ['A Bauer', 'JK Okafor'],
  year: 2021,
  venue: 'Journal of Lattices 7',
  doi: null,
  arxivId: null,
};
