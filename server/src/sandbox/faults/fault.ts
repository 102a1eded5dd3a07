/** Everything that can go wrong on demand. docs: `GET /` of a running sandbox lists them. */
export const faultKinds = [
  'captcha',
  'challenge_page',
  'unusual',
  'retry_after_seconds',
  'retry_after_date',
  'retry_after_absurd',
  'signin',
  'consent',
  'sorry_redirect',
  'notfound',
  'error',
  'reset',
  'hang',
  'slow_loris',
  'truncated_gzip',
  'endless',
  'redirect_loop',
  'layout',
  'legacy',
  'html_for_json',
  'json_for_html',
  'poison_row',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** The rows that `poison_row` knows at Google Scholar; at other sources it spoils names and titles. */
export const poisonKinds = [
  'count',
  'raw_nul',
  'entity_nul',
  'half_character',
  'long_title',
  'long_lines',
  'no_title',
] as const;

export type PoisonKind = (typeof poisonKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** How many sound answers come before it; 0 without it. */
  readonly after?: number;
  /** How many answers it spoils; without it, all until it is taken away. */
  readonly times?: number;
  /** What `retry_after_seconds` and `retry_after_date` ask for; 120 without it. */
  readonly seconds?: number;
  /** The Retry-After header, to the letter, of `unusual` and `error`; none without it. */
  readonly retryAfter?: string;
  /** The class or id that `layout` gives another name at Google Scholar; all without it. */
  readonly renamed?: string;
  /** Which rows `poison_row` puts in front; all without it. */
  readonly rows?: readonly PoisonKind[];
}

export function isFaultKind(text: unknown): text is FaultKind {
  return faultKinds.some((kind) => kind === text);
}

export interface FaultBook {
  set(key: string, fault: Fault | null): void;
  clear(): void;
  /** The fault for the first of the keys that has one now, counted down. */
  take(...keys: readonly string[]): Fault | undefined;
}

export function createFaultBook(): FaultBook {
  const faults = new Map<string, Fault>();
  return {
    set: (key, fault) => void (fault === null || fault.times === 0 ? faults.delete(key) : faults.set(key, fault)),
    clear: () => faults.clear(),
    take(...keys) {
      for (const key of keys) {
        const fault = faults.get(key);
        if (fault === undefined) continue;
        if (fault.after !== undefined && fault.after > 0) {
          faults.set(key, { ...fault, after: fault.after - 1 });
          continue;
        }
        if (fault.times === 1) faults.delete(key);
        else if (fault.times !== undefined) faults.set(key, { ...fault, times: fault.times - 1 });
        return fault;
      }
      return undefined;
    },
  };
}
