import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { getScholar } from './get-scholar.ts';
import { getStatistics } from './get-statistics.ts';
import { scholarOf } from './scholar.ts';
import { scholarNotFound } from './scholar-not-found.ts';
import { invertEnabled, listScholars } from './store.ts';
import { trackScholar } from './track-scholar.ts';

export const list = endpoint({
  summary: 'List the scholars that you track',
  answer: contract.ScholarList,
  example: examples.list,
  async handle({ db, user, config }) {
    const rows = await listScholars(db, user.id);
    return { scholars: rows.map((row) => scholarOf(row, config.googleScholar.baseUrl)) };
  },
});

export const create = endpoint({
  summary: 'Track a scholar; the first crawl of the profile is queued with it',
  body: contract.CreateBody,
  answer: contract.Scholar,
  example: examples.track,
  status: 201,
  problems: ['invalid_scholar', 'invalid_scholar_image', 'scholar_already_tracked'],
  async handle({ db, user, body, ...services }) {
    const id = await trackScholar(db, user.id, {
      scholarId: body.scholar_id,
      imageUrl: body.profile_image_url ?? null,
    });
    return getScholar({ db, ...services }, user.id, id);
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
    // what waited while the scholar was disabled goes on
    await services.db.transaction().execute((tx) => wakeSource(tx, GOOGLE_SCHOLAR));
    return getScholar(services, user.id, path.id);
  },
});
