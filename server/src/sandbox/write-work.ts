import { commonKey, drawFigures, pairingOf } from './draw-figures.ts';
import { hashText } from './random.ts';
import type { ScholarRecord } from './scholar.ts';
import { clusterOf, codeOf, type Work } from './work.ts';
import { writeAuthors } from './write-authors.ts';
import { writeTitle } from './write-title.ts';
import { writeVenue } from './write-venue.ts';

/** The n-th work of a scholar: it depends on the seed, the scholar and the number, and on no other work. */
export function writeWork(seed: number, owner: ScholarRecord, n: number): Work {
  const key = `${seed}/${owner.id}/${n}`;
  const common = commonKey(seed, owner.id, n);
  const figures = drawFigures(seed, owner, n);
  const { title, italic } = writeTitle(common, owner.field);
  return {
    owner: owner.id,
    n,
    title:
      pairingOf(seed, owner.id, n) === 'parts'
        ? `${title.replace(/\.$/, '')}. Part ${n % 2 === 0 ? 'I' : 'II'}`
        : title,
    italic,
    authors: writeAuthors(seed, common, owner, n),
    ...figures,
    cluster: clusterOf(key),
    code: codeOf(String(n)),
    ...writeVenue(key, owner.field, figures.year, doiSuffix(owner.id, n)),
  };
}

/** The part of a DOI that names the owner. */
export function doiMark(ownerId: string): string {
  return hashText(ownerId).toString(16).padStart(8, '0');
}

/** The end of the DOIs that the sandbox itself gives: it leads back to the work. */
export function doiSuffix(ownerId: string, n: number): string {
  return `${doiMark(ownerId)}.${n.toString(36)}`;
}
