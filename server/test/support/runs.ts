import type { Database } from '../../src/platform/database/database.ts';
import type { Client } from './client.ts';

export async function startRun(client: Client): Promise<number> {
  return (await client.ok('POST', '/runs/manual', { status: 201 })).run_id;
}

/** The events that the followers of a run received, in order. */
// biome-ignore lint/suspicious/noExplicitAny: an event is looked into by the test that asked for it
export async function listTold(db: Database, runId: number): Promise<{ number: number; kind: string; data: any }[]> {
  const events = db.selectFrom('run_events').select(['number', 'kind', 'data']).where('run_id', '=', runId);
  return events.orderBy('number').execute();
}
