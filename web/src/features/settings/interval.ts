/** The service's limit. */
export const MAX_INTERVAL_MINUTES = 43_200;

const MINUTES = { minutes: 1, hours: 60, days: 1440 } as const;

export type Unit = keyof typeof MINUTES;
export const UNITS = ['minutes', 'hours', 'days'] as const satisfies readonly Unit[];

/** An interval as typed. */
export interface IntervalInput {
  readonly amount: string;
  readonly unit: Unit;
}

/** Uses the largest unit that gives a whole number. */
export function splitInterval(minutes: number): IntervalInput {
  const unit = [...UNITS].reverse().find((one) => minutes % MINUTES[one] === 0) ?? 'minutes';
  return { amount: String(minutes / MINUTES[unit]), unit };
}

/** Rounds to whole minutes, which the service requires. */
export function joinInterval({ amount, unit }: IntervalInput): number {
  return Math.round(Number(amount) * MINUTES[unit]);
}
