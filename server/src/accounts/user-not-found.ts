import { Problem } from '../platform/errors.ts';

/** @throws Problem `user_not_found` */
export function userNotFound(): never {
  throw new Problem('not_found', 'user_not_found', 'There is no user with this id.');
}
