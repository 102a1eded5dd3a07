import Type, { type Static } from 'typebox';
import {
  example,
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  nullableObject,
  oneOf,
  strict,
} from '../platform/http/shapes.ts';

export const MAX_SYNCS = 20;
export const MAX_NAME_LENGTH = 80;
/** What can be kept in a collection. */
export const SYNC_SCOPES = ['favorites', 'scholar', 'view', 'tag'] as const;

const Library = Type.Object({
  /** `users/` or `groups/` and a number */
  id: Type.String(),
  name: Type.String(),
  can_write: Type.Boolean(),
});
export type Library = Static<typeof Library>;

/** What a push did, or would do, with the publications of the list. */
const counts = {
  total: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  /** changed by the person in Zotero, and therefore not written */
  kept: Type.Integer(),
  /** deleted by the person in Zotero, and therefore not added again */
  deleted: Type.Integer(),
  /** refused by Zotero */
  failed: Type.Integer(),
  /** why the push ended early, or why Zotero refused an item */
  problem: NullableString,
};
export type Result = Static<ReturnType<typeof Type.Object<typeof counts>>>;

export const Sync = named(
  'ZoteroSync',
  Type.Object({
    id: Type.Integer(),
    /** of the collection */
    name: Type.String(),
    scope: oneOf(SYNC_SCOPES),
    scholar_profile_id: NullableInteger,
    view_id: NullableInteger,
    tag_id: NullableInteger,
    library: Type.String(),
    /** `stopped`: it is pushed again when you want it */
    state: oneOf(['new', 'pushing', 'waiting', 'stopped']),
    /** of the latest push, or so far of the one that is running */
    result: nullableObject(counts),
    pushed_at: NullableTime,
    next_push_at: NullableTime,
  }),
);
export type Sync = Static<typeof Sync>;

const none = { unchanged: 0, kept: 0, deleted: 0, failed: 0, problem: null };
const exampleSync: Sync = {
  ...{ id: 2, name: 'Favorites', scope: 'favorites', scholar_profile_id: null, view_id: null, tag_id: null },
  ...{ library: 'users/475425', state: 'waiting', result: { ...none, total: 12, added: 12, changed: 0 } },
  pushed_at: new Date('2026-11-25T10:00:00.000Z'),
  next_push_at: new Date('2026-11-26T10:00:00.000Z'),
};

export const Zotero = named(
  'Zotero',
  example(
    Type.Object({
      /** false: the operator has switched Zotero off */
      is_enabled: Type.Boolean(),
      /** what the key reaches; null: there is no key */
      account: nullableObject({ user_name: Type.String(), libraries: Type.Array(Library) }),
      syncs: Type.Array(Sync),
    }),
    {
      is_enabled: true,
      account: { user_name: 'ada', libraries: [{ id: 'users/475425', name: 'My library', can_write: true }] },
      syncs: [exampleSync],
    },
  ),
);

export const KeyBody = example(strict({ api_key: Type.String({ pattern: '^[A-Za-z0-9]{8,64}$' }) }), {
  api_key: 'P9NiFoyLeZu2bZNvvuQPDWsd',
});

export const NewSync = named(
  'NewZoteroSync',
  example(
    strict({
      library: Type.String({ maxLength: 40 }),
      scope: oneOf(SYNC_SCOPES),
      /** only with the scope `scholar` */
      scholar_profile_id: Type.Optional(Id),
      /** only with the scope `view` */
      view_id: Type.Optional(Id),
      /** only with the scope `tag` */
      tag_id: Type.Optional(Id),
    }),
    { library: 'users/475425', scope: 'favorites' },
  ),
);
export type NewSync = Static<typeof NewSync>;

export const OneSync = example(Sync, exampleSync);
export const PushQuery = strict({
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Writes nothing, and says what a push would do.' }),
  ),
});
export const Pushed = example(Type.Object({ sync: Sync, preview: nullableObject(counts) }), {
  sync: exampleSync,
  preview: { ...none, total: 12, added: 0, changed: 1, unchanged: 11 },
});
export const ImportFrom = example(strict({ library: Type.String({ maxLength: 40 }) }), { library: 'users/475425' });
