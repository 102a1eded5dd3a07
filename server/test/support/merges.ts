import { sql } from 'kysely';
import type { RepairJob } from '../../src/audit/repair-job.ts';
import { mergeWorks } from '../../src/duplicates/merge-works.ts';
import type { Database, Tx } from '../../src/platform/database/database.ts';

/** An applied near-duplicate repair, as runRepair makes one, that has merged nothing yet. */
export async function makeMergeJob(db: Database): Promise<RepairJob> {
  const plan = {
    name: 'publication_near_duplicates',
    operator: { name: 'test', userId: null },
    isDryRun: false,
    scope: {},
  } as const;
  const { id } = await db
    .insertInto('repair_jobs')
    .values({ job_name: plan.name, requested_by: plan.operator.name, dry_run: false, status: 'completed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...plan, id };
}

/** Merges works by a job of their own; returns the job's id. */
export async function merge(db: Database, winner: number, ...losers: readonly number[]): Promise<number> {
  const job = await makeMergeJob(db);
  if (db.isTransaction) await mergeWorks(db as unknown as Tx, job, winner, losers);
  else await db.transaction().execute((tx) => mergeWorks(tx, job, winner, losers));
  return job.id;
}

const TABLES = {
  publications: "to_jsonb(t) - 'updated_at'",
  publication_sources: 'to_jsonb(t)',
  publication_fingerprints: 'to_jsonb(t)',
  publication_identifiers: 'to_jsonb(t)',
  profile_publications: 'to_jsonb(t)',
  scholar_publications: 'to_jsonb(t)',
  user_publications: 'to_jsonb(t)',
  dismissed_duplicates: 'to_jsonb(t)',
  pdf_jobs: 'to_jsonb(t)',
  // steps go on: an answer that was under way is for none of the works
  lookups: "to_jsonb(t) - 'step_number'",
  run_lookups: 'to_jsonb(t)',
  // numbers go on: what was read by a merge is read after all lists that are open
  libraries: "to_jsonb(t) - 'last_read_number'",
  scholars: 'to_jsonb(t)',
  // what the last crawl saw on the first page is a hint, which a merge takes away
  profiles: "to_jsonb(t) - 'top_digest'",
  runs: 'to_jsonb(t)',
  run_events: 'to_jsonb(t)',
} as const;

/** All rows of all tables that a merge may touch, in an order of their own. */
export async function dumpTables(db: Database): Promise<Record<string, readonly unknown[]>> {
  const dump: Record<string, readonly unknown[]> = {};
  for (const [table, row] of Object.entries(TABLES)) {
    const { rows } = await sql<{ row: unknown }>`
      select ${sql.raw(row)} as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(db);
    dump[table] = rows.map((one) => one.row);
  }
  return dump;
}

/** Libraries whose counts are not those of their links, and links whose numbers are not their own. */
export async function listBrokenLibraries(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select l.user_id from libraries l left join user_publications u on u.user_id = l.user_id
    group by l.user_id, l.link_count, l.unread_count, l.favorite_count, l.last_link_number
    having l.link_count <> count(u.*) filter (where not u.is_hidden)
      or l.unread_count <> count(u.*) filter (where not u.is_hidden and not u.is_read)
      or l.favorite_count <> count(u.*) filter (where not u.is_hidden and u.is_favorite)
      or coalesce(max(u.link_number), 0) > l.last_link_number
      or count(distinct u.link_number) <> count(u.*)`.execute(db);
  return rows;
}

/** What still hangs on works that were merged, or leads to them, and merges that lead to merges. */
export async function listLooseEnds(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id, p.merged_into from publications p join publications r on r.id = p.merged_into
    where r.merged_into is not null
      or exists (select from publication_sources k where k.publication_id = p.id)
      or exists (select from publication_fingerprints k where k.publication_id = p.id)
      or exists (select from publication_identifiers k where k.publication_id = p.id)
      or exists (select from profile_publications k where k.publication_id = p.id)
      or exists (select from scholar_publications k where k.publication_id = p.id)
      or exists (select from user_publications k where k.publication_id = p.id)
      or exists (select from dismissed_duplicates k where p.id in (k.low_id, k.high_id))
      or exists (select from pdf_jobs k where k.publication_id = p.id)`.execute(db);
  return rows;
}
