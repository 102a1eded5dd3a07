/* What the model of a library (library-model.ts) knows of each user. */

/** Who set a mark or tag: the user (null), or rules. */
export type Origin = ReadonlySet<number> | null;
/** The favorite mark among the tags of an entry. */
export const STAR = '★';

export interface Entry {
  /** its first number, by which feeds name it */
  number: number;
  firstSeen: string;
  isRead: boolean;
  /** tags, and STAR */
  marks: Map<string, Origin>;
  scholars: Set<number>;
  firstScholar: number | null;
  isShown: boolean;
}

/** A profile of a scholar: up to which listing the user has entries, and whether the first crawl has finished. */
export interface Link {
  processed: number;
  isBaseline: boolean;
}
export interface Listing {
  readonly profile: string;
  /** the publication that the record matched, not its canonical one */
  readonly publication: string;
  /** the user whose import says so; null: the profile itself */
  readonly owner: number | null;
  number: number;
  isEnded: boolean;
}
export interface Merge {
  readonly job: number | null;
  readonly merged: string;
  readonly target: string;
  readonly at: number;
  isUndone: boolean;
}
export interface Rule {
  readonly id: number;
  marks: string[];
  readonly marksRead: boolean;
}
export interface Effect {
  readonly rule: number;
  readonly publication: string;
  markedRead: boolean;
}
export interface Batch {
  readonly number: number;
  readonly publications: ReadonlySet<string>;
  readonly at: number;
}
/** An item of an imported file. `profile` is null for a favorite without a scholar. */
export interface ImportedItem {
  readonly topic: number;
  readonly profile: string | null;
  readonly isRead: boolean;
  readonly isFavorite: boolean;
  readonly tag: string | null;
  readonly firstSeen: string;
}

export class ModelUser {
  readonly id: number;
  lastNumber = 0;
  lastRead = 0;
  readonly entries = new Map<string, Entry>();
  readonly scholars = new Map<number, Map<string, Link>>();
  readonly joins: { readonly into: number; readonly joined: number; readonly profiles: readonly string[] }[] = [];
  rejected: { readonly profile: string; readonly publication: string }[] = [];
  readonly tags = new Set<string>();
  readonly rules: Rule[] = [];
  effects: Effect[] = [];
  batches: Batch[] = [];

  constructor(id: number) {
    this.id = id;
  }

  scholarOf(profile: string): number | undefined {
    return [...this.scholars].find(([, links]) => links.has(profile))?.[0];
  }
}

/** Adds a tag or STAR to an entry. What the user set stays the user's. */
export function addMark(marks: Map<string, Origin>, mark: string, origin: Origin): void {
  const before = marks.get(mark);
  if (before === null) return;
  marks.set(mark, origin === null ? null : new Set([...(before ?? []), ...origin]));
}
