import { scholarNotFound } from '../library/not-found.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { findScholars } from './find-scholars.ts';
import { getScholar } from './get-scholar.ts';
import { getStatistics } from './get-statistics.ts';
import { scholarOf } from './scholar.ts';
import { invertEnabled } from './store.ts';
import { readToday } from './today-store.ts';

export const list = endpoint({
  summary: 'List the scholars that you track, ordered by name',
  query: contract.ListQuery,
  response: contract.ScholarList,
  async handle({ db, user, query, config }) {
    const rows = await findScholars(db, user.id, query);
    return { scholars: rows.map((row) => scholarOf(row, config)) };
  },
});

export const today = endpoint({
  summary: 'Count what is new to read, by scholar',
  response: contract.Today,
  handle: ({ db, user }) => readToday(db, user.id),
});

export const get = endpoint({
  summary: 'Get a scholar that you track',
  path: IdInPath,
  response: contract.OneScholar,
  errors: ['scholar_not_found'],
  handle: ({ user, path, ...services }) => getScholar(services, user.id, path.id),
});

export const statistics = endpoint({
  summary: 'Count the publications and citations of a scholar in your library by year',
  path: IdInPath,
  response: contract.Statistics,
  errors: ['scholar_not_found'],
  handle: ({ db, user, path }) => getStatistics(db, user.id, path.id),
});

export const toggle = endpoint({
  summary: 'Enable or disable a scholar; runs skip disabled ones',
  path: IdInPath,
  response: contract.ToggledScholar,
  errors: ['scholar_not_found'],
  async handle({ user, path, ...services }) {
    if (!(await invertEnabled(services.db, user.id, path.id))) throw scholarNotFound();
    return getScholar(services, user.id, path.id);
  },
});
