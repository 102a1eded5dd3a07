import { endpoint } from '../platform/http/endpoint.ts';
import { paginationOf, windowOf } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { listAuditLog, listRepairJobs } from './store.ts';

const JOBS = 30;
const CHANGES = 100;

export const listJobs = endpoint({
  summary: 'List repair jobs, newest first',
  description: 'Each repair, dry run and drop is a job, with its scope and its result.',
  query: contract.JobsQuery,
  response: contract.Jobs,
  errors: ['forbidden'],
  handle: async ({ db, query: { limit = JOBS } }) => ({ jobs: await listRepairJobs(db, limit) }),
});

export const listChanges = endpoint({
  summary: 'List what repairs and operators changed, and sign-ins of the last 90 days, newest first',
  description: 'Each entry says who changed what and when, with the values before and after. The list is paged.',
  query: contract.ChangesQuery,
  response: contract.Changes,
  errors: ['forbidden'],
  async handle({ db, query }) {
    const window = windowOf(query, CHANGES);
    const { kind = null, repair_job_id = null, publication_id = null } = query;
    const { rows, totalCount } = await listAuditLog(db, { kind, repair_job_id, publication_id }, window);
    const pagination = paginationOf(window, totalCount);
    return { entries: rows, ...pagination, pagination };
  },
});
