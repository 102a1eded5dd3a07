import Type from 'typebox';
import { NullableInteger, NullableString, NullableTime, oneOf, strict } from '../platform/http/shapes.ts';
import { STATES } from './name-search.ts';

export const SearchQuery = strict({
  query: Type.String({ minLength: 2, maxLength: 200 }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 25, default: 10 })),
});

export const Candidate = Type.Object({
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
  /** the service's own copy, of scholars that the user tracks; a reader's browser asks no source */
  profile_image_url: NullableString,
  orcid: NullableString,
  source: oneOf(['google_scholar', 'openalex']),
  /** the user's own scholar with this profile */
  tracked_scholar_profile_id: NullableInteger,
});

export const Search = Type.Object({
  query: Type.String(),
  state: oneOf(STATES),
  state_reason: NullableString,
  action_hint: NullableString,
  /** with a Google Scholar id, so that they can be tracked */
  candidates: Type.Array(Candidate),
  /** known elsewhere alone; ORCID or their own page may lead to a profile */
  people: Type.Array(Candidate),
  warnings: Type.Array(Type.String()),
  /** when the sources answered; null: none was asked */
  asked_at: NullableTime,
  /** before then the same search is not worth asking again */
  retry_at: NullableTime,
});
