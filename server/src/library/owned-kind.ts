import type { Queries } from '../platform/database/database.ts';

/** A kind of thing that users own and name. */
export interface OwnedKind {
  /** in messages and error codes */
  readonly noun: 'tag' | 'view' | 'rule' | 'feed' | 'channel';
  readonly table: 'stored_tags' | 'stored_views' | 'stored_rules' | 'feeds' | 'channels';
  /** how many a user can have */
  readonly maxCount: number;
  /** in characters */
  readonly maxNameLength: number;
}

/** A kind of which no two of a user have the same name, and whose deleted ones can be restored for a day. */
export interface KeptKind<Item = unknown> extends OwnedKind {
  readonly noun: 'tag' | 'view' | 'rule';
  readonly table: 'stored_tags' | 'stored_views' | 'stored_rules';
  /** The user's items that are not deleted; with an id, at least that one. */
  list(db: Queries, userId: number, id?: number): Promise<(Item & { readonly id: number })[]>;
}
