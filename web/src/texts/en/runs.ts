import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

const scholars = (n: number) => count(n, 'scholar', 'scholars');

/** What the pages of runs and of the queue say. */
export const runsTexts = {
  title: 'Runs',
  windowTitle: 'Runs · Lectern',
  start: 'Start a run',
  startOff: 'The operator has switched off runs by hand.',
  cancel: 'Cancel the run',
  active: 'Under way',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${scholars(total)} read.`,
  resolving: 'All profiles are read. Identifiers and PDFs of what is new are looked for.',
  found: (n: number) => `${formatNumber(n)} new.`,
  nothingYet: 'Nothing new so far.',
  history: 'History',
  empty: 'No run yet',
  emptyHint: 'A run looks at all your scholars and tells what is new. Start one, or switch on regular runs.',
  toSettings: 'To the settings',
  when: 'Started',
  trigger: 'Started by',
  triggers: { manual: 'hand', scheduled: 'the clock' },
  outcome: 'Outcome',
  took: 'Took',
  scholarCount: 'Scholars',
  newCount: 'New',
  failedCount: 'Failed',
  statuses: {
    running: 'Under way',
    resolving: 'Looking for PDFs',
    success: 'Done',
    partial_failure: 'Done in part',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  briefly: (found: number, of: number, failed: number) =>
    [`${formatNumber(found)} new`, scholars(of), ...(failed > 0 ? [`${formatNumber(failed)} failed`] : [])].join(' · '),
  charts: {
    title: 'Over time',
    found: 'New publications of a run',
    took: { seconds: 'Seconds that it took', minutes: 'Minutes that it took', hours: 'Hours that it took' },
    describeFound: (n: number, most: number) =>
      `New publications of ${count(n, 'run', 'runs')}, ${formatNumber(most)} at most; the history has the numbers.`,
    describeTook: (n: number, longest: string) =>
      `How long ${count(n, 'run', 'runs')} took, ${longest} at most; the history has the numbers.`,
  },
  newer: 'Newer runs',
  older: 'Older runs',
  pages: 'Newer and older runs',

  resting: 'Google Scholar is resting',
  restingFor: (wait: string) => `It may be asked again in ${wait}.`,

  soonInWords: 'as soon as it is its turn',

  one: {
    title: (when: string) => `Run of ${when}`,
    windowTitle: 'Run · Lectern',
    back: 'All runs',
    scholars: 'Scholars',
    nobody: 'This run had no scholars to look at: none was tracked, or all were paused.',
    showFound: 'Show what it found',
    newWorks: (n: number) => `${formatNumber(n)} new`,
    publications: (n: number) => `${count(n, 'publication', 'publications')} seen`,
    remarks: (n: number) => count(n, 'remark', 'remarks'),
    toQueue: 'Given up: see the queue',
    again: (when: string) => `Tried again ${when}.`,
    goesOn: (when: string) => `Goes on ${when}.`,
    now: 'Is worked on now.',
    doneLater: 'Went on after the run.',
  },

  results: {
    pending: 'Waits for its turn, or is read now',
    success: 'Read',
    fresh: 'Read a short while ago, so not asked for again',
    noResults: 'Read: the profile lists no works',
    partial: 'Read in part: the rest follows after the run',
    skipped: {
      cooldown: 'Not asked for: Google Scholar was resting',
      source_disabled: 'Not asked for: the operator has switched Google Scholar off',
      disabled: 'Not asked for: paused',
      canceled: 'Not asked for: the run was canceled',
      no_longer_tracked: 'Not asked for: no longer tracked',
      dropped: 'Dropped from the queue',
    } as Readonly<Record<string, string>>,
    skippedElse: 'Not asked for',
  },

  failures: {
    blocked_or_captcha: 'Google Scholar refused to answer',
    network_error: 'Google Scholar could not be reached',
    layout_changed: 'The page could not be read: its layout may have changed',
    not_found: 'Google Scholar knows no such profile',
  } as Readonly<Record<string, string>>,
  failed: 'Failed',
  reasons: {
    captcha: 'it asked for a CAPTCHA',
    unusual_traffic: 'it spoke of unusual traffic',
    too_many_requests: 'it said that it is asked too often',
    forbidden: 'it said that this is forbidden',
    signin: 'it asked for a sign-in',
    consent: 'it asked for consent to cookies',
    signin_unverified: 'it asked for a sign-in, which it also does when a profile is gone',
    timeout: 'no answer in time',
    too_large: 'its answer was too large',
    connection_failed: 'the connection failed',
    redirect_loop: 'it sent us round in circles',
    bad_redirect: 'it sent us to no address',
    bad_encoding: 'its answer was garbled',
    incomplete_page: 'the page was cut off',
    not_html: 'it was no web page',
    page_not_saved: 'the page could not be saved',
  } as Readonly<Record<string, string>>,
  serverError: (status: string) => `it answered with error ${status}`,
  /** a failure and why */
  because: (what: string, why: string) => `${what}: ${why}`,

  queue: {
    title: 'Queue',
    windowTitle: 'Queue · Lectern',
    hint: 'What is still to be read: first readings, long profiles, and what failed and is tried again. It goes on by itself.',
    link: (waiting: number, dropped: number) =>
      [`Queue: ${formatNumber(waiting)} waiting`, ...(dropped > 0 ? [`${formatNumber(dropped)} given up`] : [])].join(
        ', ',
      ),
    empty: 'Nothing waits',
    emptyHint: 'Every profile is read. What a run cannot finish, and what failed, appears here until it is done.',
    groups: { dropped: 'Given up', retrying: 'Worked on now', queued: 'Waiting' },
    groupHints: {
      dropped:
        'These are not tried again by themselves. What was found before is kept, and the next run looks at the scholar anyway.',
      retrying: null,
      queued: null,
    },
    reasons: {
      first_crawl: 'First reading of the profile',
      run: 'Reading for a run',
      continuation: 'What a run left',
      retry: 'Another attempt',
    } as Readonly<Record<string, string>>,
    dropped: {
      dropped_by_user: 'Dropped by you',
      attempts_exhausted: (attempts: string) => `Given up after ${attempts}`,
      not_found: 'Given up: Google Scholar knows no such profile',
    },
    droppedElse: 'Given up',
    attempts: (n: number) => count(n, 'failed attempt', 'failed attempts'),
    fromRow: (row: number) => `goes on after ${count(row, 'publication', 'publications')}`,
    next: (when: string) => `Next ${when}`,
    retry: 'Try again',
    drop: 'Drop',
    clear: 'Remove from the list',
    retryAll: 'Try all again',
    clearAll: 'Remove all from the list',
    of: (does: string, name: string) => `${does}: ${name}`,
    more: (n: number) => `${formatNumber(n)} more are not shown.`,
    told: {
      retry: (name: string) => `${name} is in the queue again.`,
      drop: (name: string) => `${name} is dropped. It can be tried again below Given up.`,
      clear: (name: string) => `${name} is no longer in the list.`,
      many: (n: number) => `${count(n, 'item is', 'items are')} done.`,
    },
  },
};
