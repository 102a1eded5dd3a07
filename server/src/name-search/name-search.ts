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

/** Why a source is not asked at present. */
export type NotAsked =
  | 'switched_off'
  | 'robots'
  /** a cooldown of the whole source */
  | 'cooldown'
  /** a cooldown of the source's name search alone, which refused */
  | 'search_refused'
  /** the same, since it did not answer, or not as it should */
  | 'search_failing'
  /** other requests to the source come first */
  | 'busy'
  /** another name was searched for shortly before */
  | 'too_soon'
  | 'budget_spent'
  /** the user's own key was used too often */
  | 'key_paused';

/** What came of asking one source, or of not asking it. */
export type Outcome =
  | ({
      readonly kind: 'found';
      /** of those who may have a Google Scholar profile, how many ORCID was to be asked about, and gave no answer */
      readonly unasked?: number;
    } & FoundPeople)
  | {
      readonly kind: 'failed';
      readonly state: 'blocked_or_captcha' | 'layout_changed' | 'network_error';
      readonly reason: string;
    }
  | {
      readonly kind: 'not_asked';
      readonly reason: NotAsked;
      readonly until: Date | null;
      /** that is what it answered; else nothing was sent */
      readonly hasKnocked?: boolean;
      /** it is so with the caller's own key: others may well ask */
      readonly isOwn?: boolean;
    };

/** A search as all users have it. */
export interface KeptSearch {
  readonly state: SearchState;
  readonly reason: string | null;
  readonly hint: string | null;
  readonly people: readonly FoundPerson[];
  readonly warnings: readonly string[];
  /** ISO 8601 */
  readonly retryAt: string | null;
}

/** A name as it is sent to sources, and as it is kept: one spelling for those that differ in blanks, case and invisible characters alone. */
export function readName(query: string): { text: string; key: string } | null {
  const text = foldBlanks(query.toWellFormed().replace(/\p{Cc}/gu, ' '));
  const key = foldBlanks(text.normalize('NFC').replace(/\p{Cf}/gu, '')).toLowerCase();
  return [...key].length >= 2 && /\p{L}/u.test(key) ? { text, key } : null;
}

function foldBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
