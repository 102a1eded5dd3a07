import type { AuthorId } from '../sources/author-list.ts';

/** What speaks for a profile of a scholar. */
export interface Evidence {
  readonly id: string;
  /**
   * how many of the scholar's publications list the id for the author with the scholar's name, and how many list ids of
   * the source at all
   */
  readonly listed_count: number;
  readonly publication_count: number;
  /** publications of another profile at Google Scholar list the id, too */
  readonly is_shared: boolean;
  /** the scholar's profiles whose pages name the id */
  readonly named_by: readonly AuthorId[];
}

/** A profile is confirmed without a user if this many publications list it, and this share of those that list any. */
const STRONG = { listed: 5, share: 0.8 };

/**
 * Whether a profile is used without a decision of the user: the scholar's own ORCID record names it, or most
 * publications list it. If publications of another tracked profile list it, too, the source may have mixed up two
 * people of one name. Then users decide.
 */
export function isConclusive({ listed_count, publication_count, is_shared, named_by }: Evidence): boolean {
  if (named_by.some(({ source }) => source === 'orcid')) return true;
  return !is_shared && listed_count >= STRONG.listed && listed_count >= STRONG.share * publication_count;
}

/** The evidence in words; null if there is none. */
export function wordsOf({ id, listed_count, publication_count, is_shared, named_by }: Evidence): string | null {
  const words = [
    ...named_by.map((page) => `The ${PAGES[page.source]} ${page.id} names it.`),
    ...(listed_count > 0 ? [`${listed_count} of ${publication_count} publications with author ids name ${id}.`] : []),
    ...(is_shared ? ['Publications of another scholar name it, too.'] : []),
  ];
  return words.length > 0 ? words.join(' ') : null;
}

const PAGES: Readonly<Record<AuthorId['source'], string>> = {
  google_scholar: 'Google Scholar profile',
  openalex: 'OpenAlex record',
  orcid: 'ORCID record',
  dblp: 'DBLP page',
};
