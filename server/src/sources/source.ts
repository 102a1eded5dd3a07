/** The source of profiles, as tables name it. */
export const GOOGLE_SCHOLAR = 'google_scholar';
/** Its photos: what refuses them starts a cooldown of theirs, and none of the profiles'. */
export const GOOGLE_SCHOLAR_PHOTOS = 'google_scholar_photos';
/** Its search for people by name, which has needed a sign-in since May 2025: that refuses profiles to nobody, so its cooldowns are its own, too. */
export const GOOGLE_SCHOLAR_SEARCH = 'google_scholar_search';

/** Why nobody sends a request to a source at present. */
export type CooldownReason = 'blocked_failure_threshold_exceeded' | 'network_failure_threshold_exceeded';

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
