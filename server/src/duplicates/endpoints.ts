import { endpoint } from '../platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { dismissClusters } from './dismiss-clusters.ts';
import { examples } from './examples.ts';
import { repairDuplicates } from './repair-duplicates.ts';

export const repair = endpoint({
  summary: 'Find publications that are one work; without dry_run: false nothing is merged',
  body: contract.RepairBody,
  answer: contract.RepairAnswer,
  example: examples.repair,
  problems: ['forbidden', 'confirmation_required', 'repair_in_progress'],
  handle: ({ user, body, ...services }) => repairDuplicates(services, body, { name: user.email, userId: user.id }),
});

export const dismiss = endpoint({
  summary: 'Never merge these: the publications of a cluster are as many works',
  body: contract.DismissBody,
  answer: contract.DismissAnswer,
  example: examples.dismiss,
  problems: ['forbidden'],
  async handle({ db, user, body }) {
    const operator = { name: body.requested_by?.trim() || user.email, userId: user.id };
    const { dismissedCount, unknownKeys } = await dismissClusters(db, operator, body.cluster_keys);
    const message = `${dismissedCount} dismissed.`;
    return { dismissed_count: dismissedCount, unknown_cluster_keys: [...unknownKeys], message };
  },
});
