import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Service } from '../support/service.ts';

export interface RequestNotes {
  /** Expects that the slots of the source kept this interval, and that all requests together took their time. */
  expectDistance(seconds: number): Promise<void>;
}

/**
 * Writes down each slot that is reserved at the source from now on. A request arrives at the stand-in late on a busy
 * machine, and so seems close to the next; slots, reserved under the lock of the source's row and by the database's
 * clock, are what workers go by on any machine.
 */
export async function noteRequests({ db, sandbox }: Service): Promise<RequestNotes> {
  for (const statement of [
    'create schema noted',
    'create table noted.slots (number bigint generated always as identity, at timestamptz not null)',
    `create function noted.note_slot() returns trigger language plpgsql as
      'begin insert into noted.slots (at) values (new.last_request_at); return null; end'`,
    `create trigger note after update of last_request_at on source_states for each row
      when (new.source = 'google_scholar') execute function noted.note_slot()`,
  ])
    await sql.raw(statement).execute(db);
  return {
    async expectDistance(seconds) {
      const { rows } = await sql<{ at: Date }>`select at from noted.slots order by number`.execute(db);
      const { requests } = sandbox;
      expect(requests.length, 'requests').toBeGreaterThan(10);
      expect(rows.length, 'slots that were reserved').toBeGreaterThanOrEqual(requests.length);
      const gaps = rows.slice(1).map(({ at }, before) => Number(at) - Number(rows[before]?.at));
      expect(Math.min(...gaps), `milliseconds between slots: ${gaps}`).toBeGreaterThanOrEqual(seconds * 1000);
      const took = (requests.at(-1)?.at ?? 0) - Number(rows[0]?.at);
      const least = (requests.length - 1) * seconds * 1000;
      expect(took, 'milliseconds from the first slot to the last arrival').toBeGreaterThanOrEqual(least);
    },
  };
}
