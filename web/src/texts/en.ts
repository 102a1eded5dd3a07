import { formatNumber } from '../ui/format.ts';
import { count } from './count.ts';

const publications = (n: number) => count(n, 'publication', 'publications');

const SORT_TEXTS = {
  first_seen: { desc: 'Recently added', asc: 'Added long ago' },
  year: { desc: 'Latest year', asc: 'Earliest year' },
  citations: { desc: 'Most cited', asc: 'Least cited' },
  title: { asc: 'Title, A to Z', desc: 'Title, Z to A' },
  scholar: { asc: 'Scholar, A to Z', desc: 'Scholar, Z to A' },
  pdf_status: { desc: 'With PDF first', asc: 'Without PDF first' },
  reading: { desc: 'Closest to what you read', asc: 'Furthest from what you read' },
};

/** Texts of the frame and the list of publications, in English. A translation is a file with the same names. */
export const texts = {
  product: 'Lectern',
  undo: 'Undo',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  notices: 'Notices',

  confirm: {
    type: 'To confirm, type',
    lost: 'What is lost',
    kept: 'What is kept',
  },

  pager: {
    label: 'Pagination',
    newer: 'Newer',
    older: 'Older',
    shown: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  },

  titles: {
    signIn: 'Sign in · Lectern',
    publications: (unread: number) => (unread > 0 ? `(${formatNumber(unread)}) Lectern` : 'Lectern'),
  },

  nav: {
    label: 'Main',
    skip: 'Skip to content',
    today: 'Today',
    publications: 'Publications',
    favorites: 'Favorites',
    scholars: 'Scholars',
    runs: 'Runs',
    settings: 'Settings',
    users: 'Admin',
    account: 'Account',
    needAttention: (n: number) => (n === 1 ? 'needs attention' : 'need attention'),
    shortcuts: 'Shortcuts',
    commands: 'Commands',
    themeHint: 'Switch between system, light and dark theme',
    theme: { auto: 'System theme', light: 'Light theme', dark: 'Dark theme' },
  },

  views: {
    /** of the navigation of views on a phone */
    label: 'Saved views',
    save: 'Save view…',
    saveOther: 'Save as new view…',
    edit: 'Edit view…',
    update: 'Update view',
    updated: (name: string) => `“${name}” updated.`,
  },

  version: (version: string) => `Lectern ${version}`,

  keys: {
    title: 'Keyboard shortcuts',
    enabled: 'Single-key shortcuts',
    searchHelp: 'Search help',
    or: 'or',
    titleWithKey: (does: string, key: string) => `${does} (${key})`,
    /** keys that are written otherwise than the browser names them */
    caps: { Escape: 'Esc', Meta: '⌘' } as Readonly<Record<string, string>>,
  },

  account: {
    email: 'Email',
    password: 'Password',
    signIn: 'Sign in',
    sessionOver: 'Your session has ended',
    sessionOverHint: 'Sign in to continue. Nothing you typed is lost.',
    otherUser: 'Sign in as a different user',
  },

  problems: {
    offline: 'Cannot reach Lectern. Check your connection and try again.',
    notLoaded: 'Cannot load this. Try again.',
    otherBuild: 'Lectern was updated. Reload the page to continue.',
    reload: 'Reload',
    unknown: 'Something went wrong on this page. Reload it and try again.',
    requestId: 'Request ID',
    tooLarge: (max: string) => `This file is too large. The limit is ${max}.`,
    pageFailed: 'This page could not be loaded',
    noPage: 'Page not found',
    noPageHint: 'The address may be incomplete or out of date.',
    toPublications: 'Go to publications',
  },

  status: {
    offline: 'Cannot reach Lectern. This page may be out of date.',
    offlineList: (at: string) => `Cannot reach Lectern. This is the list of ${at}.`,
    unsentMarks: (n: number) => `${count(n, 'change is', 'changes are')} not sent yet.`,
    unsavedNotes: (n: number) => `${count(n, 'note is', 'notes are')} not saved.`,
    stoppedChannels: (n: number) => `${count(n, 'channel is', 'channels are')} paused.`,
    running: 'A run is in progress.',
    importing: (n: number) => `Importing: ${count(n, 'scholar', 'scholars')} left.`,
    paused: (until: string) => `Google Scholar is paused until ${until}.`,
    never: 'Not checked yet.',
    last: (ago: string) => `Last check ${ago}.`,
    next: (when: string) => `Next check ${when}.`,
  },

  publications: {
    title: 'Publications',
    hasNote: 'Has a note',
    total: publications,
    details: 'Publication details',
    previous: 'Previous publication',
    next: 'Next publication',
    noDetail: 'Open a publication to read it here.',
    views: 'Views',
    view: { all: 'All', unread: 'Unread', latest: 'New', favorites: 'Favorites' },
    today: {
      title: (n: number) => `${formatNumber(n)} new ${n === 1 ? 'publication' : 'publications'}`,
      from: (n: number) => `From ${count(n, 'scholar', 'scholars')}`,
      since: (day: string) => `since ${day}`,
      pdfs: (n: number) => (n === 1 ? 'One has an open PDF.' : `${formatNumber(n)} have an open PDF.`),
      ofScholar: (n: number) => (n === 0 ? 'All read' : `${formatNumber(n)} new`),
      nobody: 'Without a scholar',
      done: 'You are all caught up',
      doneHint: 'Everything that was found in the last two weeks is read.',
      favorites: (n: number) => `See your ${count(n, 'favorite', 'favorites')}`,
    },
    unread: 'Unread',
    scholar: 'Scholar',
    allScholars: 'All scholars',
    unknownScholar: 'Unknown scholar',
    noScholar: 'No matching scholars',
    moreScholars: 'Type a name to find others.',
    scholarsFound: (n: number) => count(n, 'scholar', 'scholars'),
    sortBy: 'Sort by',
    sort: SORT_TEXTS,
    fromYear: 'From year',
    toYear: 'To year',
    filter: 'Filter',
    add: 'Add papers',
    removeFilter: 'Remove this filter',
    showAbstracts: 'Show abstracts',
    years: (from: number | null, to: number | null) =>
      from === null ? `Until ${to}` : to === null ? `Since ${from}` : from === to ? `${from}` : `${from} to ${to}`,
    sortedBy: (sort: keyof typeof SORT_TEXTS, dir: 'asc' | 'desc' | undefined) =>
      SORT_TEXTS[sort][dir ?? (sort === 'title' || sort === 'scholar' ? 'asc' : 'desc')],
    search: 'Search publications',
    clearSearch: 'Clear search',
    selecting: 'Select',
    export: 'Export…',
    makeRule: 'Make a rule…',
    select: (title: string) => `Select ${title}`,
    selected: (n: number) => `${formatNumber(n)} selected`,
    selectLoaded: (n: number) => `Select all ${formatNumber(n)} loaded`,
    favorite: 'Favorite',
    addFavorite: 'Add to favorites',
    removeFavorite: 'Remove from favorites',
    /** what a button does to the publication with a title */
    named: (action: string, title: string) => `${action}: ${title}`,
    markRead: 'Mark as read',
    markUnread: 'Mark as unread',
    markAllRead: 'Mark all as read',
    /** authors that are left out of a list; null: the source does not say how many */
    moreAuthors: (n: number | null) => (n === null ? '…' : `… ${formatNumber(n)} more`),
    allRead: 'All publications in this list were read already.',
    markedRead: (n: number) => `Marked ${publications(n)} as read`,
    markedUnread: (n: number) => `Marked ${publications(n)} as unread`,
    arrivals: (n: number) => `${formatNumber(n)} new – show`,
    cited: 'cited',
    openPdf: 'Open PDF',
    viewAtSource: 'View at source',
    empty: {
      noScholars: 'No scholars yet',
      noScholarsHint: 'Add scholars below to see their publications here.',
      noMatch: 'No matches',
      noMatchHint:
        'Each word must be the beginning of a word in the title, the authors, the venue or a scholar’s name.',
      noMatchOfAllHint: 'All terms of a search must match. Put “or” between terms to find any of them.',
      clearFilters: 'Clear filters',
      view: {
        today: { title: 'You are all caught up', hint: 'What the next checks find appears here.' },
        all: {
          title: 'No publications yet',
          hint: 'Your scholars’ profiles are being imported. Their publications appear here automatically.',
        },
        unread: { title: 'You are all caught up', hint: 'New publications appear here.' },
        latest: {
          title: 'Nothing new in the latest run',
          hint: 'Start a run to check again, or wait for the next one.',
        },
        favorites: { title: 'No favorites yet', hint: 'To add a publication, click its star.' },
      },
      importing: {
        title: 'Nothing here yet',
        hint: 'Your scholars’ profiles are being imported. Their publications appear here automatically.',
      },
      underWay: { title: 'Nothing new so far', hint: 'A run is in progress. What it finds appears here.' },
    },
  },

  identifiers: {
    doi: 'DOI',
    arxiv: 'arXiv',
    pmid: 'PubMed',
    pmcid: 'PMC',
    openalex: 'OpenAlex',
  } as Readonly<Record<string, string>>,
};
