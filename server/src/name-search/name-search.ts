import type { FoundPeople, FoundPerson } from '../sources/person.ts';

export const STATES = [
  'ok',
  'no_results',
  'blocked_or_captcha',
  'layout_changed',
  'network_error',
  'rate_limited',
] as const;
export type SearchState = (typeof STATES)[number];

/** Why no request is sent to a source at present. */
export type UnavailableReason =
  | 'switched_off'
  /** a cooldown of the whole source */
  | 'cooldown'
  /** a cooldown of the name search alone, after a refusal */
  | 'search_refused'
  /** a cooldown of the name search alone, after failed requests */
  | 'search_failing'
  /** the next request slot is too far away */
  | 'busy'
  /** another name was searched for shortly before */
  | 'too_soon'
  | 'budget_spent'
  /** the user's own key was used too often */
  | 'key_paused';

/** The result of one source, or why there is none. */
export type Outcome =
  | ({
      readonly kind: 'found';
      /** the number of ORCID records that could not be read */
      readonly unreadRecords?: number;
    } & FoundPeople)
  | {
      readonly kind: 'failed';
      readonly state: 'blocked_or_captcha' | 'layout_changed' | 'network_error';
      readonly reason: string;
    }
  | {
      readonly kind: 'unavailable';
      readonly reason: UnavailableReason;
      readonly until: Date | null;
      /** only the user's own key is affected, so other users' searches may succeed */
      readonly isOwn?: boolean;
    };

/** The result of a search, which is the same for all users. */
export interface KeptSearch {
  readonly state: SearchState;
  readonly reason: string | null;
  readonly hint: string | null;
  readonly people: readonly FoundPerson[];
  readonly warnings: readonly string[];
  /** ISO 8601 */
  readonly retryAt: string | null;
}

/**
 * The name to search for, and the key of its result. Names that differ only in spaces, case and invisible characters
 * have the same key.
 */
export function readName(query: string): { text: string; key: string } | null {
  const text = foldBlanks(query.toWellFormed().replace(/\p{Cc}/gu, ' '));
  const key = foldBlanks(text.normalize('NFC').replace(/\p{Cf}/gu, '')).toLowerCase();
  return [...key].length >= 2 && /\p{L}/u.test(key) ? { text, key } : null;
}

function foldBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
