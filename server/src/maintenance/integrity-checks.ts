import type { Severity } from './severity.ts';

type Check = readonly [severity: Severity, message: string];

const REPAIR_LINKS = 'The link repair mends it.';
const RESTORE = 'Find out what wrote to the database besides the service; restore a backup, or mend the rows by hand.';
const REINDEX = 'Reindex it (REINDEX INDEX CONCURRENTLY), and look for the cause: a disk, or a copy of live files.';

/**
 * Every check, in the order of the report: how grave it is when it finds something, what that means and what to do. A failure is what no work of
 * the service leaves behind, not even when it is killed; a warning is what it can live with, or mends by itself.
 */
export const CHECKS = {
  links_without_publication: [
    'failure',
    `Links in users' libraries to works that are gone (ids of the works). ${REPAIR_LINKS}`,
  ],
  links_with_wrong_scholar: [
    'failure',
    `Links whose first scholar is gone or another user's (ids of the works). ${REPAIR_LINKS}`,
  ],
  links_to_merged_publications: [
    'failure',
    `Links to works that were merged into another (ids of the merged works). The link repair mends it, where the merges lead to a work.`,
  ],
  links_without_tracked_scholar: [
    'warning',
    `Links that are shown, though no tracked scholar accounts for them and they are no favorites (ids of the works). ${REPAIR_LINKS}`,
  ],
  listed_works_without_link: [
    'failure',
    `Works that a tracked scholar's profile listed before its last look, but that are not in the user's library (ids of the works). ${REPAIR_LINKS}`,
  ],
  duplicate_links: ['failure', `A work stands twice in one library (ids of the works). ${REPAIR_LINKS}`],
  link_numbers_beyond_library: [
    'failure',
    `Links or read marks with a number above their library's last (ids of the users): pages of a list may lose works. ${RESTORE}`,
  ],
  library_counts: ['failure', `Counts of a library that disagree with its links (ids of the users). ${RESTORE}`],
  libraries_without_user: ['failure', `Libraries of users who are gone (ids of the users). ${RESTORE}`],
  users_without_library: ['failure', `Users without a library or without settings (ids of the users). ${RESTORE}`],

  works_without_link: [
    'warning',
    'Works that are in no library, on no profile and that no other was merged into. They do no harm; the link repair removes them with --gc-orphan-publications.',
  ],
  merged_into_nothing: ['failure', `Merged works whose target is gone (ids of the merged works). ${RESTORE}`],
  merge_cycles: ['failure', `Works that are merged into each other in a circle. ${RESTORE}`],
  merge_chains: [
    'warning',
    'Works merged into one that was merged itself (ids of the first). They are followed to the end; it is only slower.',
  ],
  keys_of_other_works: [
    'failure',
    `Keys of sources that lead to a work that is gone or merged (ids of the works): its next crawl would go astray. ${RESTORE}`,
  ],
  fingerprints_of_other_works: [
    'failure',
    `Fingerprints that lead to a work that is gone or merged (ids of the works). ${RESTORE}`,
  ],
  identifiers_of_other_works: [
    'failure',
    `Identifiers of a work that is gone or merged (ids of the works). ${RESTORE}`,
  ],
  listings_of_other_works: [
    'failure',
    `Works on profiles that are gone or merged, by a source's or a person's word (ids of the works). ${RESTORE}`,
  ],
  scholars_without_profile: ['failure', `Scholars whose profile is gone (ids of the scholars). ${RESTORE}`],
  listings_without_profile: ['failure', `Listings of profiles that are gone (ids of the profiles). ${RESTORE}`],
  duplicate_source_keys: ['failure', `One key of a source leads to two works (ids of works). ${RESTORE}`],
  duplicate_fingerprints: ['failure', `One fingerprint leads to two works (ids of works). ${RESTORE}`],
  duplicate_identifiers: ['failure', `A work has an identifier twice (ids of the works). ${RESTORE}`],
  duplicate_listings: ['failure', `A profile lists a work twice (ids of the profiles). ${RESTORE}`],
  duplicate_listing_numbers: ['failure', `A profile has a listing's number twice (ids of the profiles). ${RESTORE}`],
  duplicate_profiles: ['failure', `Two profiles with one id at the source (ids of profiles). ${RESTORE}`],
  duplicate_users: ['failure', `Two users with one address (ids of users). ${RESTORE}`],
  duplicate_scholars: ['failure', `A user tracks a profile twice (ids of scholars). ${RESTORE}`],
  shared_dois: [
    'warning',
    'Two works with one DOI (one id for each DOI): the near-duplicate repair shows whether they are one.',
  ],
  shown_identifiers: [
    'warning',
    'Works that show another identifier or DOI than the surest of theirs. The next search for them puts it right.',
  ],
  impossible_citations: ['failure', `Works with less than no or more than ten million citations. ${RESTORE}`],
  impossible_years: [
    'warning',
    'Works from before 1400 or from further ahead than next year. Mostly the source says so: to be corrected there.',
  ],
  listing_numbers_beyond_profile: [
    'failure',
    `Profiles with a listing above their last number: libraries may miss works. ${RESTORE}`,
  ],
  scholars_beyond_profile: [
    'failure',
    `Scholars that were looked at further than their profile goes: their libraries miss what comes next. ${RESTORE}`,
  ],

  several_active_runs: ['failure', `A user has two active runs (ids of the users). ${RESTORE}`],
  runs_without_work: [
    'warning',
    'Active runs that wait for nothing. A worker ends them within a minute; is one running?',
  ],
  ended_runs_with_work: ['failure', `Runs that ended, but still wait for scholars or searches. ${RESTORE}`],
  results_without_work: [
    'failure',
    'Active runs that wait for a scholar that nothing in the queue stands for. A worker ends that within a minute; is one running?',
  ],
  run_counts: [
    'failure',
    `Runs whose counts disagree with their results, or are negative (ids of the runs). ${RESTORE}`,
  ],
  queue_items_of_ended_runs: ['failure', `Open queue items of a run that ended. Drop them; a new run asks again.`],
  queue_items_of_other_users: ['failure', `Queue items whose user has not their scholar, or not their run. ${RESTORE}`],
  queue_items_without_turn: ['failure', `Open queue items of users who never have a turn. ${RESTORE}`],
  duplicate_queue_items: ['failure', `Scholars with two open queue items (ids of the scholars). Drop one of them.`],
  queue_item_numbers: ['failure', `Queue items with negative numbers. Drop them; a new run asks again.`],
  claims_without_worker: [
    'warning',
    'Queue items that nobody works on, though a job has claimed them. A worker takes them back within a minute; is one running?',
  ],
  due_items_without_job: [
    'warning',
    'Queue items that are due, but the engine has no job that looks (ids of the items). A worker makes it anew within a minute; is one running?',
  ],
  due_lookups_without_job: [
    'warning',
    'Searches that are due, but the engine has no job that looks (ids of the works). A worker makes it anew within a minute; is one running?',
  ],

  pdf_jobs_without_publication: ['failure', `PDF searches of works that are gone (ids of the works). ${RESTORE}`],
  lookups_without_publication: ['failure', `Searches for works that are gone (ids of the works). ${RESTORE}`],
  lookups_of_merged_works: [
    'warning',
    'Searches for works that were merged meanwhile (ids of the works). They end when their turn comes.',
  ],
  pdf_jobs_without_lookup: [
    'failure',
    'PDF searches that say they go on, but nobody does them (ids of the works). Requeue them in the PDF queue.',
  ],
  lookups_without_pdf_job: [
    'failure',
    'Searches whose result would be shown nowhere (ids of the works). Requeue them in the PDF queue.',
  ],
  repair_jobs_left_running: [
    'warning',
    'Repairs whose process ended before they did. The next repair notes them as failed; run them again.',
  ],

  invalid_indexes: ['failure', 'Indexes that are not whole. Make them anew with REINDEX.'],
  missing_constraints: [
    'failure',
    'Constraints, indexes or triggers that the schema should have. The restore that left them out was not complete: restore again.',
  ],
  unvalidated_constraints: [
    'warning',
    'Constraints that were never checked against the rows. Check them with ALTER TABLE … VALIDATE CONSTRAINT.',
  ],
  disabled_triggers: [
    'failure',
    'Triggers that are switched off: counts and references are not kept. Switch them on with ALTER TABLE … ENABLE TRIGGER ALL.',
  ],
  collation_changed: [
    'warning',
    'The operating system sorts text in another way than when the indexes were made. Run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
  ],
  corrupt_indexes: ['failure', `Indexes whose pages contradict themselves. ${REINDEX}`],
  corrupt_pages: [
    'failure',
    'Pages whose checksum was wrong, since statistics began. Look at the disk and the log of PostgreSQL; restore a backup.',
  ],

  page_checks: ['metric', 'Indexes whose pages were looked through.'],
  publications: ['metric', 'Works, without merged ones.'],
  merged_publications: ['metric', 'Works that were merged into another.'],
  links: ['metric', "Links in users' libraries, hidden ones included."],
  users: ['metric', 'Users.'],
  scholars: ['metric', 'Tracked scholars, of all users.'],
  active_runs: ['metric', 'Runs under way.'],
  open_queue_items: ['metric', 'Queue items that wait or are worked on.'],
  open_lookups: ['metric', 'Works that are searched for.'],
  database_bytes: ['metric', 'Size of the database in bytes.'],
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof CHECKS;
