/** The faults that can be set. `GET /` of a running sandbox lists them. */
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

/** The rows that `poison_row` adds at Google Scholar. At other sources it changes names and titles. */
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
  /** How many normal responses come before the fault; 0 by default. */
  readonly after?: number;
  /** How many responses the fault changes; by default all until the fault is removed. */
  readonly times?: number;
  /** The waiting time of `retry_after_seconds` and `retry_after_date`; 120 by default. */
  readonly seconds?: number;
  /** The exact Retry-After header of `unusual` and `error`; none by default. */
  readonly retryAfter?: string;
  /** The class or id that `layout` renames at Google Scholar; all by default. */
  readonly renamed?: string;
  /** The rows that `poison_row` adds; all by default. */
  readonly rows?: readonly PoisonKind[];
}

export function isFaultKind(text: unknown): text is FaultKind {
  return faultKinds.some((kind) => kind === text);
}

export interface Faults {
  set(key: string, fault: Fault | null): void;
  clear(): void;
  /** The faults that are set, by their keys. */
  list(): readonly (readonly [key: string, fault: Fault])[];
  /** Returns the fault of the first key that has one now, and counts it. */
  take(...keys: readonly string[]): Fault | undefined;
}

export function createFaults(): Faults {
  const faults = new Map<string, Fault>();
  return {
    set: (key, fault) => void (fault === null || fault.times === 0 ? faults.delete(key) : faults.set(key, fault)),
    clear: () => faults.clear(),
    list: () => [...faults],
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
