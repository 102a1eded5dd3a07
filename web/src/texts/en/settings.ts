import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

/** Texts of the settings, and of import and export. */
export const settingsTexts = {
  title: 'Settings',
  windowTitle: 'Settings · Lectern',
  nav: {
    label: 'Settings and account',
    settings: 'Settings',
    views: 'Views',
    tags: 'Tags',
    rules: 'Rules',
    notifications: 'Notifications',
    library: 'Import and export',
    account: 'Account',
  },
  save: 'Save',
  saved: 'Saved.',
  discard: 'Discard changes',
  changed: 'You have unsaved changes.',
  notSaved: 'Not saved. Correct the marked fields.',
  leave: {
    title: 'Leave without saving?',
    question: 'Your changes to the settings are not saved yet.',
    save: 'Save and leave',
    stay: 'Keep editing',
  },

  daily: {
    question: 'Check your scholars every day?',
    turnOn: 'Turn on',
    notNow: 'Not now',
    on: 'Lectern checks your scholars every day.',
    change: 'Change in settings',
  },

  runs: {
    title: 'Scheduled runs',
    enabled: 'Check all scholars on a schedule',
    enabledHint: 'If off, scholars are checked only when you start a run.',
    notAllowed: 'Scheduled runs are disabled on this server.',
    interval: 'Interval',
    unit: 'Unit',
    intervalHint: (min: string, max: string) =>
      `At least ${min}, at most ${max}. Runs start with a small delay, so that not all users’ runs start at once.`,
    units: {
      minutes: (n: number) => (n === 1 ? 'minute' : 'minutes'),
      hours: (n: number) => (n === 1 ? 'hour' : 'hours'),
      days: (n: number) => (n === 1 ? 'day' : 'days'),
    },
    inMinutes: (message: string) => `The interval ${message} minutes.`,
  },

  delay: {
    title: 'Google Scholar',
    label: 'Seconds between requests',
    hint: (min: string, max: string) =>
      `At least ${min}, at most ${max}. A longer delay makes refusals by Google Scholar less likely.`,
    cooldowns: (blocked: string, network: string) =>
      `If Google Scholar refuses requests, Lectern pauses for ${blocked}, and longer each time. If Google Scholar cannot be reached, it pauses for ${network}. Nothing is lost.`,
    inSeconds: (message: string) => `The delay ${message} seconds.`,
  },

  pages: {
    title: 'Navigation',
    label: 'Pages in the navigation',
    hint: 'Hidden pages stay reachable by address and shortcut.',
    names: {
      publications: 'Publications',
      scholars: 'Scholars',
      runs: 'Runs',
      settings: 'Settings (also reachable from Account)',
      users: 'Admin',
    },
  },

  readingOrder: {
    title: 'Reading order',
    label: 'What the order "Closest to what you read" considers',
    hint: 'It is computed on this server from your favorites, from papers that you marked as read one by one, and from "more like this" and "less like this". Nobody else sees it.',
    parts: {
      people: 'Authors whose papers you read',
      words: 'Words in titles and abstracts',
      venues: 'Journals and conferences',
      references: 'References in common with papers that you read',
      freshness: 'When a paper was first seen',
    },
  },

  atLibrary: {
    title: 'At your library',
    hint: 'A paper without an open PDF has a link to your library. Ask the library for its address, or look at a link that it gave you.',
    fields: {
      link_resolver: {
        label: 'Link resolver',
        hint: 'An OpenURL address, such as https://resolver.example.org/openurl',
      },
      proxy_prefix: {
        label: 'Proxy prefix',
        hint: 'Used without a link resolver, such as https://login.proxy.example.org/login?url=',
      },
    },
  },

  keys: {
    title: 'Your API keys',
    hint: 'Optional. Without your own key, the server’s is used.',
    fields: {
      openalex_api_key: { label: 'OpenAlex API key', hint: 'Finds identifiers and PDFs.' },
      crossref_api_token: { label: 'Crossref token', hint: 'For subscribers of Crossref Metadata Plus.' },
      crossref_api_mailto: { label: 'Email for Crossref', hint: 'Sent with each request, as Crossref recommends.' },
      unpaywall_email: { label: 'Email for Unpaywall', hint: 'Unpaywall requires an email address.' },
    },
    problem: (message: string) => `This ${message}.`,
    set: 'Set',
    endsIn: (end: string) => `Set, ends in ${end}`,
    notSet: 'Not set',
    replace: 'Replace',
    clear: 'Clear',
    keep: 'Keep',
    willClear: 'Will be cleared when you save',
    actOn: (action: string, label: string) => `${action}: ${label}`,
  },

  library: {
    title: 'Import and export',
    windowTitle: 'Import and export · Lectern',
    exportTitle: 'Export',
    exportHint:
      'A file with your scholars, their publications and your marks. Use it as a backup or to move to another Lectern server.',
    export: 'Download',
    exporting: (size: string) => `${size} so far…`,
    exported: (name: string, size: string) => `Saved as ${name}, ${size}.`,
    fileName: (day: string) => `lectern-${day}.json`,
    stop: 'Stop',

    importTitle: 'Import',
    importHint:
      'Adds the publications of a Lectern export or of a BibTeX, RIS or CSL-JSON file, with their tags and notes. Nothing is removed. You see a preview before anything changes.',
    otherPrograms:
      'Zotero: File, Export Library. JabRef: choose your .bib file. Mendeley: File, Export All, RIS or BibTeX.',
    choose: 'Choose a file',
    orDrop: 'or drop it here',
    chooseOther: 'Choose another file',
    sending: { dryRun: 'Checking the file', apply: 'Importing' },
    sent: (done: string, total: string) => `${done} of ${total} uploaded.`,
    working: 'Upload complete. Processing…',
    preview: 'Preview: nothing is changed yet',
    previewOf: (name: string) => `Importing ${name} would make these changes.`,
    found: (known: number, added: number, unreadable: number) =>
      `${formatNumber(known)} already in your library, ${formatNumber(added)} new, ${formatNumber(unreadable)} cannot be read.`,
    markRead: 'Count all as read',
    nothing: 'Your library already has everything in this file.',
    apply: 'Import',
    cancel: 'Cancel',
    done: (name: string) => `Imported ${name}`,
    doneHint: 'New scholars are imported one after another, starting now.',
    refused: (name: string) => `${name} was not imported. Nothing was changed.`,
    rows: {
      scholars_created: 'New scholars',
      scholars_updated: 'Updated scholars',
      publications_created: 'Publications new to this server',
      publications_updated: 'Publications with added metadata',
      views_created: 'New views',
      links_created: 'Publications added to your library',
      links_updated: 'Changed marks and tags',
      settings_updated: 'Changed settings',
      skipped_records: 'Skipped',
    },
    what: 'Change',
    howMany: 'Count',
    warnings: (n: number) => `${count(n, 'warning', 'warnings')} about the file`,
    toScholars: 'Go to scholars',
  },

  size: (bytes: number) =>
    bytes < 100_000
      ? `${formatNumber(Math.round(bytes / 100) / 10)} kB`
      : `${formatNumber(Math.round(bytes / 1e5) / 10)} MB`,
};
