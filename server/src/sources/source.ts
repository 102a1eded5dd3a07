/** The source of profiles, as tables name it. */
export const GOOGLE_SCHOLAR = 'google_scholar';
/** Its photos: what refuses them starts a pause of theirs, and none of the profiles'. */
export const GOOGLE_SCHOLAR_PHOTOS = 'google_scholar_photos';
/** Its search for people by name, which has needed a sign-in since May 2025: that refuses profiles to nobody, so its pauses are its own, too. */
export const GOOGLE_SCHOLAR_SEARCH = 'google_scholar_search';
export type GoogleScholarSide = typeof GOOGLE_SCHOLAR_PHOTOS | typeof GOOGLE_SCHOLAR_SEARCH;

/**
 * What a source answered: a value, never an exception.
 * `found` it, it is `absent`, we are `blocked`, its form has `changed`, or it was `unreachable`. `reason` is a stable snake_case word
 * that an operator can search for.
 */
export type SourceAnswer<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent'; readonly reason: string }
  | { readonly kind: 'blocked'; readonly reason: string; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'changed'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string; readonly retryAfterSeconds: number | null };
