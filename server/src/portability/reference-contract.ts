import Type, { type Static } from 'typebox';
import { example, NullableInteger, NullableString, named, oneOf, strict } from '../platform/http/shapes.ts';

const MAX_REFERENCES = 100;

const Reference = Type.String({
  minLength: 1,
  maxLength: 2000,
  pattern: String.raw`\S`,
  description:
    'A DOI, an arXiv id, a PMID, a PMCID, an OpenAlex id, an ISBN, or the address of a page about the publication.',
});

export const ReferenceQuery = strict({
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Adds nothing, and returns what the references mean.' }),
  ),
});

/** One reference, or a list. */
export const ReferenceBody = example(
  strict({
    reference: Type.Optional(Reference),
    references: Type.Optional(Type.Array(Reference, { minItems: 1, maxItems: MAX_REFERENCES })),
  }),
  { reference: '10.1000/xyz' },
);

const Preview = Type.Object({
  title: Type.String(),
  author_text: NullableString,
  venue_text: NullableString,
  year: NullableInteger,
  doi: NullableString,
  pub_url: NullableString,
});

/**
 * known: you added it before; found: the same for `dry_run` as added; unavailable: a source that may know it did not
 * answer
 */
const STATUSES = ['added', 'known', 'found', 'not_found', 'unavailable'] as const;

export const ReferenceResult = Type.Object({
  reference: Type.String(),
  status: oneOf(STATUSES),
  /** the publication in your library */
  publication_id: NullableInteger,
  /** what the source says; null unless the reference names exactly one publication */
  publication: Type.Unsafe<Static<typeof Preview> | null>({ ...Preview, type: ['object', 'null'] }),
  /** what may be meant; add one by its DOI */
  candidates: Type.Array(Preview),
  /** a sentence for each source or page that does not know it */
  tried: Type.Array(Type.String()),
});

export type Preview = Static<typeof Preview>;
export type Result = Static<typeof ReferenceResult>;

const publication: Preview = {
  title: 'Sediment transport in shallow tidal basins',
  author_text: 'Ada Loopback, Karin Berg',
  venue_text: 'Journal of Coastal Research 12 (3), 1-20',
  year: 2026,
  doi: '10.1000/xyz',
  pub_url: 'https://doi.org/10.1000/xyz',
};

export const ReferenceResponse = named(
  'AddedReferences',
  example(Type.Object({ results: Type.Array(ReferenceResult) }), {
    results: [
      { reference: '10.1000/xyz', status: 'added', publication_id: 17, publication, candidates: [], tried: [] },
    ],
  }),
);

export const AddedResponse = named(
  'AddedPublication',
  example(
    Type.Object({
      publication_id: Type.Integer(),
      /** a scholar, a star, or what the user added accounts for it */
      is_in_library: Type.Boolean(),
    }),
    { publication_id: 17, is_in_library: false },
  ),
);
