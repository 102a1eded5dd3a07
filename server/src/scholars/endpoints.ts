import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { getScholar } from './get-scholar.ts';
import { getStatistics } from './get-statistics.ts';
import { scholarOf } from './scholar.ts';
import { scholarNotFound } from './scholar-not-found.ts';
import { invertEnabled, listScholars } from './store.ts';

export const list = endpoint({
  summary: 'List the scholars that you track',
  answer: contract.ScholarList,
  example: examples.list,
  async handle({ db, user, config }) {
    const rows = await listScholars(db, user.id);
    return { scholars: rows.map((row) => scholarOf(row, config.googleScholar.baseUrl)) };
  },
});

export const statistics = endpoint({
  summary: 'Works and citations of a scholar by year, as your library has them',
  path: IdInPath,
  answer: contract.Statistics,
  example: examples.statistics,
  problems: ['scholar_not_found'],
  handle: ({ db, user, path }) => getStatistics(db, user.id, path.id),
});

export const toggle = endpoint({
  summary: 'Enable or disable a scholar: runs skip a disabled one',
  path: IdInPath,
  answer: contract.Scholar,
  example: examples.toggle,
  problems: ['scholar_not_found'],
  async handle({ user, path, ...services }) {
    if (!(await invertEnabled(services.db, user.id, path.id))) throw scholarNotFound();
    return getScholar(services, user.id, path.id);
  },
});
