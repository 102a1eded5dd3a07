/**
 * The kinds of publications, in the words of CSL
 * (https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types).
 */
export const KINDS = [
  'article-journal',
  'paper-conference',
  'chapter',
  'book',
  'thesis',
  'report',
  'patent',
  'dataset',
  'software',
  'webpage',
  /** a preprint */
  'article',
  /** anything else, or not known */
  'document',
] as const;
export type Kind = (typeof KINDS)[number];

/** What calls kinds by words of its own: the formats of citations, Zotero's API, and Crossref with OpenAlex. */
type Vocabulary = 'bibtex' | 'ris' | 'csl' | 'zotero' | 'sources';

/**
 * The words for each kind. The first one is written. All are read, so whatever was written is read as the same kind.
 * BibTeX and BibLaTeX (manual, 2.1.1 and 2.1.3), RIS, CSL, https://api.zotero.org/schema, and the types of Crossref
 * (https://api.crossref.org/types) and OpenAlex, as far as these two do not leave the kind to the venue.
 */
const WORDS: Readonly<Record<Vocabulary, Partial<Record<Kind, string>>>> = {
  bibtex: {
    'article-journal': 'article suppperiodical',
    'paper-conference': 'inproceedings conference',
    chapter: 'incollection inbook bookinbook suppbook suppcollection inreference',
    book: 'book booklet collection manual mvbook mvcollection mvproceedings mvreference proceedings reference',
    thesis: 'phdthesis mastersthesis thesis',
    report: 'techreport report',
    patent: 'patent',
    dataset: 'dataset',
    software: 'software',
    webpage: 'online electronic www',
    // `pubstate` says that it is a preprint
    article: 'misc',
    document: 'misc',
  },
  ris: {
    'article-journal': 'JOUR ABST EJOUR INPR JFULL MGZN NEWS',
    'paper-conference': 'CPAPER CONF',
    chapter: 'CHAP DICT ECHAP ENCYC',
    book: 'BOOK CLSWK EBOOK EDBOOK SER',
    thesis: 'THES',
    report: 'RPRT GOVDOC STAND',
    patent: 'PAT',
    dataset: 'DATA DBASE',
    software: 'COMP',
    webpage: 'ELEC BLOG WEB',
    article: 'UNPB',
    document: 'GEN',
  },
  csl: {
    ...Object.fromEntries(KINDS.map((kind) => [kind, kind])),
    'article-journal': 'article-journal article-magazine article-newspaper',
    chapter: 'chapter entry entry-dictionary entry-encyclopedia',
    book: 'book classic collection',
    report: 'report standard',
    webpage: 'webpage post post-weblog',
  },
  zotero: {
    'article-journal': 'journalArticle magazineArticle newspaperArticle',
    'paper-conference': 'conferencePaper',
    chapter: 'bookSection dictionaryEntry encyclopediaArticle',
    book: 'book',
    thesis: 'thesis',
    report: 'report standard',
    patent: 'patent',
    dataset: 'dataset',
    software: 'computerProgram',
    webpage: 'webpage blogPost forumPost',
    article: 'preprint',
    document: 'document',
  },
  sources: {
    'article-journal': 'journal-article',
    'paper-conference': 'proceedings-article conference-paper',
    chapter: 'book-chapter book-part book-section reference-entry',
    book: 'book edited-book monograph proceedings reference-book',
    thesis: 'dissertation',
    report: 'report standard',
    dataset: 'dataset',
    software: 'software',
  },
};

const KIND_OF: ReadonlyMap<string, Kind> = new Map(
  Object.entries(WORDS).flatMap(([vocabulary, words]) =>
    KINDS.flatMap((kind) =>
      (words[kind] ?? '').split(' ').map((word) => [`${vocabulary} ${word}`.toLowerCase(), kind] as const),
    ),
  ),
);

/** The kind that a word says; null if it leaves that open. */
export function readKind(vocabulary: Vocabulary, word: unknown): Kind | null {
  if (typeof word !== 'string') return null;
  const kind = KIND_OF.get(`${vocabulary} ${word.trim()}`.toLowerCase()) ?? 'document';
  return kind === 'document' ? null : kind;
}

/** The word for a kind. */
export function writeKind(vocabulary: Exclude<Vocabulary, 'sources'>, kind: Kind): string {
  return WORDS[vocabulary][kind]?.split(' ')[0] ?? kind;
}
