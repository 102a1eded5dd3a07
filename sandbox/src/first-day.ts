import { readData } from './data.ts';
import type { Library } from './library.ts';
import type { Publication } from './publication.ts';

type Paper = Partial<Publication> & Pick<Publication, 'owner' | 'title'>;

/** What happens on the first day of the demo. The file lists new papers in the order in which they appear. */
export const firstDay: {
  /** whom the demo tracks from the start: ids of profiles */
  readonly scholars: readonly string[];
  readonly papers: readonly Paper[];
} = readData('first-day');

/** The papers of the first day that their profiles do not list yet, as papers of the given year. */
export function listMissingPapers(library: Library, year: number): Paper[] {
  return firstDay.papers
    .filter(({ owner, title }) => !library.get(owner).added.some((one) => one.title === title))
    .map((paper) => ({ arxivId: null, citations: 0, italic: null, ...paper, year }));
}
