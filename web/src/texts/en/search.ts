/** Texts of the search language: completions, messages and the help page. */
export const searchTexts = {
  completions: 'Search fields and values',
  parts: 'Search parts',
  not: 'not',
  or: 'or',
  help: 'Search help',
  use: (suggestion: string) => `Use ${suggestion}`,
  fields: {
    author: 'words in the authors',
    title: 'words in the title',
    venue: 'words in the venue',
    abstract: 'words in the abstract',
    note: 'words in your notes',
    scholar: 'a scholar you track',
    tag: 'one of your tags',
    year: 'published in, such as 2020..2024',
    cited: 'citations, such as >100',
    cites: 'papers that cite this one, by its id, DOI or address',
    added: 'first seen, such as <7d',
    is: 'unread, read, favorite, new, retracted, preprint, published or now-published',
    has: 'pdf, doi, abstract, note or notice',
  },
  page: {
    title: 'Search help',
    windowTitle: 'Search help · Lectern',
    intro:
      'Each word must be the beginning of a word in the title, the authors, the venue or the name of a scholar. Case and accents do not matter.',
    search: 'Search',
    finds: 'Finds',
    groups: [
      {
        title: 'Words and phrases',
        rows: [
          ['deep graph', 'both words, in any order'],
          ['"deep learning"', 'these words in this order'],
          ['graph -deep', 'the first word without the second'],
          ['graph or network', 'at least one of the words'],
          ['survey graph or network', 'the first word, and at least one of the others: "or" joins its two neighbors'],
          ['survey or (graph network)', 'the first word, or both others'],
        ],
      },
      {
        title: 'In one place',
        rows: [
          ['author:smith', 'an author'],
          ['title:"deep learning"', 'the title; venue: works in the same way'],
          ['abstract:protein', 'the abstract, which other words do not search'],
          ['note:replicate', 'your notes'],
          ['scholar:"ada loopback"', 'a scholar you track'],
          ['scholar:ada or scholar:grace', 'publications of either scholar'],
          ['cites:10.1000/xyz', 'what cites the paper with this DOI; the address of its page here also works'],
          ['tag:thesis', 'a tag of yours, with its whole name'],
        ],
      },
      {
        title: 'Numbers and dates',
        rows: [
          ['year:2020..2024', 'from 2020 to 2024; year:2020, year:>2020 and year:..2020 also work'],
          ['cited:>100', 'more than 100 citations'],
          ['added:<7d', 'first seen in the last seven days (d, w, m, y)'],
          ['added:>3m', 'first seen more than three months ago'],
          ['added:2026-11-01..', 'first seen on this day or later; 2026-11 is a month, 2026 a year'],
        ],
      },
      {
        title: 'State',
        rows: [
          ['is:unread', 'also is:read, is:favorite, is:retracted, and is:new for the latest check'],
          ['is:preprint', 'also is:published'],
          [
            'is:now-published',
            'preprints in your library of which Lectern found in the last two weeks that they were published',
          ],
          ['has:pdf', 'also has:doi, has:abstract, has:note and has:notice'],
          ['is:unread -has:pdf cited:>10', 'parts can be combined'],
        ],
      },
    ],
    pasted:
      'You can paste a title as it is. A minus sign counts only before a term, and a field only if its value follows the colon without a space.',
  },
} as const;
