import { activeRun, complete, emit, progress } from '../../../support/follow.ts';
import { endedRun } from '../../../support/library.ts';
import { makeItem, type Status } from '../../runs/queue-operations.ts';
import type { Preparation } from '../call.ts';

/** An item of the owner's queue in this state. */
function ofItem(status: Status): Preparation {
  return async ({ db, owner }) => ({ client: owner, path: { id: await makeItem(owner, db, status) } });
}

export const runs: Readonly<Record<string, Preparation>> = {
  getRuns: async ({ db, owner }) => {
    await endedRun(db, owner.userId, 'failed');
    return [
      { client: owner, query: { failed_only: true, page: 1, page_size: 5 } },
      { client: owner, query: { limit: 1 } },
    ];
  },
  postRunsManual: async ({ newcomer, scholar }) => {
    const client = await newcomer();
    await scholar(client.userId);
    const headers = { 'idempotency-key': 'once' };
    return [
      { client, headers, status: 201 },
      { client, headers, status: 200 },
      { client, status: 409 },
      { client, headers: { 'idempotency-key': 'k'.repeat(129) }, status: 400 },
    ];
  },
  getRunsByRunId: async ({ newcomer, scholar }) => {
    const client = await newcomer();
    await scholar(client.userId);
    const { run_id } = await client.ok('POST', '/runs/manual');
    return { client, path: { run_id } };
  },
  postRunsByRunIdCancel: async ({ newcomer, scholar }) => {
    const client = await newcomer();
    await scholar(client.userId);
    const { run_id } = await client.ok('POST', '/runs/manual');
    return [
      { client, path: { run_id } },
      { client, path: { run_id }, status: 409 },
    ];
  },
  getRunsByRunIdStream: async ({ db, newcomer }) => {
    const client = await newcomer();
    const run_id = await activeRun(db, client.userId);
    await emit(db, run_id, progress(2));
    await complete(db, run_id);
    return { client, path: { run_id } };
  },
  getRunsQueueItems: async (world) => {
    await makeItem(world.owner, world.db, 'dropped');
    return [
      { client: world.owner, query: { status: 'dropped', page: 1, page_size: 5 } },
      { client: world.owner, query: { limit: 2 } },
      { client: world.owner, query: { limit: 2, page: 1 }, status: 422 },
    ];
  },
  postRunsQueueByIdRetry: ofItem('dropped'),
  postRunsQueueByIdDrop: ofItem('queued'),
  deleteRunsQueueById: ofItem('dropped'),
};
