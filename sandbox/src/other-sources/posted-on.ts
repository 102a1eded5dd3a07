import type { Publication } from '../publication.ts';

/** The day on which arXiv posted a version: that of the id's month for the first, and a day later for each other. */
export function postedOn({ arxivId }: Publication, version: number): string {
  return `20${arxivId?.slice(0, 2)}-${arxivId?.slice(2, 4)}-0${version}`;
}
