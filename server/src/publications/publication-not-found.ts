import { Problem } from '../platform/errors.ts';

export function publicationNotFound(): Problem {
  return new Problem('not_found', 'publication_not_found', 'There is no such publication in your library.');
}
