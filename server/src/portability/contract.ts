import Type from 'typebox';
import { NullableInteger, NullableString, NullableTime, strict, Time } from '../platform/http/shapes.ts';

export const SCHEMA_VERSION = 1;
/** Of one file: a million publications are some 700 MB. */
export const MOST_BYTES = 2 * 1024 ** 3;
export const MOST_WARNINGS = 100;

/** The ids of a URL; longer addresses do not get here. */
export const ExportQuery = strict({ ids: Type.Optional(Type.String()) });
export const ImportQuery = strict({ dry_run: Type.Optional(Type.Boolean({ default: false })) });

const ScholarRecord = Type.Object({
  scholar_id: Type.String(),
  display_name: NullableString,
  is_enabled: Type.Boolean(),
  profile_image_override_url: NullableString,
});

const PublicationRecord = Type.Object({
  scholar_id: NullableString,
  cluster_id: NullableString,
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
  scholars: Type.Array(ScholarRecord),
  publications: Type.Array(PublicationRecord),
});

/** What is read of a file; it may also be the whole answer of the export, with this as its `data`. */
export const ImportBody = Type.Object({
  schema_version: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  scholars: Type.Array(
    Type.Object({
      scholar_id: Type.String(),
      display_name: Type.Optional(NullableString),
      is_enabled: Type.Optional(Type.Boolean()),
      profile_image_override_url: Type.Optional(NullableString),
    }),
  ),
  publications: Type.Array(
    Type.Object({
      scholar_id: Type.Optional(NullableString),
      cluster_id: Type.Optional(NullableString),
      title: Type.String(),
      year: Type.Optional(NullableInteger),
      citation_count: Type.Optional(NullableInteger),
      author_text: Type.Optional(NullableString),
      venue_text: Type.Optional(NullableString),
      pub_url: Type.Optional(NullableString),
      doi: Type.Optional(NullableString),
      pdf_url: Type.Optional(NullableString),
      identifiers: Type.Optional(Type.Array(Type.Object({ kind: Type.String(), value: Type.String() }))),
      is_read: Type.Optional(Type.Boolean()),
      is_favorite: Type.Optional(Type.Boolean()),
      first_seen_at: Type.Optional(NullableTime),
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
