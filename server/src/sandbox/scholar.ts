import type { Field } from './vocabulary/field.ts';
import type { Work } from './work.ts';

/** A scholar as callers see it. */
export interface SandboxScholar {
  readonly id: string;
  readonly name: string;
  readonly affiliation: string;
  readonly emailDomain: string | null;
  readonly interests: readonly string[];
  /** How many rows the profile has. */
  readonly works: number;
}

/** Works `first` to `first + count - 1` of scholar `id`, listed on another page as well. */
export interface Share {
  readonly id: string;
  readonly first?: number;
  readonly count: number;
}

export interface ScholarOptions {
  readonly name?: string;
  readonly affiliation?: string;
  readonly emailDomain?: string | null;
  readonly interests?: readonly string[];
  /** A field's name, such as `economics`. */
  readonly field?: string;
  readonly firstYear?: number;
  /** These count towards the number of works. They put the new name into those works' lists of authors. */
  readonly shares?: readonly Share[];
}

/** A range of works of this scholar that somebody else wrote with it. */
export interface CoAuthor {
  readonly name: string;
  readonly first: number;
  readonly count: number;
}

/** What the sandbox knows about a scholar. Works are written when somebody asks for them. */
export interface ScholarRecord extends SandboxScholar {
  readonly shortName: string;
  readonly field: Field;
  readonly firstYear: number;
  /** Works of its own, without the shared and the added ones. */
  readonly ownWorks: number;
  readonly shares: readonly Required<Share>[];
  readonly coAuthors: readonly CoAuthor[];
  /** In the order in which they were added. */
  readonly added: readonly Work[];
  /** So many of its own works, the first written, are not on the profile. */
  readonly hidden: number;
  /** Grows with each change, so that nothing stale is served. */
  readonly version: number;
}

/** "Þórður Már Sigurðsson" as the rows show it: "ÞM Sigurðsson"; names in other scripts stay as they are. */
export function shortenName(name: string): string {
  const parts = name.split(' ');
  const family = parts.at(-1) ?? name;
  if (parts.length === 1 || !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(name)) return name;
  const initials = parts.slice(0, -1).map((part) => Array.from(part)[0] ?? '');
  return `${initials.join('')} ${family}`;
}
