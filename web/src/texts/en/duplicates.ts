import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

const clusters = (n: number) => count(n, 'cluster', 'clusters');
const publications = (n: number) => count(n, 'publication', 'publications');
/** Downwards: what is not certain is never said to be. */
const percent = (probability: number) => `${formatNumber(Math.floor(probability * 1000) / 10)} %`;

/** What the page of near duplicates says. */
export const duplicateTexts = {
  title: 'Near duplicates',
  hint: 'Publications that are likely one work under two titles, or from two sources. A search merges nothing: look, choose, and merge or dismiss. Of a cluster the publication stays that is in most libraries, then the most cited.',
  sure: 'One work with at least',
  sureOf: (percent: number) => `${percent} %`,
  years: 'Years apart, at most',
  yearsOf: (n: number) => (n === 0 ? 'the same year' : count(n, 'year', 'years')),
  search: 'Search',
  dryRun: 'Dry run: nothing was changed',
  found: (found: number, of: number) =>
    found === 0
      ? `No two of ${publications(of)} are near duplicates by these terms. Less sure, or more years apart, finds more.`
      : `${clusters(found)} among ${publications(of)}, the surest first.`,
  notAllShown: (shown: number) =>
    `The first ${formatNumber(shown)} are shown. Merge or dismiss some, and search again.`,
  choice: 'What is chosen',
  chosen: (n: number) => `${formatNumber(n)} chosen`,
  choose: (n: number) => `These ${formatNumber(n)} are one`,
  chooseSure: (n: number) => `Choose the ${formatNumber(n)} beyond doubt`,
  probability: (p: number) => `${percent(p)} sure`,
  sureEnough: 'Beyond doubt',
  lookAtIt: 'Look first',
  listedApart: 'One profile lists two of them as two works; its owner may have had a reason.',
  notSure: 'Likely, but not beyond doubt.',
  members: (winner: number) => `Publications that may be one with publication ${winner}`,
  publication: (id: number) => `Publication ${id}`,
  stays: 'Stays',
  goes: (p: number) => `Becomes one with it, ${percent(p)} sure`,
  none: 'not known',
  fields: {
    title: 'Title',
    authors: 'Authors',
    year: 'Year',
    venue: 'Venue',
    identifiers: 'Identifiers',
    citations: 'Citations',
    libraries: 'Libraries',
  },
  kinds: { doi: 'DOI', arxiv: 'arXiv', pmid: 'PubMed', pmcid: 'PMC', openalex: 'OpenAlex' } as Readonly<
    Record<string, string>
  >,
  libraries: (n: number) => (n === 0 ? 'in nobody’s' : `of ${count(n, 'user', 'users')}`),
  verdicts: { agree: 'Agrees', similar: 'Similar', disagree: 'Differs', unknown: 'Cannot tell' },
  merge: 'Merge',
  mergeTitle: (n: number) => `Merge ${clusters(n)}`,
  mergeLost: ['Nothing. The others become one with the publication that stays, and it can be taken back below.'],
  mergeKept: [
    'What is read, if any of them was, and what is a favorite, if any of them was.',
    'Identifiers, PDFs and the links of all users: they lead to the one that stays.',
  ],
  dismiss: 'Not the same',
  dismissTitle: (n: number) => `${clusters(n)} of different works`,
  dismissHint:
    'Each publication in them stays a work of its own, and no search finds them together again. This has no undo.',
  merged: (n: number) => `${clusters(n)} merged`,
  mergedAway: (n: number, job: number) =>
    `${publications(n)} became one with another, in repair ${job}. It can be taken back below.`,
  changed: (n: number) =>
    `${clusters(n)} passed over: what they consist of has changed since the search. Search again.`,
  overlapping: (n: number) =>
    `${clusters(n)} passed over, for sharing a publication with one that was merged. Search again to see what is left.`,
};
