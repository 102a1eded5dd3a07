import { Problem } from '../platform/errors.ts';

export function publicationNotFound(): Problem {
  return new Problem('not_found', 'publication_not_found', 'There is no such publication in your library.');
}

export function scholarNotFound(): Problem {
  return new Problem('not_found', 'scholar_not_found', 'You do not track a scholar with this id.');
}
