import { randomFrom } from './random.ts';

/** A publication. Its list of authors is complete, but profiles truncate it as the real ones do. */
export interface Publication {
  /** The id of the scholar to whom the publication belongs, and its number there. Other profiles may list it too. */
  readonly owner: string;
  readonly n: number;
  readonly title: string;
  /** The part of the title that is set in italics, if any. */
  readonly italic: string | null;
  readonly authors: readonly string[];
  readonly venue: string;
  readonly year: number | null;
  readonly citations: number;
  readonly cluster: string;
  /** The row code on the owner's own page: `user:code` is the row's id there. */
  readonly code: string;
  readonly doi: string | null;
  readonly openAccess: boolean;
  readonly arxivId: string | null;
  /** Generated if not given. */
  readonly abstract?: string;
  /** Other sources list it, but the Google Scholar profile does not yet. */
  readonly isMissingAtGoogleScholar?: boolean;
  /**
   * Only the Google Scholar profile lists it. Other sources know it, but their lists of the author's publications are
   * older.
   */
  readonly isMissingInOtherLists?: boolean;
  /** The kind of its free copy; random if not given. */
  readonly copy?: CopyKind;
  /** An unexpected description of it by other sources; random if not given, null for none. */
  readonly oddity?: Oddity | null;
  /** The number of versions of a preprint at arXiv; 1 if not given. */
  readonly versions?: number;
  /** The venue of the article that followed a preprint. The article has its own records at other sources. */
  readonly publishedIn?: string;
  /** Of an article: the DOI of the preprint that it followed, if Crossref has it. */
  readonly preprintDoi?: string | null;
  /** What was published about it, or about the article that followed it, in this order. */
  readonly notices?: readonly Notice[];
}

export interface Notice {
  readonly nature: 'Retraction' | 'Expression of concern' | 'Correction' | 'Reinstatement';
  readonly paperDoi: string;
  readonly doi: string;
  /** The day, such as `2026-06-05`. */
  readonly date: string;
}

/**
 * Where a free copy is:
 * - `direct`: the publisher's PDF; `padded`: the same after blank lines; `redirect`: the same after a redirect;
 * - `html`: the link to the PDF shows a page, but the landing page has the right link;
 * - `repository`: only Unpaywall knows the repository's copy; `challenge`: all know it, and the publisher refuses all
 *   clients but browsers;
 * - `dead`: the link is dead; `europepmc`: only Europe PMC has a copy; `closed`: there is no free copy.
 */
export const copyKinds = [
  'direct',
  'padded',
  'redirect',
  'html',
  'repository',
  'challenge',
  'dead',
  'europepmc',
  'closed',
] as const;
export type CopyKind = (typeof copyKinds)[number];

/**
 * - `comment`, `namesake`, `other_year`: a search for the title first returns a comment on the publication, a
 *   publication of the same title by others, or an edition five years older; `preprint`: it also returns a preprint
 *   with its own DOI;
 * - `issue_doi`: the DOI in the venue is that of the whole issue;
 * - `crossref_only`: no other source has it; `not_in_unpaywall`; `undated`: Crossref has no date;
 * - `unlisted`: no source has it.
 */
export const oddities = [
  'comment',
  'namesake',
  'other_year',
  'preprint',
  'issue_doi',
  'crossref_only',
  'not_in_unpaywall',
  'undated',
  'unlisted',
] as const;
export type Oddity = (typeof oddities)[number];

export type Figures = Pick<Publication, 'year' | 'citations'>;

/** The current year of the sandbox. It is fixed, so that pages do not depend on the clock. */
export const presentYear = 2026;

/** The number of the first publication that is added while the sandbox runs. */
export const firstAddedNumber = 1_000_000;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * A row code of twelve characters. As at the real source, the same code on two profiles may mean different
 * publications.
 */
export function codeOf(key: string): string {
  const random = randomFrom(`code/${key}`);
  let code = '';
  for (let at = 0; at < 11; at += 1) code += alphabet[Math.floor(random() * 64)];
  return `${code}C`;
}

/** The id of a cluster of versions: up to twenty digits, the same on all profiles. */
export function clusterOf(key: string): string {
  const random = randomFrom(`cluster/${key}`);
  const high = BigInt(Math.floor(random() * 0xffffffff) + 1);
  return ((high << 32n) | BigInt(Math.floor(random() * 0xffffffff))).toString();
}
