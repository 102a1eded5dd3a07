import { count } from '../count.ts';

/** The page on which papers are added by hand. */
export const referenceTexts = {
  title: 'Add papers',
  windowTitle: 'Add papers · Lectern',
  hint: 'Papers that you add stay in your library, whoever you follow.',
  label: 'Papers',
  fieldHint: 'A DOI, an arXiv id, a PMID (“PMID: 23903748”), an ISBN, or the address of a paper, one in each line.',
  find: 'Find',
  finding: 'Looking up…',
  tooMany: (n: number) => `At most 100 at once. You have ${n}.`,
  add: (n: number) => `Add ${count(n, 'paper', 'papers')}`,
  results: 'Results',
  summary: (results: readonly { readonly publication: unknown }[]) =>
    `${results.filter(({ publication }) => publication !== null).length} of ${count(results.length, 'paper', 'papers')} found.`,
  status: {
    added: 'Added',
    known: 'Already in your library',
    found: 'Found',
    not_found: 'Not found',
    unavailable: 'Cannot be looked up now',
  },
  maybe: 'Do you mean one of these?',
  take: 'Use this paper',
  takeLabel: (title: string) => `Use this paper: ${title}`,
  elsewhere: 'Add from any page',
  elsewhereHint:
    'Save this as the address of a bookmark. On the page of a paper, the bookmark opens Lectern and looks the paper up.',
} as const;
