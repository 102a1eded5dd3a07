import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import * as contract from './contract.ts';
import { getScholar } from './get-scholar.ts';
import { scholarOf } from './scholar.ts';
import { invertEnabled, listScholars } from './store.ts';
import { trackScholar } from './track-scholar.ts';

export const list = endpoint({
  summary: 'List the scholars that you track',
  answer: contract.ScholarList,
  async handle({ db, user, config }) {
    const rows = await listScholars(db, user.id);
    return { scholars: rows.map((row) => scholarOf(row, config.googleScholar.baseUrl)) };
  },
});

export const create = endpoint({
  summary: 'Track a scholar; the first crawl of the profile is queued with it',
  body: contract.CreateBody,
  answer: contract.Scholar,
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

export const toggle = endpoint({
  summary: 'Enable or disable a scholar: runs skip a disabled one',
  path: IdInPath,
  answer: contract.Scholar,
  problems: ['scholar_not_found'],
  async handle({ user, path, ...services }) {
    await invertEnabled(services.db, user.id, path.id);
    // what waited while the scholar was disabled goes on
    await services.db.transaction().execute((tx) => wakeSource(tx, GOOGLE_SCHOLAR));
    return getScholar(services, user.id, path.id);
  },
});
