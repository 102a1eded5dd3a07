import Type from 'typebox';
import { Facts, JOB_STATUSES } from '../audit/contract.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { Id, oneOf, strict } from '../platform/http/shapes.ts';
import { examples } from './examples.ts';
import { undoMerges } from './undo-merges.ts';

export const undo = endpoint({
  summary: 'Undo all merges of a near-duplicate repair',
  path: strict({ job_id: Id }),
  answer: Type.Object({ job_id: Type.Integer(), status: oneOf(JOB_STATUSES), scope: Facts, summary: Facts }),
  example: examples.undo,
  problems: ['forbidden', 'not_found', 'merge_superseded', 'merge_not_undoable', 'repair_in_progress'],
  async handle({ user, path, ...services }) {
    const operator = { name: user.email, userId: user.id };
    const { jobId, scope, summary } = await undoMerges(services, path.job_id, operator);
    return { job_id: jobId, status: 'completed' as const, scope, summary };
  },
});
