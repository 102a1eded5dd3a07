/** Everything that can go wrong on demand. docs: `GET /` of a running sandbox lists them. */
export const faultKinds = [
  'captcha',
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
  'poison_row',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** How many answers it spoils; without it, all until it is taken away. */
  readonly times?: number;
  /** What `retry_after_seconds` and `retry_after_date` ask for; 120 without it. */
  readonly seconds?: number;
}

export function isFaultKind(text: unknown): text is FaultKind {
  return faultKinds.some((kind) => kind === text);
}

export interface FaultBook {
  set(key: string, fault: Fault | null): void;
  clear(): void;
  /** The fault for the first of the keys that has one, counted down. */
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
        if (fault.times === 1) faults.delete(key);
        else if (fault.times !== undefined) faults.set(key, { ...fault, times: fault.times - 1 });
        return fault;
      }
      return undefined;
    },
  };
}
