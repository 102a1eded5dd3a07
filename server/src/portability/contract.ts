import Type, { type TProperties } from 'typebox';
import { NullableInteger, NullableString, NullableTime, strict, Time } from '../platform/http/shapes.ts';

export const SCHEMA_VERSION = 1;
/** Of one file. A million publications take some 700 MB. */
export const MOST_BYTES = 2 * 1024 ** 3;
export const MAX_WARNINGS = 100;

export const ExportQuery = strict({ ids: Type.Optional(Type.String()) });
export const ImportQuery = strict({ dry_run: Type.Optional(Type.Boolean({ default: false })) });

const ScholarItem = Type.Object({
  scholar_id: Type.String(),
  display_name: NullableString,
  is_enabled: Type.Boolean(),
  profile_image_override_url: NullableString,
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
  venue_text: NullableString,
  pub_url: NullableString,
  doi: NullableString,
  pdf_url: NullableString,
  identifiers: Type.Array(Type.Object({ kind: Type.String(), value: Type.String() })),
  is_read: Type.Boolean(),
  is_favorite: Type.Boolean(),
  first_seen_at: Time,
});

export const Library = Type.Object({
  schema_version: Type.Integer(),
  exported_at: Time,
  scholars: Type.Array(ScholarItem),
  publications: Type.Array(PublicationItem),
});
const optional = (properties: TProperties) => Type.Partial(Type.Object(properties)).properties;

/** What an import reads. It may also be a whole response of the export, with this as its `data`. */
export const ImportBody = Type.Object({
  schema_version: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  scholars: Type.Array(Type.Object({ ...optional(ScholarItem.properties), scholar_id: Type.String() })),
  publications: Type.Array(
    Type.Object({
      ...optional({ ...PublicationItem.properties, citation_count: NullableInteger, first_seen_at: NullableTime }),
      title: Type.String(),
    }),
  ),
});

export const ImportAnswer = Type.Object({
  scholars_created: Type.Integer(),
  scholars_updated: Type.Integer(),
  publications_created: Type.Integer(),
  publications_updated: Type.Integer(),
  links_created: Type.Integer(),
  links_updated: Type.Integer(),
  skipped_records: Type.Integer(),
  warnings: Type.Array(Type.String()),
});
