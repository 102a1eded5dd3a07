import { Problem } from '../platform/errors.ts';

export function runNotFound(): Problem {
  return new Problem('not_found', 'run_not_found', 'You have no run with this id.');
}
