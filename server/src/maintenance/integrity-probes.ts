import { readExpectedObjects } from './expected-objects.ts';
import * as links from './integrity-links-store.ts';
import { measureDatabase } from './integrity-metrics-store.ts';
import type { Findings, Probe } from './integrity-probe.ts';
import * as queue from './integrity-queue-store.ts';
import { findLeftRepairs } from './integrity-repairs-store.ts';
import * as runs from './integrity-runs-store.ts';
import * as schema from './integrity-schema-store.ts';
import * as works from './integrity-works-store.ts';

/** Libraries are compared in so many parts, so that two can be under way at once. */
const PARTS = 4;

/** All that is looked at, what takes longest first. */
export const PROBES: readonly Probe[] = [
  ...Array.from({ length: PARTS }, (_, part): Probe => {
    return {
      names: ['links_without_tracked_scholar', 'listed_works_without_link'],
      find: (tx) => links.compareLibraries(tx, { part, parts: PARTS }),
    };
  }),
  {
    names: ['links', 'links_with_wrong_scholar', 'link_numbers_beyond_library', 'library_counts'],
    find: links.countLinks,
  },
  {
    names: [
      'links_without_publication',
      'links_to_merged_publications',
      'keys_of_other_works',
      'fingerprints_of_other_works',
      'identifiers_of_other_works',
      'listings_of_other_works',
      'lookups_without_publication',
      'lookups_of_merged_works',
      'pdf_jobs_without_publication',
    ],
    find: works.findStrayReferences,
  },
  { names: ['works_without_link'], find: works.findOrphans },
  { names: ['impossible_citations', 'impossible_years'], find: works.findImpossibleNumbers },
  { names: ['shared_dois'], find: works.findSharedDois },
  { names: ['shown_identifiers'], find: works.findWronglyShown },
  { names: ['merged_into_nothing', 'merge_cycles', 'merge_chains'], find: works.findWrongMerges },
  { names: ['listings_without_profile', 'scholars_without_profile'], find: works.findListingsWithoutProfile },
  { names: ['listing_numbers_beyond_profile', 'scholars_beyond_profile'], find: works.findNumbersBeyond },
  { names: ['users_without_library', 'libraries_without_user'], find: links.findUsersWithoutLibrary },
  { names: ['runs_without_work', 'ended_runs_with_work', 'run_counts'], find: runs.findWrongRuns },
  { names: ['results_without_work'], find: runs.findLostResults },
  {
    names: [
      'queue_items_of_ended_runs',
      'queue_items_of_other_users',
      'queue_items_without_turn',
      'queue_item_numbers',
    ],
    find: queue.findWrongItems,
  },
  { names: ['claims_without_worker'], find: queue.findLeftClaims },
  { names: ['due_items_without_job', 'due_lookups_without_job'], find: queue.findSleepingWork },
  { names: ['pdf_jobs_without_lookup', 'lookups_without_pdf_job'], find: queue.findUnpairedSearches },
  { names: ['repair_jobs_left_running'], find: findLeftRepairs },
  ...schema.UNIQUE_NAMES.map((name): Probe => ({ names: [name], find: (tx) => schema.findDuplicates(tx, name) })),
  { names: ['invalid_indexes'], find: schema.findInvalidIndexes },
  { names: ['unvalidated_constraints'], find: schema.findUnvalidatedConstraints },
  { names: ['disabled_triggers'], find: schema.findDisabledTriggers },
  { names: ['collation_changed'], find: schema.findChangedCollation },
  {
    names: ['missing_constraints'],
    async find(tx): Promise<Findings> {
      const there = new Set(await schema.listSchemaObjects(tx));
      const missing = (await readExpectedObjects()).filter((name) => !there.has(name));
      return { missing_constraints: schema.foundNames(missing) };
    },
  },
  {
    names: [
      'publications',
      'merged_publications',
      'users',
      'scholars',
      'active_runs',
      'open_queue_items',
      'open_lookups',
      'database_bytes',
    ],
    async find(tx): Promise<Findings> {
      const metrics = Object.entries(await measureDatabase(tx));
      return Object.fromEntries(metrics.map(([name, count]) => [name, { count, sampleIds: [] }]));
    },
  },
];
