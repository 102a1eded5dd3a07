import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

const publications = (n: number) => count(n, 'publication', 'publications');
const citations = (n: number) => count(n, 'citation', 'citations');

/** What the pages of scholars say; the frame and the first page have their own. */
export const scholarsTexts = {
  title: 'Scholars',
  windowTitle: (name?: string) => (name === undefined ? 'Scholars · Lectern' : `${name} · Scholars · Lectern`),
  works: publications,
  unread: (n: number) => `${formatNumber(n)} unread`,
  looksAt: (name: string) => `Runs look at ${name}`,
  remove: 'Remove',
  removed: (name: string) => `${name} is no longer tracked`,

  add: {
    label: 'Add scholars',
    hint: 'Addresses of Google Scholar profiles, or the ids in them, one a line. Or a name, to search for.',
    placeholder: 'https://scholar.google.com/citations?user=…',
    track: 'Track',
    tracked: (n: number) => `${count(n, 'scholar is', 'scholars are')} tracked now.`,
    notTracked: 'These were not taken:',
    search: 'Search by name',
  },

  list: {
    empty: 'Nobody is tracked yet',
    emptyHint:
      'Paste the address of a profile above, or search for a name. The first reading of a profile takes some minutes.',
    count: (n: number) => count(n, 'scholar', 'scholars'),
    countOf: (shown: number, all: number) => `${formatNumber(shown)} of ${count(all, 'scholar', 'scholars')}`,
    filter: 'Filter by name or affiliation',
    clearFilter: 'Clear the filter',
    orderedBy: 'Order',
    order: { name: 'Name, A to Z', unread: 'Most unread first', checked: 'Longest unchecked first' },
    noMatch: 'None of your scholars matches',
    noMatchHint: 'Each word must stand in the name, the affiliation or the id.',
    showAll: 'Show all scholars',
  },

  state: {
    paused: 'Not looked at by runs',
    upToDate: 'Up to date',
    unread: 'Not read yet',
    checked: (ago: string) => `Checked ${ago}`,
    queued: 'Waits to be read for the first time',
    running: (n: number) => `Is being read: ${publications(n)} so far`,
    waiting: (n: number, when: string) => (n === 0 ? `Is read ${when}` : `${publications(n)} so far, goes on ${when}`),
    triedAgain: (when: string) => `Is tried again ${when}`,
    gaveUp: 'Could not be read. The next run tries again.',
  },

  reasons: {
    blocked_or_captcha: 'Google Scholar refused the request.',
    layout_changed: 'The profile came in a form that Lectern cannot read.',
    network_error: 'Google Scholar could not be reached.',
    not_found: 'Google Scholar knows no such profile.',
  } as Readonly<Record<string, string>>,
  reason: (told: string) => `The last attempt failed: ${told}`,

  search: {
    heading: 'People by the name of',
    close: 'Close the search',
    asking: 'The sources are being asked. That takes ten seconds at most.',
    askAgain: 'Search again',
    askedAt: (ago: string) => `Asked ${ago}.`,
    askAgainAt: (when: string) => `Asking again is worth it ${when}.`,
    found: (n: number, where: string) => `${count(n, 'person', 'people')} found at ${where}.`,
    sources: { google_scholar: 'Google Scholar', openalex: 'OpenAlex' },
    states: {
      ok: '',
      no_results: 'Nobody by that name was found',
      blocked_or_captcha: 'The search was refused',
      layout_changed: 'The answer could not be read',
      network_error: 'The search did not get through',
      rate_limited: 'The search has to wait',
    },
    incomplete: 'Not all sources answered',
    elsewhere: 'Without a Google Scholar id',
    citedBy: citations,
    mailAt: (domain: string) => `E-mail at ${domain}`,
    profile: 'Profile',
    page: 'Page at OpenAlex',
    orcid: (digits: string) => `ORCID ${digits}`,
    track: 'Track',
    trackName: (name: string) => `Track ${name}`,
    tracked: 'Tracked',
    trackedName: (name: string) => `Tracked: ${name}`,
    noId: 'No Google Scholar id is known.',
    pasteId: 'Paste the id',
    pasteIdFor: (name: string) => `Paste the id of ${name}`,
    idLabel: 'Address or id of the profile at Google Scholar',
  },

  one: {
    all: 'All scholars',
    publications: 'Publications',
    profile: 'Profile at Google Scholar',
    facts: 'Facts',
    works: 'Works',
    unread: 'Unread',
    lastCheck: 'Last check',
    trackedSince: 'Tracked since',
    state: 'State',
    never: 'Not checked yet',
    outcomes: { partial_failure: 'incomplete', failed: 'failed' } as Readonly<Record<string, string>>,
    lookedAt: 'Runs look at this profile',
    stop: 'Stop tracking',
    stopHint:
      'The publications leave your list, but for your favorites and those of other scholars that you track. Your marks are kept: tracking the scholar again brings them back.',
    gone: 'You do not track this scholar',
    goneHint: 'Perhaps the scholar was removed, or the address is from somebody else.',
  },

  charts: {
    works: 'Works by year',
    citations: 'Citations by year of the work',
    describe: (title: string, from: number, to: number, most: string, year: number) =>
      `${title}, ${from} to ${to}. The most: ${most} in ${year}.`,
    worksIn: publications,
    citationsOf: citations,
    sum: (works: number, cited: number) => `${publications(works)} with ${citations(cited)} in all.`,
    withoutYear: (works: number) => `${publications(works)} without a year: not in the charts.`,
    earlier: (year: number) => `What came out before ${year} is in the table alone.`,
    table: 'The same numbers as a table',
    year: 'Year',
    noYear: 'Without a year',
    worksColumn: 'Works',
    citationsColumn: 'Citations',
    empty: 'No charts yet: nothing was read from the profile.',
    emptyBeingRead: 'No charts yet: the profile is being read for the first time.',
    emptyYears: 'No charts: none of the works says in which year it came out.',
  },

  picture: {
    title: 'Picture',
    from: {
      upload: 'You uploaded this picture.',
      override: 'The picture comes from the address that you named.',
      scraped: 'The picture comes from the profile.',
      none: 'The profile shows no picture.',
    },
    pending: 'The picture is being fetched.',
    failed: {
      upload: 'The picture cannot be shown.',
      override: 'There was no picture to be had from that address. Name another, or upload a file.',
      scraped: 'The picture of the profile could not be fetched.',
      none: '',
    },
    address: 'Address of a picture',
    addressHint: 'Lectern fetches it and shows a copy of its own.',
    show: 'Show this picture',
    upload: 'Upload a picture',
    uploadHint:
      'JPEG, PNG, WebP or GIF, of 4,096 pixels a side and, unless the operator set another limit, 2 MB at most.',
    forget: 'Show the profile’s picture',
    changed: 'The picture is changed.',
  },
};
