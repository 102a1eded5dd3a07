import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { decideProfile, getProfiles } from './profiles.ts';

export const list = endpoint({
  summary: 'List the profiles of a scholar at other sources, confirmed and suggested',
  path: IdInPath,
  response: contract.ProfileList,
  errors: ['scholar_not_found'],
  handle: ({ db, user, path }) => getProfiles(db, user.id, path.id),
});

export const decide = endpoint({
  summary: 'Confirm or reject a profile of a scholar, or take that back',
  path: IdInPath,
  body: contract.DecisionBody,
  response: contract.DecidedList,
  errors: ['scholar_not_found', 'profile_not_found'],
  handle: ({ db, user, path, body }) => decideProfile(db, user.id, path.id, body),
});
