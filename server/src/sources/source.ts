/** The source of profiles, as tables name it. */
export const GOOGLE_SCHOLAR = 'google_scholar';

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
