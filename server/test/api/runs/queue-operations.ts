import { sql } from 'kysely';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Client } from '../../support/client.ts';

export type Status = 'queued' | 'retrying' | 'dropped';

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: (id: number | string) => string;
}
export const retry: Operation = { name: 'retry', method: 'POST', path: (id) => `/runs/queue/${id}/retry` };
export const drop: Operation = { name: 'drop', method: 'POST', path: (id) => `/runs/queue/${id}/drop` };
export const clear: Operation = { name: 'clear', method: 'DELETE', path: (id) => `/runs/queue/${id}` };
export const operations = [retry, drop, clear];

let profiles = 0;

/** Tracks one more scholar and sets the status of its item. Returns the item's id. */
export async function makeItem(client: Client, db: Database, status: Status): Promise<number> {
  profiles += 1;
  const body = { scholar_id: `AAAAAAAA${String(profiles).padStart(4, '0')}` };
  const scholar = await client.ok('POST', '/scholars', { body, status: 201 });
  const { rows } = await sql<{ id: number }>`
    update queue_items set status = ${status}, claimed_until = case when ${status} = 'retrying' then now() + interval '45 seconds' end, claim_number = (${status} <> 'queued')::int,
      dropped_reason = case when ${status} = 'dropped' then 'attempts_exhausted' end, attempt_count = 6, last_error = 'layout_changed: legacy_layout'
    where scholar_id = ${scholar.id} returning id`.execute(db);
  const [item] = rows;
  if (!item) throw new Error('the scholar has no item');
  return item.id;
}

export async function itemsOf(client: Client): Promise<{ id: number; status: Status; [key: string]: unknown }[]> {
  return (await client.ok('GET', '/runs/queue/items')).queue_items;
}

export async function findItem(client: Client, id: number) {
  return (await itemsOf(client)).find((item) => item.id === id);
}
