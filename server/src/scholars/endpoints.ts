import { scholarNotFound } from '../library/not-found.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { findScholars, getScholar, getStatistics, scholarOf } from './read-scholars.ts';
import { readToday } from './read-today.ts';
import { invertEnabled } from './store.ts';

export const list = endpoint({
  summary: 'List the scholars that you track, ordered by name',
  description: '`crawl` shows how far the first crawl of a scholar is.',
  query: contract.ListQuery,
  response: contract.ScholarList,
  async handle({ db, user, query, config }) {
    const rows = await findScholars(db, user.id, query);
    return { scholars: rows.map((row) => scholarOf(row, config)) };
  },
});

export const today = endpoint({
  summary: 'Count what is new to read, by scholar',
  description:
    'What `GET /api/v1/publications?mode=today` lists: the unread publications of the last 14 days. `now_published` is not counted.',
  response: contract.Today,
  handle: ({ db, user }) => readToday(db, user.id),
});

export const get = endpoint({
  summary: 'Get a scholar that you track',
  description: 'The same object as in the list.',
  path: IdInPath,
  response: contract.OneScholar,
  errors: ['scholar_not_found'],
  handle: ({ user, path, ...services }) => getScholar(services, user.id, path.id),
});

export const statistics = endpoint({
  summary: 'Count the publications and citations of a scholar in your library by year',
  description: 'Publications without a year are counted apart.',
  path: IdInPath,
  response: contract.Statistics,
  errors: ['scholar_not_found'],
  handle: ({ db, user, path }) => getStatistics(db, user.id, path.id),
});

export const toggle = endpoint({
  summary: 'Enable or disable a scholar; runs skip disabled ones',
  description: 'Publications and marks stay.',
  path: IdInPath,
  response: contract.ToggledScholar,
  errors: ['scholar_not_found'],
  async handle({ user, path, ...services }) {
    if (!(await invertEnabled(services.db, user.id, path.id))) throw scholarNotFound();
    return getScholar(services, user.id, path.id);
  },
});
