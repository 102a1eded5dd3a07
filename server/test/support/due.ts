import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { until } from './wait.ts';

/** Ends the cooldowns of all sources; locks their rows in the order in which the service does. */
export async function endCooldowns(db: Database): Promise<void> {
  await sql`
    with paused as (select source, credential from source_states order by source, credential for update)
    update source_states s set cooldown_until = now() from paused where s.source = paused.source and s.credential = paused.credential`.execute(
    db,
  );
}

/** Ends the cooldown, and makes all waiting work due. */
export async function makeWorkDue(db: Database): Promise<void> {
  await endCooldowns(db);
  await sql`
    with due as (select id from queue_items where status = 'queued' order by id for update)
    update queue_items q set next_attempt_at = now() from due where q.id = due.id`.execute(db);
}

/** Makes the next attempt due, and runs the scheduler. */
export async function passTime(db: Database): Promise<void> {
  await sql`update enrichment set next_attempt_at = now() where next_attempt_at is not null`.execute(db);
  await strike(db);
}

/** Makes a job of the schedule due now; returns the number of its latest claim. */
export async function makeJobDue(db: Database, name: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into background_work (name, due_at, claimed_until, claim_number) values (${name}, now(), now(), 0)
    on conflict (name) do update set due_at = now() returning claim_number as number`.execute(db);
  await sql`select pg_notify('background_work', '')`.execute(db);
  return rows[0]?.number ?? 0;
}

/** Makes a job of the schedule due, and waits until it has run since. */
export async function runJob(db: Database, name: string): Promise<void> {
  const before = await makeJobDue(db, name);
  await until(async () => {
    const { rows } = await sql`
      select from background_work where name = ${name} and claim_number > ${before} and claimed_until <= clock_timestamp()`.execute(
      db,
    );
    expect(rows, `${name} was run`).toHaveLength(1);
  });
}

/** Runs the scheduler, and waits until it has finished. */
export async function strike(db: Database): Promise<void> {
  await runJob(db, 'retry-due-pdfs');
}

/** Expires the claims of killed processes. */
export async function expireClaims(db: Database): Promise<void> {
  await sql`update background_work set claimed_until = now()`.execute(db);
}

/** Makes waiting PDF checks due. */
export async function makeLinksDue(db: Database): Promise<void> {
  await sql`update enrichment set due_at = now() where source = 'web'`.execute(db);
}

/** Ends the cooldown of a source, and makes its waiting work due. */
export async function makeLookupsDue(db: Database, source: string): Promise<void> {
  await sql`update source_states set cooldown_until = now() where source = ${source}`.execute(db);
  await sql`update enrichment set due_at = now() where source = ${source}`.execute(db);
}
