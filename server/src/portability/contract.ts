import Type, { type Static, type TProperties } from 'typebox';
import { INTERESTS, TAG_COLORS } from '../library/contract.ts';
import { KINDS } from '../names/kinds.ts';
import {
  example,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  nullableObject,
  oneOf,
  oneOfOrNull,
  strict,
  Time,
} from '../platform/http/shapes.ts';
import { PARTS } from '../reading-order/parts.ts';
import { AUTHOR_SOURCES } from '../sources/author-list.ts';
import { exampleView, View, ViewParameters } from '../views/contract.ts';

export const SCHEMA_VERSION = 1;
export const MAX_WARNINGS = 100;

export const ExportQuery = strict({
  ids: Type.Optional(Type.String({ description: 'Only these scholars: their ids, separated by commas.' })),
});
export const ImportQuery = strict({
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Changes nothing, and reports what an import would do.' }),
  ),
  mark_read: Type.Optional(
    Type.Boolean({ default: false, description: 'All publications of the file count as read.' }),
  ),
});

const DECISIONS = ['confirmed', 'rejected'] as const;

const ProfileItem = Type.Object({
  source: oneOf(AUTHOR_SOURCES),
  id: Type.String(),
  /** confirmed: the scholar's publications come from this profile, too */
  state: oneOf(DECISIONS),
  /** the user's own decision; null: the profile was confirmed by evidence, or by joining two scholars */
  decision: oneOfOrNull(DECISIONS),
});

const ScholarItem = Type.Object({
  scholar_id: Type.String(),
  display_name: NullableString,
  is_enabled: Type.Boolean(),
  profile_image_override_url: NullableString,
  /** without the one in `scholar_id` */
  profiles: Type.Array(ProfileItem),
});

const ReadingParts = Type.Array(oneOf(PARTS), { uniqueItems: true });

const RuleItem = Type.Object({
  name: Type.String(),
  search: Type.String(),
  /** the names of tags to add */
  tags: Type.Array(Type.String()),
  mark_read: Type.Boolean(),
  mark_favorite: Type.Boolean(),
  is_enabled: Type.Boolean(),
});

const TagItem = Type.Object({ name: Type.String(), color: oneOf(TAG_COLORS) });

const NoteItem = Type.Object({ id: Type.String(), text: Type.String(), created_at: Time, updated_at: Time });

/** An author as an import may list them. A name has the given names first. */
const AuthorItem = Type.Object({
  name: Type.String(),
  family: Type.Optional(NullableString),
  suffix: Type.Optional(NullableString),
  is_organization: Type.Optional(Type.Boolean()),
});

const PublicationItem = Type.Object({
  scholar_id: NullableString,
  cluster_id: NullableString,
  row_keys: Type.Array(Type.String()),
  record_keys: Type.Array(Type.String()),
  fingerprint_sha256: NullableString,
  title: Type.String(),
  year: NullableInteger,
  citation_count: Type.Integer(),
  author_text: NullableString,
  /** the authors of `author_text` one by one, if the user imported them so */
  authors: Type.Union([Type.Array(AuthorItem), Type.Null()]),
  venue_text: NullableString,
  /** what the file said that the user imported */
  biblio: nullableObject({
    /** its kind */
    type: oneOfOrNull(KINDS),
    container: NullableString,
    publisher: NullableString,
    volume: NullableString,
    issue: NullableString,
    pages: NullableString,
    issn: NullableString,
    isbn: NullableString,
    /** beside authors */
    editors: Type.Array(AuthorItem),
  }),
  pub_url: NullableString,
  doi: NullableString,
  pdf_url: NullableString,
  identifiers: Type.Array(Type.Object({ kind: Type.String(), value: Type.String() })),
  is_read: Type.Boolean(),
  is_favorite: Type.Boolean(),
  /** the library has the publication without any scholar, because the user added it */
  is_added: Type.Boolean(),
  /** the user said that the publication is not by this scholar */
  is_rejected: Type.Boolean(),
  tags: Type.Array(TagItem),
  /** whether the user wants more or less like this publication in the reading order, and since when */
  interest: oneOfOrNull(INTERESTS),
  interest_at: NullableTime,
  /**
   * when the user marked the publication as read, alone or in a selection; null: not so, but for example with a whole
   * list
   */
  single_read_at: NullableTime,
  notes: Type.Array(NoteItem),
  first_seen_at: Time,
  /** null: the user has not cited it yet */
  cite_key: NullableString,
});

/** `parameters` are those of the view without `scholar_profile_id`, which is different after an import. */
const ViewItem = Type.Object({
  name: Type.String(),
  layout: View.properties.layout,
  /** the scholar of the view; null: all */
  scholar_id: NullableString,
  parameters: Type.Omit(ViewParameters, ['scholar_profile_id']),
});

const scholar: Static<typeof ScholarItem> = {
  scholar_id: 'AbCdEfGh_-12',
  display_name: 'Ada Loopback',
  is_enabled: true,
  profile_image_override_url: null,
  profiles: [{ source: 'openalex', id: 'A5023888391', state: 'confirmed', decision: 'confirmed' }],
};
const rule: Static<typeof RuleItem> = {
  name: 'Tidal basins',
  search: 'title:tidal',
  tags: ['sediment transport'],
  mark_read: true,
  mark_favorite: false,
  is_enabled: true,
};
const publication: Static<typeof PublicationItem> = {
  scholar_id: scholar.scholar_id,
  cluster_id: 'cluster:1234567890123456789',
  row_keys: ['AbCdEfGh_-12:u5HHmVD_uO8C'],
  record_keys: [],
  fingerprint_sha256: null,
  title: 'Sediment transport in shallow tidal basins',
  year: 2026,
  citation_count: 4,
  author_text: 'A Loopback, K Berg',
  authors: null,
  venue_text: 'Journal of Coastal Research 12 (3), 1-20',
  biblio: null,
  pub_url: null,
  doi: '10.1000/xyz',
  pdf_url: null,
  identifiers: [{ kind: 'doi', value: '10.1000/xyz' }],
  is_read: true,
  is_favorite: false,
  is_added: false,
  is_rejected: false,
  tags: [{ name: 'sediment transport', color: 'teal' }],
  interest: 'more',
  interest_at: new Date('2026-11-21T11:00:00Z'),
  single_read_at: new Date('2026-11-21T11:00:00Z'),
  notes: [
    {
      id: '1c6f0a52-8f3d-4e0b-9d0c-0f8b1f6a7a11',
      text: 'Compare **table 3** with the tidal flats of 2019.',
      created_at: new Date('2026-11-21T10:00:00Z'),
      updated_at: new Date('2026-11-21T10:04:12Z'),
    },
  ],
  first_seen_at: new Date('2026-11-21T10:00:00Z'),
  cite_key: 'loopback2026sediment',
};

const view: Static<typeof ViewItem> = {
  name: exampleView.name,
  layout: exampleView.layout,
  scholar_id: null,
  parameters: exampleView.parameters,
};

export const Library = named(
  'LibraryExport',
  example(
    Type.Object({
      schema_version: Type.Integer(),
      exported_at: Time,
      /** the parts of the reading order that are on; null in an export of some scholars */
      reading_order_parts: Type.Union([ReadingParts, Type.Null()]),
      scholars: Type.Array(ScholarItem),
      /** in their order; none in the export of some scholars */
      views: Type.Array(ViewItem),
      /** empty in the export of some scholars */
      rules: Type.Array(RuleItem),
      publications: Type.Array(PublicationItem),
    }),
    {
      schema_version: 1,
      exported_at: new Date('2026-11-22T08:00:00Z'),
      reading_order_parts: [...PARTS],
      scholars: [scholar],
      views: [view],
      rules: [rule],
      publications: [publication],
    },
  ),
);

const optional = <T extends TProperties>(properties: T) => Type.Partial(Type.Object(properties)).properties;

/** What an import reads. It may also be a whole response of the export, with this as its `data`. */
export const ImportBody = named(
  'LibraryImport',
  example(
    Type.Object({
      schema_version: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      reading_order_parts: Type.Optional(Type.Union([ReadingParts, Type.Null()])),
      scholars: Type.Array(Type.Object({ ...optional(ScholarItem.properties), scholar_id: Type.String() })),
      views: Type.Optional(Type.Array(Type.Object({ ...optional(ViewItem.properties), name: Type.String() }))),
      rules: Type.Optional(
        Type.Array(Type.Object({ ...optional(RuleItem.properties), name: Type.String(), search: Type.String() })),
      ),
      publications: Type.Array(
        Type.Object({
          ...optional({ ...PublicationItem.properties, citation_count: NullableInteger, first_seen_at: NullableTime }),
          title: Type.String(),
        }),
      ),
    }),
    {
      schema_version: 1,
      scholars: [{ scholar_id: scholar.scholar_id }],
      rules: [{ name: rule.name, search: rule.search, mark_read: true }],
      publications: [{ scholar_id: scholar.scholar_id, title: publication.title, year: 2026, is_read: true }],
    },
  ),
);

/** The citations that an import takes besides an export of a library. */
export const CITATION_FILES = {
  'application/x-bibtex':
    '@article{loopback2026, title = {Sediment transport}, author = {Loopback, Ada}, year = {2026}}',
  'application/x-research-info-systems':
    'TY  - JOUR\r\nTI  - Sediment transport\r\nAU  - Loopback, Ada\r\nPY  - 2026\r\nER  - \r\n',
  'application/vnd.citationstyles.csl+json': [
    { id: 'loopback2026', title: 'Sediment transport', author: [{ family: 'Loopback', given: 'Ada' }] },
  ],
  'application/octet-stream': '@book{loopback2025, title = {Tidal basins}}',
};

export const ImportResponse = named(
  'ImportResult',
  example(
    Type.Object({
      scholars_created: Type.Integer(),
      scholars_updated: Type.Integer(),
      publications_created: Type.Integer(),
      /** always 0, because an import never changes existing publications */
      publications_updated: Type.Integer(),
      views_created: Type.Integer(),
      links_created: Type.Integer(),
      /** publications of the file that the library has already */
      links_known: Type.Integer(),
      links_updated: Type.Integer(),
      /** 1 if the import switches off parts of the reading order, else 0 */
      settings_updated: Type.Integer(),
      rules_created: Type.Integer(),
      skipped_records: Type.Integer(),
      warnings: Type.Array(Type.String()),
    }),
    {
      scholars_created: 1,
      scholars_updated: 0,
      publications_created: 1,
      publications_updated: 0,
      views_created: 1,
      links_created: 1,
      links_known: 0,
      links_updated: 0,
      settings_updated: 0,
      rules_created: 1,
      skipped_records: 0,
      warnings: [],
    },
  ),
);
export type ImportResult = Static<typeof ImportResponse>;
