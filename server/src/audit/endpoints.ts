import { endpoint } from '../platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { listRepairJobs } from './store.ts';

const JOBS = 30;

export const listJobs = endpoint({
  summary: 'List repairs, the latest first',
  query: contract.JobsQuery,
  answer: contract.Jobs,
  problems: ['forbidden'],
  handle: async ({ db, query: { limit = JOBS } }) => ({ jobs: await listRepairJobs(db, limit) }),
});
