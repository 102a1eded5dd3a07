import { isTracked } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { joinScholars, undoJoin } from './join-scholars.ts';
import { decideProfile, getProfiles } from './profiles.ts';
import { rejectPublication, restorePublication } from './reject-publication.ts';
import { listCoAuthors, listOwnRejected, listRejected } from './store.ts';

export const list = endpoint({
  summary: 'List the profiles of a scholar: those that are crawled, suggestions, and rejected ones',
  description:
    'A suggestion names its evidence. Nothing is crawled for it until you confirm it, or until the evidence is conclusive.',
  path: IdInPath,
  response: contract.ProfileList,
  errors: ['scholar_not_found'],
  handle: ({ user, path, ...services }) => getProfiles(services, user.id, path.id),
});

export const decide = endpoint({
  summary: 'Confirm or reject a profile of a scholar, or take that back',
  description:
    'A confirmed profile is crawled, and its publications join the list of the scholar. The main profile cannot be rejected.',
  path: IdInPath,
  body: contract.DecisionBody,
  response: contract.DecidedList,
  errors: ['scholar_not_found', 'invalid_scholar', 'main_profile', 'profile_of_another_scholar'],
  handle: ({ user, path, body, ...services }) => decideProfile(services, user.id, path.id, body),
});

export const listRejectedOfScholar = endpoint({
  summary: 'List what you said is not by a scholar',
  description: "Future crawls do not put these publications back into the scholar's list.",
  path: IdInPath,
  response: contract.OwnRejectedList,
  errors: ['scholar_not_found'],
  async handle({ db, user, path }) {
    if (!(await isTracked(db, user.id, path.id))) throw scholarNotFound();
    return { rejected_publications: await listOwnRejected(db, user.id, path.id) };
  },
});

export const reject = endpoint({
  summary: "Say that a publication is not by a scholar; it leaves the scholar's list, and your marks are kept",
  description: 'It stays rejected when the profile is crawled again. `DELETE` takes it back.',
  path: contract.RejectedPath,
  response: contract.RejectedMessage,
  errors: ['scholar_not_found', 'publication_not_found'],
  async handle({ db, user, path }) {
    await rejectPublication(db, { userId: user.id, scholarId: path.id, publicationId: path.publication_id });
    return { message: "Removed from the scholar's publications." };
  },
});

export const restore = endpoint({
  summary: 'Take back that a publication is not by a scholar',
  description: 'Your marks are what they were.',
  path: contract.RejectedPath,
  response: contract.RestoredMessage,
  errors: ['scholar_not_found', 'publication_not_found'],
  async handle({ db, user, path }) {
    await restorePublication(db, { userId: user.id, scholarId: path.id, publicationId: path.publication_id });
    return { message: "The publication is in the scholar's list again." };
  },
});

export const listRejectedByAll = endpoint({
  summary: 'List publications that several users said are not by a person',
  description: 'They show where a source mixes up two people.',
  response: contract.RejectedList,
  handle: async ({ db }) => ({ rejected_publications: await listRejected(db) }),
});

export const join = endpoint({
  summary: 'Join another scholar of yours into this one, because they are one person',
  description: 'The profiles and publications of the other scholar become those of this one. `DELETE` undoes it.',
  path: IdInPath,
  body: contract.JoinBody,
  response: contract.JoinedMessage,
  errors: ['scholar_not_found', 'run_in_progress'],
  async handle({ db, user, path, body }) {
    await joinScholars(db, { userId: user.id, scholarId: path.id, joinedId: body.scholar_profile_id });
    return { message: 'The two scholars are one now.' };
  },
});

export const unjoin = endpoint({
  summary: 'Undo the latest join into a scholar',
  description: 'The joined scholar is back with its own profiles.',
  path: IdInPath,
  response: contract.UnjoinedMessage,
  errors: ['scholar_not_found', 'nothing_joined', 'profile_of_another_scholar', 'run_in_progress'],
  async handle({ db, user, path }) {
    await undoJoin(db, { userId: user.id, scholarId: path.id });
    return { message: 'The two scholars are separate again.' };
  },
});

export const coAuthors = endpoint({
  summary: 'List the authors with whom a scholar wrote most, with their ids at OpenAlex',
  description: 'Use `POST /api/v1/scholars` with an id to track one of them.',
  path: IdInPath,
  response: contract.CoAuthorList,
  errors: ['scholar_not_found'],
  async handle({ db, user, path }) {
    if (!(await isTracked(db, user.id, path.id))) throw scholarNotFound();
    const rows = await listCoAuthors(db, user.id, path.id);
    return { co_authors: rows.map((row) => ({ source: 'openalex' as const, ...row })) };
  },
});
