import Type from 'typebox';
import {
  example,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  oneOf,
  strict,
} from '../platform/http/shapes.ts';
import { AUTHOR_SOURCES } from '../sources/author-list.ts';
import { STATES } from './name-search.ts';

export const SearchQuery = strict({
  query: Type.String({ minLength: 2, maxLength: 200, description: 'The name, or the beginning of each of its words.' }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 25, default: 10, description: 'How many candidates are listed at most.' }),
  ),
});

export const Candidate = named(
  'Candidate',
  Type.Object({
    scholar_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The id at Google Scholar, which `POST /scholars` takes. Null only in `people`.',
    }),
    display_name: Type.String(),
    affiliation: NullableString,
    email_domain: NullableString,
    cited_by_count: NullableInteger,
    interests: Type.Array(Type.String()),
    profile_url: NullableString,
    /** the service's own copy, for tracked scholars only, because a browser sends no requests to sources */
    profile_image_url: NullableString,
    orcid: NullableString,
    ids: Type.Array(Type.Object({ source: oneOf(AUTHOR_SOURCES), id: Type.String() }), {
      description:
        'The known ids of the person: those that the sources of the search gave, those that known profiles name, and the confirmed profiles of your scholar.',
    }),
    source: oneOf(['google_scholar', 'openalex']),
    /** the scholar of the user with one of the person's ids */
    tracked_scholar_profile_id: NullableInteger,
  }),
);

export const Search = named(
  'NameSearch',
  example(
    Type.Object({
      query: Type.String(),
      state: oneOf(STATES),
      state_reason: NullableString,
      action_hint: NullableString,
      /** They have a Google Scholar id. */
      candidates: Type.Array(Candidate),
      /** Other sources know them. `POST /scholars` takes their `profile_url` or `orcid`. */
      people: Type.Array(Candidate),
      warnings: Type.Array(Type.String()),
      /** when the sources responded; null if no request was sent */
      asked_at: NullableTime,
      /** before this time the same search gives the same result */
      retry_at: NullableTime,
    }),
    {
      query: 'ada loopback',
      state: 'ok',
      state_reason: null,
      action_hint: null,
      candidates: [
        {
          scholar_id: 'AbCdEfGh_-12',
          display_name: 'Ada Loopback',
          affiliation: 'University of Loops',
          email_domain: 'loops.example',
          cited_by_count: 1204,
          interests: ['graphs', 'loops'],
          profile_url: 'https://scholar.google.com/citations?user=AbCdEfGh_-12',
          profile_image_url: null,
          orcid: '0000-0002-1694-233X',
          ids: [
            { source: 'google_scholar', id: 'AbCdEfGh_-12' },
            { source: 'orcid', id: '0000-0002-1694-233X' },
          ],
          source: 'google_scholar',
          tracked_scholar_profile_id: null,
        },
      ],
      people: [
        {
          scholar_id: null,
          display_name: 'A. Loopback',
          affiliation: 'Loop Institute',
          email_domain: null,
          cited_by_count: 12,
          interests: [],
          profile_url: 'https://openalex.org/A5023888391',
          profile_image_url: null,
          orcid: '0000-0002-1825-0097',
          ids: [
            { source: 'openalex', id: 'A5023888391' },
            { source: 'orcid', id: '0000-0002-1825-0097' },
          ],
          source: 'openalex',
          tracked_scholar_profile_id: null,
        },
      ],
      warnings: [],
      asked_at: new Date('2026-11-21T10:00:00Z'),
      retry_at: null,
    },
  ),
);
