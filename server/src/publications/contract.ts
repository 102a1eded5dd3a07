import Type, { type Static } from 'typebox';
import { exampleItem, INTERESTS, Item, shownIdentifier } from '../library/contract.ts';
import { STAGES } from '../platform/database/column-values.ts';
import {
  example,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  nullableObject,
  oneOf,
  oneOfOrNull,
  Time,
} from '../platform/http/shapes.ts';
import { AUTHOR_SOURCES } from '../sources/author-list.ts';
import { NATURES, NOTICE_SOURCES } from '../sources/notice.ts';

/**
 * Everything about one publication in the library. `first_listed_at` is null if only the user's import says that the
 * scholar wrote it.
 */
export const Detail = named(
  'PublicationDetail',
  example(
    Type.Object({
      ...Item.properties,
      scholars: Type.Array(
        Type.Object({
          scholar_profile_id: Type.Integer(),
          label: Type.String(),
          first_listed_at: NullableTime,
          /** the profiles of the scholar; `first_listed_at` is null if the profile does not list the publication */
          profiles: Type.Array(
            Type.Object({
              source: oneOf(AUTHOR_SOURCES),
              id: Type.String(),
              first_listed_at: NullableTime,
              /** null: the profile was never crawled */
              crawled_at: NullableTime,
            }),
          ),
        }),
      ),
      first_seen_run: nullableObject({
        id: Type.Integer(),
        trigger_type: oneOf(['manual', 'scheduled']),
        status: oneOf(['running', 'resolving', 'success', 'partial_failure', 'failed', 'canceled']),
        start_dt: Time,
        end_dt: NullableTime,
      }),
      identifiers: Type.Array(
        Type.Object({
          ...shownIdentifier,
          source: Type.String(),
          is_contradicted: Type.Boolean(),
          evidence_url: NullableString,
        }),
      ),
      /** the user's rules of which a tag or mark is left, ordered by name */
      rules: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          /** names of tags */
          tags: Type.Array(Type.String()),
          marked_read: Type.Boolean(),
          marked_favorite: Type.Boolean(),
          acted_at: Time,
        }),
      ),
      /** what was published about it after it appeared, the latest first */
      notices: Type.Array(
        Type.Object({
          nature: oneOf(NATURES),
          /** `2020-06-05` */
          noticed_on: NullableString,
          /** in the words of the source */
          reasons: Type.Array(Type.String()),
          source: oneOf(NOTICE_SOURCES),
          doi: Type.String({ description: 'Of the paper: a preprint and its article have different ones.' }),
          /** the notice itself; null if it has no page other than that of the paper */
          url: NullableString,
        }),
      ),
      /** the published version first */
      versions: Type.Array(
        Type.Object({
          stage: oneOf(STAGES),
          venue: NullableString,
          published_on: { ...NullableString, description: '`2020-06-05`, `2020-06` or `2020`.' },
          version_number: { ...NullableInteger, description: 'How often a preprint was posted.' },
          url: NullableString,
          source: Type.String({ description: 'Whose record says so.' }),
        }),
      ),
      notice_acknowledged: Type.Boolean({ description: 'You said that you know what `notice` says.' }),
      retracted_references: Type.Array(Type.Object({ doi: Type.String(), url: Type.String() }), {
        description: 'Retracted or withdrawn papers that it cites, according to Crossref.',
      }),
      cited_favorites: Type.Array(Type.Object({ publication_id: Type.Integer(), title: Type.String() }), {
        description: 'Your favorites that it cites, the most cited first; at most 20.',
      }),
      cited_favorite_count: Type.Integer(),
      citing_count: Type.Integer({ description: 'How many publications of your library cite it.' }),
      /** whether the user wants to read more, or less, like it */
      added_at: Type.Unsafe<Date | null>({ ...NullableTime, description: 'When you added it without a scholar.' }),
      interest: oneOfOrNull(INTERESTS),
      /** plain text; a line break separates paragraphs */
      abstract: NullableString,
      abstract_source: NullableString,
      authors: Type.Array(
        Type.Object({
          /** from 1 */
          position: Type.Integer(),
          name: Type.String(),
          orcid: NullableString,
          openalex_id: NullableString,
        }),
      ),
      authors_source: NullableString,
      /** false: the list of authors is incomplete */
      has_all_authors: Type.Boolean(),
      pdf_candidates: Type.Array(
        Type.Object({
          url: Type.String(),
          source: Type.String(),
          version: NullableString,
          license: NullableString,
          host: NullableString,
          is_chosen: Type.Boolean(),
          /** why it is not the PDF; null: it is */
          reason: NullableString,
          detail: NullableString,
        }),
      ),
      /**
       * `key` is null for an import of the user, and for a record that named an identifier; `url` is the page of the
       * record
       */
      sources: Type.Array(Type.Object({ source: Type.String(), key: NullableString, url: NullableString })),
    }),
    {
      ...exampleItem,
      scholars: [
        {
          scholar_profile_id: 3,
          label: 'Ada Loopback',
          first_listed_at: exampleItem.first_seen_at,
          profiles: [
            {
              source: 'google_scholar',
              id: 'AbCdEfGh_-12',
              first_listed_at: null,
              crawled_at: exampleItem.first_seen_at,
            },
            {
              source: 'openalex',
              id: 'A5023888391',
              first_listed_at: exampleItem.first_seen_at,
              crawled_at: exampleItem.first_seen_at,
            },
          ],
        },
      ],
      first_seen_run: {
        id: 18,
        trigger_type: 'scheduled',
        status: 'success',
        start_dt: new Date('2026-11-21T09:59:40Z'),
        end_dt: new Date('2026-11-21T10:04:12Z'),
      },
      identifiers: [
        {
          kind: 'doi',
          value: '10.1000/xyz',
          label: 'DOI: 10.1000/xyz',
          url: 'https://doi.org/10.1000/xyz',
          confidence_score: 0.98,
          source: 'crossref',
          is_contradicted: false,
          evidence_url: 'https://api.crossref.org/works/10.1000%2Fxyz',
        },
      ],
      abstract: 'We study sediment in two lakes.',
      abstract_source: 'crossref',
      rules: [
        {
          id: 4,
          name: 'Tidal basins',
          tags: ['sediment transport'],
          marked_read: false,
          marked_favorite: false,
          acted_at: exampleItem.first_seen_at,
        },
      ],
      added_at: null,
      interest: null,
      notices: [
        {
          nature: 'correction',
          noticed_on: '2026-11-20',
          reasons: ['Error in Figure'],
          source: 'retraction_watch',
          doi: '10.1000/xyz',
          url: 'https://doi.org/10.1000/xyz.1',
        },
      ],
      versions: [
        {
          stage: 'published',
          venue: 'Journal of Coastal Research',
          published_on: '2026-03-02',
          version_number: null,
          url: 'https://doi.org/10.1000/xyz',
          source: 'crossref',
        },
        {
          stage: 'preprint',
          venue: 'arXiv',
          published_on: '2025-11-14',
          version_number: 2,
          url: 'https://arxiv.org/abs/2506.01234',
          source: 'arxiv',
        },
      ],
      notice_acknowledged: false,
      retracted_references: [],
      cited_favorites: [{ publication_id: 17, title: 'Grain size and the age of sediment' }],
      cited_favorite_count: 1,
      citing_count: 2,
      authors: [
        { position: 1, name: 'Ada Loopback', orcid: '0000-0002-1825-0097', openalex_id: 'A5023888391' },
        { position: 2, name: 'Bo Mirror', orcid: null, openalex_id: 'A5011112222' },
      ],
      authors_source: 'openalex',
      has_all_authors: true,
      pdf_candidates: [
        {
          url: 'https://files.example/sediment.pdf',
          source: 'unpaywall',
          version: 'accepted',
          license: 'cc-by',
          host: 'repository',
          is_chosen: true,
          reason: null,
          detail: null,
        },
        {
          url: 'https://publisher.example/sediment.pdf',
          source: 'openalex',
          version: 'published',
          license: null,
          host: 'publisher',
          is_chosen: false,
          reason: 'forbidden',
          detail: 'publisher.example answered 403.',
        },
      ],
      sources: [
        { source: 'google_scholar', key: 'AbCdEfGh_-12:u5HHmVD_uO8C', url: exampleItem.pub_url },
        { source: 'crossref', key: null, url: 'https://api.crossref.org/works/10.1000%2Fxyz' },
      ],
    },
  ),
);
export type Detail = Static<typeof Detail>;
