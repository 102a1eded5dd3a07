import Type, { type Static } from 'typebox';
import {
  content,
  example,
  Id,
  NullableInteger,
  named,
  oneOf,
  strict,
  Time,
  withDefault,
} from '../platform/http/shapes.ts';

/** The number of public lists that a user can have. */
export const MAX_LISTS = 50;
export const MAX_NAME_LENGTH = 120;
const MAX_CHOICES = 500;
export const LIST_SCOPES = ['favorites', 'scholar', 'view', 'tag'] as const;

export const SLUG = '^[a-z0-9-]{3,60}$';
const Slug = Type.String({ pattern: SLUG });
const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });
const Year = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1000, maximum: 2999 });

const OPTIONS = {
  /** stands below the name; plain text */
  text: withDefault(Type.String({ maxLength: 1000 }), ''),
  /** of the years */
  order: withDefault(oneOf(['newest', 'oldest']), 'newest'),
  /** `published`: without preprints */
  kinds: withDefault(oneOf(['all', 'published', 'preprints']), 'all'),
  year_from: withDefault(Year, null),
  year_to: withDefault(Year, null),
  /** whether the names of the scholars whom you track are in bold */
  has_bold_names: withDefault(Type.Boolean(), true),
  /** whether search engines may list the page */
  is_indexed: withDefault(Type.Boolean(), true),
  /** whether the list has publications that only your own imports have */
  has_imported: withDefault(Type.Boolean(), false),
};
export const ListOptions = strict(OPTIONS);
export type ListOptions = Static<typeof ListOptions>;

const CHOICES = {
  /** publications that stand before the years, in this order */
  pinned_ids: withDefault(Type.Array(Id, { maxItems: MAX_CHOICES, uniqueItems: true }), []),
  /** publications that the list leaves out */
  hidden_ids: withDefault(Type.Array(Id, { maxItems: MAX_CHOICES, uniqueItems: true }), []),
};

const READ_OPTIONS = {
  text: Type.String(),
  order: oneOf(['newest', 'oldest']),
  kinds: oneOf(['all', 'published', 'preprints']),
  year_from: NullableInteger,
  year_to: NullableInteger,
  has_bold_names: Type.Boolean(),
  is_indexed: Type.Boolean(),
  has_imported: Type.Boolean(),
};

export const PublicList = named(
  'PublicList',
  Type.Object({
    id: Type.Integer(),
    slug: Type.String(),
    /** the page; with `.bib`, `.ris`, `.json`, `.atom` or `.js` at its end, the other formats */
    url: Type.String(),
    /** the heading of the page */
    name: Type.String(),
    scope: oneOf(LIST_SCOPES),
    scholar_profile_id: NullableInteger,
    view_id: NullableInteger,
    tag_id: NullableInteger,
    ...READ_OPTIONS,
    pinned_ids: Type.Array(Type.Integer()),
    hidden_ids: Type.Array(Type.Integer()),
    created_at: Time,
  }),
);
export type PublicList = Static<typeof PublicList>;

const exampleOptions = {
  text: 'Publications of the group since 2014.',
  order: 'newest',
  kinds: 'all',
  year_from: 2014,
  year_to: null,
  has_bold_names: true,
  is_indexed: true,
  has_imported: false,
  pinned_ids: [418],
  hidden_ids: [],
} as const;
const exampleList: PublicList = {
  id: 3,
  slug: 'slow-science',
  url: 'https://lectern.example/p/slow-science',
  name: 'Slow Science Lab',
  scope: 'view',
  scholar_profile_id: null,
  view_id: 7,
  tag_id: null,
  ...exampleOptions,
  pinned_ids: [418],
  hidden_ids: [],
  created_at: new Date('2026-11-25T10:00:00.000Z'),
};
export const OnePublicList = example(PublicList, exampleList);
export const PublicLists = example(
  Type.Object({
    /** false: `PUBLIC_LISTS` is 0, so no address works */
    is_enabled: Type.Boolean(),
    public_lists: Type.Array(PublicList),
  }),
  { is_enabled: true, public_lists: [exampleList] },
);

export const NewPublicList = named(
  'NewPublicList',
  example(
    strict({
      slug: Slug,
      scope: oneOf(LIST_SCOPES),
      /** only with the scope `scholar` */
      scholar_profile_id: Type.Optional(Id),
      /** only with the scope `view` */
      view_id: Type.Optional(Id),
      /** only with the scope `tag` */
      tag_id: Type.Optional(Id),
      /** the name of the scholar or the view by default */
      name: Type.Optional(Name),
      ...OPTIONS,
      ...CHOICES,
    }),
    { slug: 'slow-science', scope: 'view', view_id: 7, ...exampleOptions, pinned_ids: [418], hidden_ids: [] },
  ),
);
export type NewPublicList = Static<typeof NewPublicList>;

export const Preview = example(Type.Object({ html: Type.String() }), { html: '<!doctype html><title>Our lab</title>' });

export const PublicListChange = named(
  'PublicListChange',
  example(strict({ slug: Slug, name: Name, ...OPTIONS, ...CHOICES }), {
    slug: 'slow-science',
    name: 'Slow Science Lab',
    ...exampleOptions,
    pinned_ids: [418],
    hidden_ids: [],
  }),
);
export type PublicListChange = Static<typeof PublicListChange>;

export const AllPublicLists = example(
  Type.Object({
    is_enabled: Type.Boolean(),
    public_lists: Type.Array(
      Type.Object({
        id: Type.Integer(),
        url: Type.String(),
        name: Type.String(),
        user_id: Type.Integer(),
        email: Type.String(),
        created_at: Time,
      }),
    ),
  }),
  {
    is_enabled: true,
    public_lists: [
      {
        id: 3,
        url: exampleList.url,
        name: exampleList.name,
        user_id: 2,
        email: 'ada@lectern.example',
        created_at: exampleList.created_at,
      },
    ],
  },
);

/** Any text, because there is no list at an address that cannot be one. */
export const ListAddress = strict({ slug: Type.String() });
export const PaperAddress = strict({
  slug: Type.String(),
  key: Type.String({ description: 'The cite key of the paper.' }),
});

/** A public list in one of its formats. */
export function listIn(type: string, text: string) {
  const description = 'The public list in this format, or 304 if If-None-Match has its ETag.';
  return content(type, { isPolled: true, description, examples: [text] });
}
