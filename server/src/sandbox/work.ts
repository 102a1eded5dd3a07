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
}

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
