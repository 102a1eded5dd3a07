import type { Work } from './work.ts';
import { issueDoi } from './write-venue.ts';
import { doiSuffix } from './write-work.ts';

/**
 * A work that somebody adds: what is not given is as written, and nothing about it is odd. It gets a DOI if the copy or the oddity that is asked
 * for needs one, and a venue that shows the whole issue's DOI if that is the oddity.
 */
export function completeWork(written: Work, given: Partial<Work>): Work {
  const { owner, n, code } = written;
  const suffix = doiSuffix(owner, n);
  const needsDoi = given.copy !== undefined || (given.oddity ?? 'unlisted') !== 'unlisted';
  return {
    ...written,
    ...(needsDoi ? { doi: written.doi ?? `10.5555/added.${suffix}` } : {}),
    ...(given.copy === undefined ? {} : { openAccess: given.copy !== 'closed' }),
    ...(given.oddity === 'issue_doi' ? { venue: `Annals of the Sandbox, doi:${issueDoi(suffix)}` } : {}),
    ...given,
    copy: given.copy ?? 'direct',
    oddity: given.oddity ?? null,
    owner,
    n,
    code,
  };
}
