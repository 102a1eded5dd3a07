import { Problem } from '../platform/errors.ts';

/** The same whether there is no such scholar, none of yours, or no picture of it. */
export function imageNotFound(): Problem {
  return new Problem('not_found', 'scholar_image_not_found', 'There is no such picture.');
}
