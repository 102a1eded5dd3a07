import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

const publications = (n: number) => count(n, 'publication', 'publications');
const citations = (n: number) => count(n, 'citation', 'citations');

/** Texts of the list of scholars and the page of one. */
export const scholarsTexts = {
  title: 'Scholars',
  windowTitle: (name?: string) => (name === undefined ? 'Scholars · Lectern' : `${name} · Scholars · Lectern`),
  publications,
  unread: (n: number) => `${formatNumber(n)} unread`,
  includeInRuns: (name: string) => `Include ${name} in runs`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove: ${name}`,
  removed: (name: string) => `Removed ${name}`,

  add: {
    label: 'Add scholars',
    hint: 'Addresses or ids of profiles at Google Scholar, OpenAlex, ORCID or DBLP, one per line; a CSV file with a header; or a name to search for.',
    placeholder:
      'https://scholar.google.com/citations?user=…\nA5023888391 (OpenAlex), 0000-0002-1825-0097 (ORCID), 65/9612 (DBLP)',
    add: 'Add',
    unreadPast: 'Unread at first',
    unreadPastOptions: { recent: 'The last 90 days', all: 'All publications', none: 'Nothing' },
    added: (n: number) => `Added ${count(n, 'scholar', 'scholars')}. The import has started.`,
    alreadyTracked: (n: number) => `${count(n, 'scholar was', 'scholars were')} in your list already.`,
    notAdded: (n: number) =>
      `${count(n, 'line holds', 'lines hold')} no profile address or id. Correct what is left in the field, and add it again.`,
    search: 'Search by name',
    hide: 'Hide this form',
  },

  list: {
    empty: 'No scholars yet',
    emptyHint: 'Paste a profile address above, or search for a name. The first import takes a few minutes.',
    count: (n: number) => count(n, 'scholar', 'scholars'),
    countOf: (shown: number, all: number) => `${formatNumber(shown)} of ${count(all, 'scholar', 'scholars')}`,
    filter: 'Filter by name or affiliation',
    clearFilter: 'Clear filter',
    sortBy: 'Sort by',
    order: { name: 'Name, A to Z', unread: 'Most unread first', checked: 'Oldest check first' },
    noMatch: 'No matching scholars',
    noMatchHint: 'Each word must appear in the name, the affiliation or the id.',
    showAll: 'Show all scholars',
  },

  state: {
    paused: 'Paused',
    upToDate: 'Up to date',
    notImported: 'Not imported yet',
    checked: (ago: string) => `Checked ${ago}`,
    queued: 'Waiting for first import',
    importing: (n: number) => `Importing: ${publications(n)} so far`,
    importingLater: (n: number, when: string) =>
      n === 0 ? `Next try ${when}` : `${publications(n)} so far, continues ${when}`,
    retrying: (when: string) => `Retrying ${when}`,
    failed: 'Import failed. The next run tries again.',
    sourceDisabled: (source: string) => `${source} is disabled on this server`,
  },

  lastFailure: (reason: string) => `Last attempt failed: ${reason}.`,

  search: {
    heading: (name: string) => `Results for “${name}”`,
    close: 'Close search',
    searching: 'Searching… (up to 10 seconds)',
    searchAgain: 'Search again',
    searchedAt: (ago: string) => `Searched ${ago}.`,
    retryAt: (when: string) => `Try again ${when}.`,
    found: (n: number, where: string) => `Found ${count(n, 'person', 'people')} at ${where}.`,
    sources: { google_scholar: 'Google Scholar', openalex: 'OpenAlex' },
    states: {
      ok: '',
      no_results: 'No one found',
      blocked_or_captcha: 'The search was refused',
      layout_changed: 'The response could not be read',
      network_error: 'The sources could not be reached',
      rate_limited: 'Too many searches',
    },
    incomplete: 'Incomplete results',
    withoutId: 'Found at OpenAlex',
    citedBy: citations,
    emailAt: (domain: string) => `Email at ${domain}`,
    profile: 'Profile',
    openAlexPage: 'OpenAlex page',
    orcid: (digits: string) => `ORCID ${digits}`,
    add: 'Add',
    addNamed: (name: string) => `Add ${name}`,
    added: 'Added',
    addedNamed: (name: string) => `Added: ${name}`,
    noId: 'Google Scholar id unknown.',
  },

  one: {
    all: 'All scholars',
    showPublications: 'Show publications',
    profile: (source: string) => `${source} profile`,
    facts: 'Details',
    publications: 'Publications',
    unread: 'Unread',
    lastCheck: 'Last check',
    trackedSince: 'Added',
    state: 'Status',
    never: 'Not checked yet',
    outcomes: { partial_failure: 'incomplete', failed: 'failed' } as Readonly<Record<string, string>>,
    includeInRuns: 'Include in runs',
    remove: 'Remove scholar',
    removeHint:
      'Their publications leave your list, except your favorites and those of your other scholars. Your marks are kept and return if you add the scholar again.',
    notFound: 'Scholar not found',
    notFoundHint: 'You may have removed this scholar, or the address belongs to another user.',
  },

  profiles: {
    title: 'Profiles',
    hint: 'Lectern reads all confirmed profiles of a person. A publication in several of them appears once.',
    groups: { suggested: 'Suggested', confirmed: 'Confirmed', rejected: 'Rejected' },
    main: 'You track the scholar by this profile.',
    decisions: { confirmed: 'You confirmed this profile.', rejected: 'You rejected this profile.' },
    crawled: (n: number | null, ago: string) =>
      n === null ? `Checked ${ago}.` : `Lists ${publications(n)}, checked ${ago}.`,
    notCrawled: 'Not checked yet.',
    next: (when: string | null) => `Next check ${when ?? 'soon'}.`,
    nextInRun: 'The next run checks it again.',
    failed: (reason: string) => `Last check failed: ${reason}.`,
    gone: (source: string, day: string) => `Not found at ${source} since ${day}. Its publications stay.`,
    ofOther: 'Another of your scholars has this profile:',
    join: 'Join the two',
    joined: (name: string) => `Joined with ${name}`,
    otherScholar: 'another scholar',
    confirm: 'Confirm',
    reject: 'Reject',
    takeBack: 'Undo',
    actOn: (action: string, profile: string) => `${action}: ${profile}`,
    done: {
      confirmed: (profile: string) => `Confirmed ${profile}`,
      rejected: (profile: string) => `Rejected ${profile}`,
      undecided: (profile: string) => `Decision on ${profile} removed`,
    },
    add: 'Add a profile',
    addHint: 'An address or id at Google Scholar, OpenAlex, ORCID or DBLP.',
    addButton: 'Add profile',
    notAProfile: 'This is not a profile address or id. Paste the address of the profile page.',
  },

  coAuthors: {
    title: 'Co-authors',
    together: (n: number) => `${publications(n)} together`,
    track: 'Track',
    trackNamed: (name: string) => `Track ${name}`,
    tracked: 'Tracked',
    trackedNamed: (name: string) => `Tracked: ${name}`,
    suggested: 'People they publish with',
    notNow: 'Not now',
  },

  rejected: {
    title: 'Not by this person',
    takeBack: 'Take back',
    takeBackNamed: (title: string) => `Take back: ${title} is by this person`,
  },

  person: {
    manage: 'Manage',
    byYear: 'Publications by year',
    citations,
    year: (year: number, n: number, cited: number) => `${year}: ${publications(n)}, ${citations(cited)}`,
    earlier: 'Earlier',
  },

  picture: {
    title: 'Picture',
    from: {
      upload: 'You uploaded this picture.',
      override: 'This picture is from the address below.',
      scraped: 'This picture is from the profile.',
      none: 'The profile has no picture.',
    },
    pending: 'Loading the picture…',
    failed: {
      upload: 'The picture cannot be shown.',
      override: 'No picture found at this address. Enter another one or upload a file.',
      scraped: 'The profile picture could not be loaded.',
      none: '',
    },
    address: 'Picture address',
    addressHint: 'Lectern stores its own copy.',
    show: 'Use this picture',
    upload: 'Upload a picture',
    uploadHint: 'JPEG, PNG, WebP or GIF, at most 4,096 pixels per side and 2 MB (the server may set another limit).',
    reset: 'Use profile picture',
    changed: 'Picture changed.',
  },
};
