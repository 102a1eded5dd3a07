import { formatNumber } from '../ui/format.ts';
import { count } from './count.ts';

const publications = (n: number) => count(n, 'publication', 'publications');

/** All that the application says, in English. A translation is a file with the same names. */
export const texts = {
  product: 'Lectern',
  undo: 'Undo',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',

  confirm: {
    type: 'To go on, type',
    lost: 'What is lost',
    kept: 'What stays',
  },

  pager: {
    label: 'More of the list',
    before: 'Newer',
    after: 'Older',
    shown: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  },

  titles: {
    signIn: 'Sign in · Lectern',
    publications: (unread: number) => (unread > 0 ? `(${formatNumber(unread)}) Lectern` : 'Lectern'),
  },

  nav: {
    label: 'Pages',
    skip: 'Skip to the page',
    publications: 'Publications',
    scholars: 'Scholars',
    runs: 'Runs',
    settings: 'Settings',
    users: 'Admin',
    account: 'Account',
    givenUp: 'given up',
    keys: 'Keyboard',
    schemeHint: 'Change between light, dark and what the system says',
    scheme: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  },

  keys: {
    enabled: 'Single keys do something',
    list: [
      [['j'], 'Next publication'],
      [['k'], 'Previous publication'],
      [['o', 'Enter'], 'Open'],
      [['v'], 'Open the PDF'],
      [['m'], 'Mark as read or unread'],
      [['f'], 'Add to the favorites, or remove'],
      [['x'], 'Select'],
      [['u'], 'Undo'],
      [['/'], 'Search'],
      [['g', 'p'], 'Go to Publications'],
      [['g', 's'], 'Go to Scholars'],
      [['g', 'r'], 'Go to Runs'],
      [['g', 'a'], 'Go to Admin', 'admins'],
      [['?'], 'This help'],
      [['Esc'], 'Back'],
    ] as const,
  },

  account: {
    welcome: 'Sign in to read what is new.',
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    sessionOver: 'Your session has ended',
    sessionOverHint: 'Sign in to go on where you are: nothing that you typed is lost.',
    somebodyElse: 'Sign in as somebody else',
  },

  problems: {
    offline: 'Lectern does not answer. Check the connection and try again.',
    unknown: 'Something went wrong in this page. Reload it and try again.',
    requestId: 'Request',
    tooLarge: (most: string) => `The file is too large: ${most} at most.`,
    pageFailed: 'This page could not be shown',
    noPage: 'There is no such page',
    noPageHint: 'The address may have been cut off, or the page was moved.',
    toStart: 'To the publications',
    again: 'Try again',
  },

  status: {
    offline: 'Lectern does not answer. What you see is from before.',
    running: 'A run is under way.',
    resting: (until: string) => `Google Scholar is resting until ${until}.`,
    never: 'No run so far.',
    last: (ago: string) => `Last check ${ago}.`,
    next: (when: string) => `Next ${when}.`,
  },

  publications: {
    title: 'Publications',
    details: 'Publication',
    views: 'Views',
    view: { all: 'All', unread: 'Unread', latest: 'New', favorites: 'Favorites' },
    unread: 'Unread',
    byScholar: 'Scholar',
    everyScholar: 'All scholars',
    sortedBy: 'Order',
    sort: {
      first_seen: { desc: 'Newest first', asc: 'Oldest first' },
      year: { desc: 'Latest year', asc: 'Earliest year' },
      citations: { desc: 'Most cited', asc: 'Least cited' },
      title: { asc: 'Title, A to Z', desc: 'Title, Z to A' },
      scholar: { asc: 'Scholar, A to Z', desc: 'Scholar, Z to A' },
      pdf_status: { desc: 'With PDF first', asc: 'Without PDF first' },
    },
    fromYear: 'From year',
    toYear: 'To year',
    filters: 'Filters',
    search: 'Search publications',
    clearSearch: 'Clear the search',
    selecting: 'Select',
    select: (title: string) => `Select ${title}`,
    selected: (n: number) => `${formatNumber(n)} selected`,
    favorite: 'Favorite',
    markRead: 'Mark as read',
    markUnread: 'Mark as unread',
    markAllRead: 'Mark all as read',
    markedRead: (n: number) => `${publications(n)} marked as read`,
    markedUnread: (n: number) => `${publications(n)} marked as unread`,
    news: (n: number, scholars: number, since: string | null) =>
      `${formatNumber(n)} new${scholars > 0 ? ` from ${count(scholars, 'scholar', 'scholars')}` : ''}${since === null ? '' : ` since ${since}`}`,
    arrivals: (n: number) => `Show ${formatNumber(n)} new`,
    citations: (n: number) => count(n, 'citation', 'citations'),
    openPdf: 'Open PDF',
    page: 'Page at the source',
    empty: {
      noScholars: 'Nobody is tracked yet',
      noScholarsHint: 'Track a scholar, and their publications appear here.',
      addScholars: 'Add scholars',
      nothingFound: 'Nothing matches',
      nothingFoundHint: 'Each word of the search must begin a word of the title, the authors or the venue.',
      showAll: 'Show everything',
      view: {
        all: {
          title: 'No publications yet',
          hint: 'The profiles of your scholars are being read. What they list appears here by itself.',
        },
        unread: { title: 'All read', hint: 'What the next run finds appears here.' },
        latest: { title: 'Nothing new in the latest run', hint: 'Start a run to look again, or wait for the next.' },
        favorites: { title: 'No favorites yet', hint: 'Mark a publication with the star, or with the key f.' },
      },
    },
  },

  identifiers: {
    doi: 'DOI',
    arxiv: 'arXiv',
    pmid: 'PubMed',
    pmcid: 'PMC',
    openalex: 'OpenAlex',
  } as Readonly<Record<string, string>>,

  pdf: {
    short: { untracked: null, queued: 'PDF pending', running: 'PDF pending', resolved: null, failed: 'no PDF' },
  },
};
