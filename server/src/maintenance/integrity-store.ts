import { sql } from 'kysely';
import { isRepairLockHeld } from '../audit/store.ts';
import { staleEntries } from '../library/order-store.ts';
import { WRONG_WORDS } from '../library/word-store.ts';
import { IMPORT } from '../publications/records.ts';
import type { Check } from './check.ts';
import { findStaleDisplays, mergeWays, sampleCanonical, wrongCanonicalIds } from './derived-store.ts';
import { isOrphan } from './orphan-store.ts';
import { readExpectedObjects, selectMissing } from './schema-store.ts';
import { LOST_TAGS, WRONG_LIBRARIES, WRONG_MARKS, WRONG_SCHOLARS } from './wrong-copies-store.ts';
import { WRONG_ENTRIES } from './wrong-entries-store.ts';

/** How many displays are recomputed and compared. */
const SAMPLE = 1_000;

const REPAIR_LINKS = 'Run the link repair to correct them.';
const RESTORE =
  'The service does not cause this. Find out what else wrote to the database. Then restore a backup, or correct the rows with SQL.';

const WRONG_NUMBERS = sql`
  select c.name as check, w.user_id as id from ${WRONG_LIBRARIES} w
  cross join lateral (values ('library_counts', w.is_count), ('link_numbers_beyond_library', w.is_last_number)) c (name, is_found) where c.is_found`;

const isActive = sql`r.status in ('running', 'resolving')`;
const hasPending = sql`exists (select from run_scholars p where p.run_id = r.id and p.outcome = 'pending')`;
const hasEnrichment = sql`exists (select from run_enrichment w where w.run_id = r.id)`;

const isOurs = sql`n.nspname = 'public'`;

/**
 * The checks of the integrity report, each with name, severity, statement and message. `Check` in `check.ts` describes
 * the fields.
 */
export const CHECKS: readonly Check[] = [
  // libraries, the slowest first
  warning(
    'links_without_tracked_scholar',
    WRONG_ENTRIES,
    `Visible library entries that no tracked scholar or import accounts for, and that are not favorites (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'listed_works_without_link',
    WRONG_ENTRIES,
    `Publications that are missing from a user's library, although a tracked profile listed them before its last crawl (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'links_with_wrong_scholar',
    WRONG_ENTRIES,
    `Library entries with a deleted scholar, with a scholar whose profile does not list them, or without one whose profile does (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'marks_without_entry',
    sql`select publication_id as id, 'user ' || user_id as name from ${WRONG_MARKS} w`,
    `Marks without a visible library entry, or whose copied values differ from it (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'tags_without_entry',
    sql`select publication_id as id, 'user ' || user_id as name from ${LOST_TAGS} w`,
    `Tags of publications that are not in the user's library (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'library_counts',
    WRONG_NUMBERS,
    `Libraries whose counts differ from their entries (ids of the users). ${REPAIR_LINKS}`,
  ),
  failure(
    'scholar_counts',
    sql`select id from ${WRONG_SCHOLARS} w`,
    `Scholars whose counts differ from the library (ids of the scholars). ${REPAIR_LINKS}`,
  ),
  warning(
    'stale_sort_values',
    sql`select publication_id as id from ${staleEntries(null)} e`,
    `Library entries whose sort values differ from their publication (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'words_of_libraries',
    sql`select publication_id as id, 'user ' || user_id as name from ${WRONG_WORDS} w`,
    `Words of large libraries that differ from the publications, so searches may miss them (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'link_numbers_beyond_library',
    WRONG_NUMBERS,
    `Libraries with entries or read marks above their last number, so lists may skip publications (ids of the users). ${REPAIR_LINKS}`,
  ),
  failure(
    'links_to_merged_publications',
    WRONG_ENTRIES,
    `Merged publications that still have visible library entries (ids of the merged publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'links_to_private_publications',
    WRONG_ENTRIES,
    `Library entries of another user's private publication, or of a missing one (ids of the publications). ${REPAIR_LINKS}`,
  ),
  failure(
    'users_without_library',
    sql`
      select id from users u where not exists (select from libraries where user_id = u.id) or not exists (select from user_settings where user_id = u.id)`,
    `Users without a library or without settings (ids of the users). ${RESTORE}`,
  ),
  failure(
    'scholars_beyond_profile',
    sql`
      select s.scholar_id as id from scholar_profiles s join profiles f on f.id = s.profile_id
      where s.processed_listing > f.last_listing_number or s.processed_listing < 0`,
    `Scholars whose processed listing is above their profile's last one, so their libraries would miss new publications. ${RESTORE}`,
  ),

  // publications and records
  failure(
    'listings_of_other_works',
    sql`
      select l.publication_id as id from listings l left join records r on r.id = l.record_id left join publications p on p.id = r.publication_id
      where l.publication_id is distinct from p.canonical_id or l.owner_user_id is distinct from r.owner_user_id`,
    `Listings with another canonical publication or owner than their record (ids of the listings' publications). Run the link repair to correct the publications.`,
  ),
  warning(
    'works_without_link',
    sql`select p.id from publications p where ${isOrphan}`,
    'Publications that no library, tracked profile or import refers to. They do no harm. To delete them, run repair-links with --gc-orphan-publications.',
  ),
  failure(
    'publications_without_record',
    // a merge of version 0.1.0 left no records with the merged publications
    sql`select id from publications p where merged_into is null and not exists (select from records r where r.publication_id = p.id)`,
    `Publications without a record. ${RESTORE}`,
  ),
  warning(
    'stale_displays',
    async (tx) => {
      const stale = await findStaleDisplays(tx, await sampleCanonical(tx, SAMPLE));
      return sql`select unnest(${stale.map(({ before }) => before.id)}::bigint[]) as id`;
    },
    `Publications whose display differs from their records and identifiers, in a sample of about ${SAMPLE}. ${REPAIR_LINKS}`,
  ),
  failure(
    'canonical_ids',
    sql`select id from ${wrongCanonicalIds} w`,
    `Publications with a wrong canonical id. ${REPAIR_LINKS}`,
  ),
  failure(
    'merge_cycles',
    sql`select id from (with recursive ${mergeWays} select id from way where id = at) circle`,
    `Publications that are merged into each other in a circle. ${RESTORE}`,
  ),
  failure(
    'standing_merges',
    sql`
      select m.merged_id as id from merges m left join publications p on p.id = m.merged_id
      where m.undone_at is null and p.merged_into is distinct from m.target_id`,
    `Publications that are not merged, although a merge of them was not undone. ${RESTORE}`,
  ),
  failure(
    'private_records',
    sql`
      select publication_id as id from records where (source = ${IMPORT}) <> (owner_user_id is not null)
      union
      select p.id from publications p join records r on r.publication_id = p.id
      where p.owner_user_id is not null and r.owner_user_id is distinct from p.owner_user_id`,
    `Publications with an imported record that has no owner, or private ones with a record of another owner (ids of the publications). ${RESTORE}`,
  ),
  failure(
    'private_identifiers',
    sql`
      select p.id from publication_identifiers i join publications p on p.id = i.publication_id
      where i.source = ${IMPORT} and p.owner_user_id is null`,
    `Public publications with an identifier from a user's import. ${RESTORE}`,
  ),
  failure(
    'private_merges',
    sql`
      select p.id from publications p join publications c on c.id = p.canonical_id
      where p.canonical_id <> p.id and c.owner_user_id is not null and p.owner_user_id is distinct from c.owner_user_id`,
    `Publications whose canonical publication is private to another user. ${RESTORE}`,
  ),
  failure(
    'listing_numbers_beyond_profile',
    sql`
      select id from profiles f
      where (select max(number) from listings l where l.profile_id = f.id) > last_listing_number
        or settled_listing > last_listing_number or top_listing > last_listing_number or last_listing_number < 0`,
    `Profiles with a listing above their last number, so libraries may miss publications. ${RESTORE}`,
  ),
  warning(
    'list_of_notices_not_saved',
    sql`select source || ' ' || problem as name from notice_lists where problem is not null`,
    'Lists of retractions that could not be saved the last time, and why. The one before stays in use. Lectern tries again each day; check the address in RETRACTION_WATCH_URL.',
  ),
  warning(
    'shared_dois',
    sql`
      select min(id) as id from (
        with shared as materialized (
          -- an index-only scan
          select value from publication_identifiers where kind = 'doi' group by value having count(*) > 1
        ), holders as materialized (
          select distinct i.value, p.canonical_id as id
          from shared join publication_identifiers i on i.kind = 'doi' and i.value = shared.value and not i.is_contradicted
          join publications p on p.id = i.publication_id and p.owner_user_id is null
        ), dismissed as materialized (
          select l.canonical_id as low, h.canonical_id as high
          from dismissed_duplicates d join publications l on l.id = d.low_id join publications h on h.id = d.high_id
        )
        select a.value, a.id from holders a join holders b on b.value = a.value and b.id > a.id
        where not exists (select from dismissed where low = a.id and high = b.id or low = b.id and high = a.id)
      ) pairs group by value`,
    'Publications that share a DOI (one id for each DOI). Use the near-duplicate repair to compare them.',
  ),
  warning(
    'impossible_years',
    // before the printing press, or later than publishers announce volumes
    sql`select id from publications where year not between 1400 and extract(year from now())::int + 2`,
    'Publications with a year before 1400 or more than two years ahead. Usually the source has the wrong year. Correct it there.',
  ),

  // runs, the queue and background work
  warning(
    'runs_without_work',
    sql`
      select id from runs r where r.status = 'running' and not ${hasPending} or r.status = 'resolving' and not ${hasEnrichment}`,
    'Active runs without unfinished work. A worker ends them within a minute. Check that a worker is running.',
  ),
  failure(
    'ended_runs_with_work',
    sql`select id from runs r where r.status <> 'running' and ${hasPending} or not ${isActive} and ${hasEnrichment}`,
    `Ended runs with unfinished scholars or enrichment. ${RESTORE}`,
  ),
  failure(
    'results_without_work',
    sql`
      select r.id from runs r join run_scholars p on p.run_id = r.id and p.outcome = 'pending'
      where ${isActive}
        and not exists (
          select from queue_items q where q.run_id = r.id and q.scholar_id = p.scholar_id and q.profile_id = p.profile_id and q.status <> 'dropped')`,
    'Active runs that wait for a scholar without a queue item. A worker corrects them within a minute. Check that a worker is running.',
  ),
  failure(
    'run_counts',
    sql`
      with results as (
        select run_id, count(*) as total, count(*) filter (where is_visited) as visited, count(*) filter (where outcome <> 'pending') as finished,
          count(*) filter (where outcome = 'success') as succeeded, count(*) filter (where outcome = 'failed') as failed,
          count(*) filter (where outcome = 'partial') as partial,
          (select sum(new_publication_count) from run_scholars s where s.run_id = o.run_id) as found
        from run_results o group by run_id
      )
      select r.id from runs r left join results n on n.run_id = r.id
      left join lateral (
        select (data ->> 'new_publication_count')::int as reported from run_events
        where run_id = r.id and kind = 'publication_discovered' order by number desc limit 1
      ) d on ${isActive}
      where (r.scholar_count, r.visited_count, r.finished_count)
          is distinct from (coalesce(n.total, 0), coalesce(n.visited, 0), coalesce(n.finished, 0))
        or not ${isActive} and (r.succeeded_count, r.failed_count, r.partial_count)
          is distinct from (coalesce(n.succeeded, 0), coalesce(n.failed, 0), coalesce(n.partial, 0))
        or r.new_publication_count < coalesce(n.found, 0)
        or ${isActive} and r.new_publication_count > greatest(coalesce(n.found, 0), coalesce(d.reported, 0))
        or (select max(number) from run_events where run_id = r.id) > r.last_event_number`,
    `Runs whose counts differ from their results. ${RESTORE}`,
  ),
  failure(
    'queue_items_of_ended_runs',
    sql`
      select q.id from queue_items q left join runs r on r.id = q.run_id
      where q.status <> 'dropped' and q.run_id is not null and (r.id is null or r.end_dt is not null)`,
    'Open queue items of an ended run. Drop them. A new run queues their scholars again.',
  ),
  failure(
    'queue_items_of_other_users',
    sql`
      select q.id from queue_items q left join scholars s on s.id = q.scholar_id left join runs r on r.id = q.run_id
      where s.user_id is distinct from q.user_id or r.user_id <> q.user_id`,
    `Queue items whose scholar or run belongs to another user. ${RESTORE}`,
  ),
  failure(
    'queue_items_never_served',
    sql`
      select id from queue_items q
      where status <> 'dropped' and not exists (select from user_request_slots t where t.source = q.source and t.user_id = q.user_id)`,
    `Open queue items of users who never get a request slot. ${RESTORE}`,
  ),
  failure(
    'open_pdf_searches_without_step',
    sql`select publication_id as id from enrichment where status in ('queued', 'running') and source is null`,
    'Open PDF searches without a next step (ids of the publications). Requeue them in the PDF queue.',
  ),
  warning(
    'repair_jobs_left_running',
    // allows a minute, because a job releases the lock before it is marked as ended
    sql`
      select id from repair_jobs
      where status = 'running' and (dry_run and created_at < now() - interval '6 hours' or not dry_run and updated_at < now() - interval '1 minute' and not ${isRepairLockHeld})`,
    'Repairs whose process ended before they finished. The next repair marks them as failed. Run them again.',
  ),

  // the schema and the files of the database; these rows have names, because the ids of schema objects do not help
  // operators
  failure(
    'invalid_indexes',
    sql`
      select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where ${isOurs} and not (i.indisvalid and i.indisready)`,
    'Invalid indexes. Rebuild them with REINDEX.',
  ),
  failure(
    'missing_constraints',
    async () => selectMissing(await readExpectedObjects()),
    'Constraints, indexes or triggers that are missing from the schema. A restore was not complete. Restore again.',
  ),
  warning(
    'unvalidated_constraints',
    sql`
      select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where ${isOurs} and not k.convalidated`,
    'Constraints that were never validated. Run ALTER TABLE … VALIDATE CONSTRAINT.',
  ),
  failure(
    'disabled_triggers',
    // including the triggers of foreign keys
    sql`
      select distinct t.tgrelid::regclass || ' ' || coalesce(k.conname, t.tgname) as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace left join pg_constraint k on k.oid = t.tgconstraint
      where ${isOurs} and t.tgenabled not in ('O', 'A')`,
    'Disabled triggers, so counts and references are not maintained. Run ALTER TABLE … ENABLE TRIGGER ALL.',
  ),
  warning(
    'collation_changed',
    sql`
      select d.datname || ' (' || d.datcollversion || ', now ' || pg_database_collation_actual_version(d.oid) || ')' as name
      from pg_database d where d.datname = current_database() and d.datcollversion <> pg_database_collation_actual_version(d.oid)`,
    'The operating system sorts text differently than when the indexes were created. Run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
  ),
  failure(
    'corrupt_pages',
    // null if the cluster has no checksums
    sql`
      select true as is_corrupt from pg_stat_database d cross join generate_series(1, d.checksum_failures) where d.datname = current_database()`,
    'Pages with a wrong checksum since the statistics were reset. Check the disk and the log of PostgreSQL. Then restore a backup.',
  ),

  // sizes
  count('publications', 'publications where merged_into is null', 'Publications, not counting merged ones.'),
  count('merged_publications', 'publications where merged_into is not null', 'Merged publications.'),
  count('links', 'user_publications', 'Library entries, including hidden ones.'),
  count('users', 'users', 'Users.'),
  count('scholars', 'scholars', 'Scholars of all users.'),
  count('active_runs', "runs where status in ('running', 'resolving')", 'Active runs.'),
  count('open_queue_items', "queue_items where status <> 'dropped'", 'Queue items that were not dropped.'),
  count('open_lookups', 'enrichment where source is not null', 'Publications with unfinished enrichment.'),
  {
    name: 'database_bytes',
    severity: 'metric',
    sql: sql`select pg_database_size(current_database()) as n`,
    message: 'Size of the database in bytes.',
  },
];

function failure(name: string, sql: Check['sql'], message: string): Check {
  return { name, severity: 'failure', sql, message };
}

function warning(name: string, sql: Check['sql'], message: string): Check {
  return { name, severity: 'warning', sql, message };
}

function count(name: string, from: string, message: string): Check {
  return { name, severity: 'metric', sql: sql`select count(*) as n from ${sql.raw(from)}`, message };
}
