import { Problem } from '../platform/errors.ts';

export function scholarNotFound(): Problem {
  return new Problem('not_found', 'scholar_not_found', 'You track no scholar with this id.');
}
