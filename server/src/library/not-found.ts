import { Problem } from '../platform/errors.ts';

/** The error for a publication that is not in the user's library. */
export function publicationNotFound(): Problem {
  return new Problem('not_found', 'publication_not_found', 'There is no such publication in your library.');
}

/** The error for a scholar that the user does not track. */
export function scholarNotFound(): Problem {
  return new Problem('not_found', 'scholar_not_found', 'You do not track a scholar with this id.');
}
