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
    hint: 'Google Scholar profile addresses or ids, one per line, or a name to search for.',
    placeholder: 'https://scholar.google.com/citations?user=…',
    add: 'Add',
    added: (n: number) => `Added ${count(n, 'scholar', 'scholars')}.`,
    notAdded: 'Not added:',
    search: 'Search by name',
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
  },

  reasons: {
    blocked_or_captcha: 'Google Scholar refused the request.',
    layout_changed: 'The profile page could not be read.',
    network_error: 'Google Scholar could not be reached.',
    not_found: 'Profile not found at Google Scholar.',
  } as Readonly<Record<string, string>>,
  lastFailure: (reason: string) => `Last attempt failed: ${reason}`,

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
    withoutId: 'Without a Google Scholar id',
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
    pasteId: 'Enter id',
    pasteIdFor: (name: string) => `Enter id of ${name}`,
    idLabel: 'Google Scholar profile address or id',
  },

  one: {
    all: 'All scholars',
    showPublications: 'Show publications',
    profile: 'Google Scholar profile',
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
    title: 'Profiles at other sources',
    sources: { openalex: 'OpenAlex', orcid: 'ORCID' },
    suggested: 'Suggested.',
    confirmed: 'Confirmed by the publications.',
    decisions: { confirmed: 'You confirmed this.', rejected: 'You rejected this.' },
    evidence: (listed: number, of: number, source: string) =>
      `Listed as an author of ${formatNumber(listed)} of the ${publications(of)} with ${source} ids.`,
    confirm: 'Confirm',
    reject: 'Not this person',
    undo: 'Undo',
  },

  charts: {
    publications: 'Publications by year',
    citations: 'Citations by publication year',
    describe: (title: string, from: number, to: number, max: string, year: number) =>
      `${title}, ${from} to ${to}. Maximum: ${max} in ${year}.`,
    publicationsIn: publications,
    citationsOf: citations,
    sum: (n: number, cited: number) => `${publications(n)} with ${citations(cited)} in total.`,
    withoutYear: (n: number) => `${publications(n)} without a year not shown.`,
    earlier: (year: number) => `The table also has publications from before ${year}.`,
    table: 'Show as a table',
    year: 'Year',
    noYear: 'No year',
    publicationsColumn: 'Publications',
    citationsColumn: 'Citations',
    empty: 'No charts yet: this profile has no publications.',
    emptyImporting: 'No charts yet: the profile is being imported.',
    emptyYears: 'No charts: none of the publications has a year.',
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
