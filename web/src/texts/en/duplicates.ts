import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

const clusters = (n: number) => count(n, 'cluster', 'clusters');
const publications = (n: number) => count(n, 'publication', 'publications');
/** Rounded down, so that nothing uncertain shows as 100%. */
const percent = (probability: number) => `${formatNumber(Math.floor(probability * 1000) / 10)}%`;

/** Texts of the page of near duplicates. */
export const duplicateTexts = {
  title: 'Near duplicates',
  hint: 'Entries that are probably the same publication under two titles or from two sources. A search changes nothing: review the clusters, then merge or dismiss them. Each cluster keeps the publication that is in the most libraries, then the most cited.',
  certainty: 'Minimum certainty',
  certaintyOf: (percent: number) => `${percent}%`,
  years: 'Maximum year gap',
  yearsOf: (n: number) => (n === 0 ? 'same year' : count(n, 'year', 'years')),
  search: 'Search',
  dryRun: 'Dry run: nothing was changed',
  found: (found: number, of: number) =>
    found === 0
      ? `No near duplicates among ${publications(of)}. Lower the certainty or allow a larger year gap to find more.`
      : `${clusters(found)} among ${publications(of)}, most certain first.`,
  notAllShown: (shown: number) => `Showing the first ${formatNumber(shown)}. Merge or dismiss some, then search again.`,
  selection: 'Selection',
  selected: (n: number) => `${formatNumber(n)} selected`,
  select: (n: number) => `Same publication (${formatNumber(n)} entries)`,
  selectCertain: (n: number) => `Select all certain (${formatNumber(n)})`,
  probability: (p: number) => `${percent(p)} certain`,
  certain: 'Certain',
  review: 'Review',
  listedApart: 'One profile lists two of them separately. Its owner may have a reason.',
  uncertain: 'Likely, but not certain.',
  members: (canonical: number) => `Publications that may be the same as publication ${canonical}`,
  publication: (id: number) => `Publication ${id}`,
  keep: 'Keep',
  mergeInto: (p: number) => `Merge into it (${percent(p)})`,
  none: 'unknown',
  fields: {
    title: 'Title',
    authors: 'Authors',
    year: 'Year',
    venue: 'Venue',
    identifiers: 'Identifiers',
    citations: 'Citations',
    libraries: 'Libraries',
  },
  libraries: (n: number) => (n === 0 ? 'in no library' : `in ${count(n, 'library', 'libraries')}`),
  verdicts: { agree: 'Same', similar: 'Similar', disagree: 'Different', unknown: 'Unknown' },
  merge: 'Merge',
  mergeTitle: (n: number) => `Merge ${clusters(n)}`,
  mergeLost: ['Nothing. You can undo the merge below.'],
  mergeKept: [
    'The kept publication is marked as read if any of them was read, and as a favorite if any of them was a favorite.',
    'Identifiers, PDFs and all users’ library entries move to the kept publication.',
  ],
  dismiss: 'Not the same',
  dismissTitle: (n: number) => `Mark ${clusters(n)} as different publications`,
  dismissHint: 'Their publications stay separate, and later searches no longer suggest them. This cannot be undone.',
  merged: (n: number) => `Merged ${clusters(n)}`,
  mergedPublications: (n: number, job: number) =>
    `Merged ${publications(n)} into another in repair ${job}. You can undo it below.`,
  changed: (n: number) => `Skipped ${clusters(n)} that changed since the search. Search again.`,
  overlapping: (n: number) =>
    `Skipped ${clusters(n)} that shared a publication with a merged one. Search again to see what is left.`,
};
