import { randomFrom } from './random.ts';

/** One paper. Lists of authors are complete here; the pages show them cut, as the real ones do. */
export interface Work {
  /** The scholar whose work it is and its number there; another scholar's page may list it too. */
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
  /** How its free copy is kept; drawn without it. */
  readonly copy?: CopyKind;
  /** In what the other sources know it otherwise than one would think; drawn without it, null for in nothing. */
  readonly oddity?: Oddity | null;
}

/**
 * Where a reader who may not pay ends up:
 * - `direct`: at the publisher's PDF; `padded`: the same with blank lines before it; `redirect`: the same, one redirect further;
 * - `html`: the link to the PDF shows a page, the landing page names the right link;
 * - `repository`: a repository has a copy that Unpaywall alone knows; `challenge`: the same, known to all, and the publisher asks for a browser;
 * - `dead`: the link is dead; `europepmc`: Europe PMC alone has a copy; `closed`: nowhere.
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
 * - `comment`, `namesake`, `other_year`: a search for the title first offers a comment on the work, a work of the same title by others, or an
 *   edition five years older; `preprint`: it offers a preprint with a DOI of its own as well;
 * - `issue_doi`: the DOI in the venue is the whole issue's;
 * - `crossref_only`: no other source has heard of it; `not_in_unpaywall`; `undated`: Crossref knows no date;
 * - `unlisted`: no source knows it at all.
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

export type Figures = Pick<Work, 'year' | 'citations'>;

/** The year in which the sandbox's present lies, so that its pages do not depend on the clock. */
export const presentYear = 2026;

/** Works added while the sandbox runs are numbered from here on. */
export const firstAddedNumber = 1_000_000;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A row code of twelve characters. As at the real source the same code occurs on many pages, for other works. */
export function codeOf(key: string): string {
  const random = randomFrom(`code/${key}`);
  let code = '';
  for (let at = 0; at < 11; at += 1) code += alphabet[Math.floor(random() * 64)];
  return `${code}C`;
}

/** The id of the group of versions that citations are counted for: up to twenty digits, one for all pages. */
export function clusterOf(key: string): string {
  const random = randomFrom(`cluster/${key}`);
  const high = BigInt(Math.floor(random() * 0xffffffff) + 1);
  return ((high << 32n) | BigInt(Math.floor(random() * 0xffffffff))).toString();
}
