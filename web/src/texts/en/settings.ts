import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

/** What the settings say, and the import and export of the library. */
export const settingsTexts = {
  title: 'Settings',
  windowTitle: 'Settings · Lectern',
  nav: { label: 'Settings and account', settings: 'Settings', library: 'Import and export', account: 'Account' },
  save: 'Save',
  saved: 'Saved.',
  discard: 'Discard the changes',
  changed: 'There are changes that are not saved.',
  notSaved: 'Nothing was saved: see the fields that are marked.',

  runs: {
    title: 'Regular runs',
    enabled: 'Look at all scholars regularly',
    enabledHint: 'Off: scholars are looked at only when you start a run.',
    notAllowed: 'The operator has switched regular runs off for everybody: until that changes, none starts.',
    interval: 'Every',
    unit: 'Unit',
    intervalHint: (least: string, most: string) =>
      `At least ${least}, at most ${most}. Each run starts a little later than that, so that not all users start at once.`,
    units: {
      minutes: (n: number) => (n === 1 ? 'minute' : 'minutes'),
      hours: (n: number) => (n === 1 ? 'hour' : 'hours'),
      days: (n: number) => (n === 1 ? 'day' : 'days'),
    },
    inMinutes: (message: string) => `It ${message} minutes.`,
  },

  delay: {
    title: 'Google Scholar',
    label: 'Seconds between two requests',
    hint: (least: string, most: string) =>
      `At least ${least}, at most ${most}. The longer, the less likely it is that Google Scholar refuses.`,
    rest: (blocked: string, network: string) =>
      `When Google Scholar refuses, it is left alone for ${blocked}, and longer each time; when it cannot be reached, for ${network}. Nothing is lost meanwhile.`,
    inSeconds: (message: string) => `It ${message} seconds.`,
  },

  pages: {
    title: 'Navigation',
    label: 'Pages in the navigation',
    hint: 'A page that is not there can still be opened by its address and its keys.',
    names: {
      publications: 'Publications',
      scholars: 'Scholars',
      runs: 'Runs',
      settings: 'Settings (they are also reached through Account)',
      users: 'Admin',
    },
  },

  keys: {
    title: 'Your own access to sources',
    hint: 'None of these is needed. What is not set here is asked with what the operator has set, if anything.',
    fields: {
      openalex_api_key: { label: 'OpenAlex API key', hint: 'For identifiers and PDFs.' },
      crossref_api_token: { label: 'Crossref token', hint: 'Of Metadata Plus, for those who have it.' },
      crossref_api_mailto: {
        label: 'E-mail address for Crossref',
        hint: 'Told with each request, as Crossref asks for.',
      },
      unpaywall_email: { label: 'E-mail address for Unpaywall', hint: 'Unpaywall answers those who name one.' },
    },
    problem: (message: string) => `It ${message}.`,
    set: 'Set',
    endsIn: (end: string) => `Set, ends in ${end}`,
    notSet: 'Not set',
    replace: 'Replace',
    clear: 'Clear',
    keep: 'Keep it',
    willClear: 'Is cleared when you save',
    of: (does: string, label: string) => `${does}: ${label}`,
  },

  library: {
    title: 'Import and export',
    windowTitle: 'Import and export · Lectern',
    exportTitle: 'Export',
    exportHint:
      'A file with your scholars, their publications and what you marked: as a backup of your own, or to move to another Lectern.',
    export: 'Download the file',
    exporting: (size: string) => `${size} so far…`,
    exported: (name: string, size: string) => `Saved as ${name}, ${size}.`,
    fileName: (day: string) => `lectern-${day}.json`,
    stop: 'Stop',

    importTitle: 'Import',
    importHint:
      'Takes such a file into your library. It adds, and marks as read or favorite what is so in the file; nothing is removed. You see first what it would do.',
    choose: 'Choose a file',
    orDrop: 'or drop it here',
    chooseOther: 'Choose another file',
    sending: { dryRun: 'Looking at the file', apply: 'Importing' },
    sent: (done: string, total: string) => `${done} of ${total} sent.`,
    working: 'The whole file is there. Lectern reads it…',
    preview: 'Preview: nothing is changed yet',
    previewOf: (name: string) => `This is what importing ${name} would do.`,
    nothing: 'Everything in this file is in your library already: there is nothing to import.',
    apply: 'Import now',
    cancel: 'Do not import',
    done: (name: string) => `${name} is imported`,
    doneHint: 'New scholars are read one after another, starting now.',
    refused: (name: string) => `${name} was not imported, and nothing is changed:`,
    rows: {
      scholars_created: 'New scholars',
      scholars_updated: 'Scholars changed',
      publications_created: 'Publications that Lectern did not know',
      publications_updated: 'Publications with details added',
      links_created: 'Publications added to your library',
      links_updated: 'Marks changed (read, favorite)',
      skipped_records: 'Passed over',
    },
    what: 'What',
    howMany: 'How many',
    warnings: (n: number) => `${count(n, 'remark', 'remarks')} on the file`,
    toScholars: 'To the scholars',
  },

  size: (bytes: number) =>
    bytes < 100_000
      ? `${formatNumber(Math.round(bytes / 100) / 10)} kB`
      : `${formatNumber(Math.round(bytes / 1e5) / 10)} MB`,
};
