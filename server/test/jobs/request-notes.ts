import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CrawlService } from './crawl-service.ts';

export interface RequestNotes {
  /** That turns at the source came no closer than this to what was noted before them, and that all requests together took their time. */
  expectDistance(seconds: number): Promise<void>;
}

/**
 * Writes down each time at which a worker notes a request, from now on. A request arrives at the stand-in late on a busy machine, and so seems
 * close to the next; what is noted, under the lock of the source's row and by the database's clock, is what workers go by on any machine.
 */
export async function noteRequests({ db, sandbox }: CrawlService): Promise<RequestNotes> {
  for (const statement of [
    'create schema noted',
    'create table noted.requests (number bigint generated always as identity, at timestamptz not null)',
    'create table noted.turns (at timestamptz)',
    `create function noted.note_request() returns trigger language plpgsql as
      'begin insert into noted.requests (at) values (new.last_request_at); return null; end'`,
    // a turn is inserted (a user who waits for the first one, with no time), a request that is noted anew updates it
    `create function noted.note_turn() returns trigger language plpgsql as
      'begin insert into noted.turns values (new.asked_at); return new; end'`,
    `create trigger note after update of last_request_at on source_states for each row
      when (new.source = 'google_scholar') execute function noted.note_request()`,
    `create trigger note before insert on source_turns for each row
      when (new.source = 'google_scholar') execute function noted.note_turn()`,
  ])
    await sql.raw(statement).execute(db);
  return {
    async expectDistance(seconds) {
      const { rows } = await sql<{ at: Date; isTurn: boolean }>`
        select at, exists (select from noted.turns t where t.at = r.at) as "isTurn" from noted.requests r order by number`.execute(
        db,
      );
      const turns = rows.filter(({ isTurn }) => isTurn);
      const { requests } = sandbox;
      expect(turns.length, 'turns that were noted').toBeGreaterThanOrEqual(requests.length);
      expect(requests.length, 'requests').toBeGreaterThan(10);
      const gaps = rows.flatMap(({ at, isTurn }, index) => {
        const before = rows[index - 1]?.at;
        return isTurn && before ? [Number(at) - Number(before)] : [];
      });
      expect(Math.min(...gaps), `milliseconds before each turn: ${gaps}`).toBeGreaterThanOrEqual(seconds * 1000);
      const took = (requests.at(-1)?.at ?? 0) - Number(rows[0]?.at);
      const least = (requests.length - 1) * seconds * 1000;
      expect(took, 'milliseconds from the first note to the last arrival').toBeGreaterThanOrEqual(least);
    },
  };
}
