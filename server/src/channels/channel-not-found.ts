import { Problem } from '../platform/errors.ts';

export function channelNotFound(): Problem {
  return new Problem('not_found', 'channel_not_found', 'You have no channel with this id. It may have been deleted.');
}
