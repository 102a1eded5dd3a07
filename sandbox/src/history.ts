import { doiSuffix, writeJournal } from './generate-publication.ts';
import { articleOf, arxivPreprintOf } from './other-sources/neighbors.ts';
import { isPreprint } from './other-sources/traits.ts';
import type { Notice, Publication } from './publication.ts';
import type { ScholarRecord } from './scholar.ts';

/**
 * What can become of a publication after it appeared:
 * - `publish`: an article follows the preprint; `revise`: arXiv, if it has the preprint, gets the next version of it;
 * - `retract`, `concern`, `correct`, `reinstate`: such a notice is published about it, or about the article;
 * - `restore`: it is as it appeared.
 */
export const changeKinds = ['publish', 'revise', 'retract', 'concern', 'correct', 'reinstate', 'restore'] as const;
export type ChangeKind = (typeof changeKinds)[number];

const natures = {
  retract: 'Retraction',
  concern: 'Expression of concern',
  correct: 'Correction',
  reinstate: 'Reinstatement',
} as const;
const maxVersions = 3;

/**
 * The publication after a change, which is the same if that has become of it already. Returns undefined if it cannot:
 * only a preprint is published or revised, and only a paper with a DOI gets notices.
 */
export function changeHistory(
  publication: Publication,
  owner: ScholarRecord,
  change: ChangeKind,
): Publication | undefined {
  const { versions = 1, publishedIn, notices: _, ...appeared } = publication;
  if (change === 'restore') return appeared;
  if (change !== 'publish' && change !== 'revise') return addNotice(publication, natures[change]);
  if (!beganAsPreprint(publication)) return undefined;
  if (change === 'publish')
    return { ...publication, publishedIn: publishedIn ?? writeJournal(owner, publication.n, publication.year) };
  return publication.arxivId === null ? publication : { ...publication, versions: Math.min(maxVersions, versions + 1) };
}

function addNotice(publication: Publication, nature: Notice['nature']): Publication | undefined {
  const { owner, n, notices = [] } = publication;
  const paperDoi = latestDoi(publication);
  if (paperDoi === null) return undefined;
  // a correction does not change what the paper counts as
  const earlier = notices.filter((one) => (one.nature === 'Correction') === (nature === 'Correction'));
  if ((earlier.at(-1)?.nature ?? 'Reinstatement') === nature) return publication;
  const doi = `10.5555/notice.${doiSuffix(owner, n)}-${notices.length + 1}`;
  // the first one is a month old, and each is a day younger than the one before, which shows their order
  const date = new Date(Date.now() + (notices.length - 30) * 86_400_000).toISOString().slice(0, 10);
  return { ...publication, notices: [...notices, { nature, paperDoi, doi, date }] };
}

/** Whether a publication appeared as a preprint, also if an article followed. */
export function beganAsPreprint(publication: Publication): boolean {
  return isPreprint(publication) || (publication.doi === null && publication.arxivId !== null);
}

/** The DOI of the article that followed, else of the publication, or the one that arXiv gives it; null if it has none. */
export function latestDoi(publication: Publication): string | null {
  if (publication.publishedIn !== undefined) return articleOf(publication).doi;
  return publication.doi === null && publication.arxivId !== null ? arxivPreprintOf(publication).doi : publication.doi;
}

/** The notices about the paper of a record. */
export function noticesOf({ doi, notices = [] }: Publication): readonly Notice[] {
  return notices.filter(({ paperDoi }) => paperDoi === doi);
}
