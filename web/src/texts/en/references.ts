import { count } from '../count.ts';

/** The page on which papers are added by hand. */
export const referenceTexts = {
  title: 'Add papers',
  windowTitle: 'Add papers · Lectern',
  hint: 'Papers that you add stay in your library, whoever you follow.',
  label: 'Papers',
  fieldHint: 'A DOI, an arXiv id, a PMID, an ISBN, or the address of a paper, one in each line.',
  find: 'Find',
  finding: 'Looking up…',
  tooMany: (n: number) => `At most 100 at once. You have ${n}.`,
  add: (n: number) => `Add ${count(n, 'paper', 'papers')}`,
  results: 'What was found',
  status: {
    added: 'Added',
    known: 'In your library already',
    found: 'Found',
    not_found: 'Not found',
    unavailable: 'Cannot be looked up now',
  },
  maybe: 'Do you mean one of these?',
  take: 'Take this one',
  takeLabel: (title: string) => `Take this one: ${title}`,
  elsewhere: 'Add from any page',
  elsewhereHint:
    'Save this as the address of a bookmark. On the page of a paper, the bookmark opens Lectern and looks the paper up.',
} as const;
