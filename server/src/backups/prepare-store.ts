import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/**
 * Makes all claims of workers invalid: one that has claimed an item of the replaced database must not save its answer for the item that has
 * the same id here. What was claimed when the dump was made can be claimed again.
 */
export async function voidClaims(db: Database): Promise<void> {
  await sql`
    update queue_items set claim_number = claim_number + 1 + floor(random() * 1e6)::int, claimed_until = null,
      status = case status when 'retrying' then 'queued' else status end`.execute(db);
  await sql`update enrichment set step_number = step_number + 1 + floor(random() * 1e6)::int where source is not null`.execute(
    db,
  );
  await sql`update background_work set claim_number = claim_number + 1 + floor(random() * 1e6)::int, claimed_until = now()`.execute(
    db,
  );
}

/** A dump holds no statistics, and without them the first queries are planned badly. */
export async function gatherStatistics(db: Database): Promise<void> {
  await sql`analyze`.execute(db);
}
