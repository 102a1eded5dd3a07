import { count } from '../count.ts';

const links = (n: number) => count(n, 'link', 'links');
const publications = (n: number) => count(n, 'publication', 'publications');

/** What the pages say that look after the library: reports and repairs. */
export const repairTexts = {
  integrity: {
    title: 'Integrity report',
    hint: 'Whether all that is stored fits together. Looking changes nothing; on a large database it takes some seconds.',
    again: 'Look again',
    looking: 'The database is being looked through…',
    passed: 'All that is stored fits together.',
    found: (failures: number, warnings: number) =>
      `${count(failures, 'failure', 'failures')} and ${count(warnings, 'warning', 'warnings')} found.`,
    at: (time: string) => `Looked at ${time}`,
    sound: (n: number) => `${count(n, 'check', 'checks')} found nothing`,
    severity: { failure: 'Failure', warning: 'Warning', metric: 'Figure' },
    wouldBe: { failure: 'would be a failure', warning: 'would be a warning', metric: '' },
    samples: (areSome: boolean) => (areSome ? 'Some of them:' : 'They are:'),
  },

  links: {
    title: 'Link repair',
    hint: 'Mends what ties publications to the users who follow them, as the integrity report finds it. A dry run counts and changes nothing; only what it counted can be applied.',
    whose: 'Whose library',
    everybody: 'All users',
    scholars: 'Only these of the user’s scholars',
    scholarsHint: 'Their numbers, with commas between. Empty: all of them.',
    orphans: 'Also delete publications that are in no library',
    orphansHint: 'They do no harm; it saves space.',
    dryRun: 'Dry run',
    nothingToDo: 'Dry run: there is nothing to mend',
    wouldChange: 'Dry run: nothing was changed yet. It would be:',
    apply: 'Repair',
    applied: (job: number) => `Repaired, as number ${job}`,
    confirmTitle: 'Repair the links',
    lost: ['Links that lead to nothing, and those that no tracked scholar accounts for any more. There is no undo.'],
    lostOrphans: 'Publications that are in no library and on no profile, for good.',
    kept: ['What is read and what is a favorite.', 'Each change stays in the audit log, with how it was before.'],
  },

  jobs: {
    title: 'Repairs so far',
    hint: 'Who looked and who changed something. What was merged can be taken back.',
    empty: 'None yet. Each dry run and each repair is listed here.',
    more: 'Show earlier ones, too',
    names: {
      publication_links: 'Link repair',
      publication_near_duplicates: 'Near duplicates',
      drop_all_publications: 'All publications dropped',
      undo_merges: 'Merge taken back',
    },
    dryRun: 'Dry run',
    undone: 'Taken back',
    status: { planned: 'Waits.', running: 'Under way.', completed: 'Done.', failed: 'Failed.' },
    nothing: 'Nothing to change.',
    number: (id: number) => `number ${id}`,
    changes: (id: number) => `what number ${id} changed`,
    undo: 'Take back',
    undoNumber: (id: number) => `Take back repair ${id}`,
    undoHint: 'The publications that it merged stand apart again, each with what it had.',
    undoKeeps: [
      'What is read and what is a favorite.',
      'Later merges: where one builds on this, take that back first.',
    ],
  },

  numbers: {
    links_added: (n: number) => `${links(n)} added`,
    links_shown: (n: number) => `${links(n)} shown again`,
    links_hidden: (n: number) => `${links(n)} hidden`,
    links_joined: (n: number) => `${links(n)} joined`,
    links_reassigned: (n: number) => `${links(n)} given to another scholar of the user`,
    links_deleted: (n: number) => `${links(n)} deleted`,
    counters_corrected: (n: number) => `${count(n, 'library', 'libraries')} counted anew`,
    listings_moved: (n: number) => `${count(n, 'listing', 'listings')} moved to what they were merged into`,
    publications_deleted: (n: number) => `${publications(n)} deleted`,
    cluster_count: (n: number) => `${count(n, 'cluster', 'clusters')} found`,
    duplicate_count: (n: number) => `${publications(n)} too many`,
    publication_count: (n: number) => `${publications(n)} compared`,
    merged_cluster_count: (n: number) => `${count(n, 'cluster', 'clusters')} merged`,
    merged_publication_count: (n: number) => `${publications(n)} became one with another`,
    restored_count: (n: number) => `${count(n, 'publication stands', 'publications stand')} apart again`,
    gone_count: (n: number) => `${publications(n)} gone since`,
    publications: (n: number) => `${publications(n)} deleted`,
    links: (n: number) => `${links(n)} deleted`,
    listings: (n: number) => `${count(n, 'listing', 'listings')} deleted`,
    users: (n: number) => `of ${count(n, 'user', 'users')}`,
    marks_kept: (n: number) => `${count(n, 'mark', 'marks')} kept`,
    scholars_queued: (n: number) => `${count(n, 'scholar', 'scholars')} collected anew`,
    runs_canceled: (n: number) => `${count(n, 'run', 'runs')} canceled`,
  },
  /** numbers of summaries that only tell how the work went */
  untold: [
    'users_examined',
    'selected_cluster_count',
    'shown_cluster_count',
    'compared_pair_count',
    'matching_pair_count',
    'seconds',
  ],

  drop: {
    title: 'Drop all publications',
    hint: 'For when the whole library is to be collected anew. It concerns all users.',
    ask: 'Drop all publications…',
    confirm: 'Drop them all',
    done: 'All publications were dropped',
    lost: [
      'Every publication of every user, with identifiers and the PDFs that were found.',
      'What came from files and is on no profile: it does not come back by itself.',
      'Merges: what comes back comes back apart. Runs under way are canceled.',
    ],
    kept: [
      'Users, settings, scholars and the history of runs. The scholars are collected anew at once.',
      'What is read and what is a favorite: it holds again for each publication that comes back.',
    ],
  },
};
