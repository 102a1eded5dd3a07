import { endpoint } from '../platform/http/endpoint.ts';
import { paginationOf, windowOf } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { listAuditLog } from './log-store.ts';
import { listRepairJobs } from './store.ts';

const JOBS = 30;
const CHANGES = 100;

export const listJobs = endpoint({
  summary: 'List repairs, the latest first',
  query: contract.JobsQuery,
  answer: contract.Jobs,
  example: examples.jobs,
  problems: ['forbidden'],
  handle: async ({ db, query: { limit = JOBS } }) => ({ jobs: await listRepairJobs(db, limit) }),
});

export const listChanges = endpoint({
  summary: 'List what was changed by repairs and operators, the latest first',
  query: contract.ChangesQuery,
  answer: contract.Changes,
  example: examples.changes,
  problems: ['forbidden'],
  async handle({ db, query }) {
    const window = windowOf(query, CHANGES);
    const { repair_job_id = null, publication_id = null } = query;
    const { rows, totalCount } = await listAuditLog(db, { repair_job_id, publication_id }, window);
    const pagination = paginationOf(window, totalCount);
    return { entries: rows, ...pagination, pagination };
  },
});
