import { endpoint } from '../platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { dismissClusters } from './dismiss-clusters.ts';
import { repairDuplicates } from './repair-duplicates.ts';
import { undoMerges } from './undo-merges.ts';

export const repair = endpoint({
  summary: 'Find near duplicates, and merge them only with dry_run: false',
  description:
    'A dry run lists clusters, the most similar first. To merge, send the keys of the clusters and the confirmation text. Merges can be undone.',
  body: contract.RepairBody,
  response: contract.RepairResponse,
  errors: ['forbidden', 'confirmation_required', 'repair_in_progress'],
  handle: ({ user, body, ...services }) => repairDuplicates(services, body, { name: user.email, userId: user.id }),
});

export const dismiss = endpoint({
  summary: 'Dismiss clusters: their publications are different, and will not be proposed again',
  description: 'Send the keys from a dry run. A key that is no longer found is named in the response.',
  body: contract.DismissBody,
  response: contract.DismissResponse,
  errors: ['forbidden'],
  async handle({ db, user, body }) {
    const operator = { name: body.requested_by?.trim() || user.email, userId: user.id };
    const { dismissedCount, unknownKeys } = await dismissClusters(db, operator, body.cluster_keys);
    const message = `${dismissedCount} dismissed.`;
    return { dismissed_count: dismissedCount, unknown_cluster_keys: [...unknownKeys], message };
  },
});

export const undo = endpoint({
  summary: 'Undo all merges of a near-duplicate repair',
  description:
    'Each publication gets back what its users had when it was merged. A merge on which a later one builds cannot be undone before that one.',
  path: contract.JobInPath,
  response: contract.UndoResponse,
  errors: ['forbidden', 'repair_job_not_found', 'merge_superseded', 'merge_not_undoable', 'repair_in_progress'],
  async handle({ user, path, ...services }) {
    const operator = { name: user.email, userId: user.id };
    const { jobId, scope, summary } = await undoMerges(services, path.job_id, operator);
    return { job_id: jobId, status: 'completed' as const, scope, summary };
  },
});
