/** The longest that the service takes, in minutes. */
export const LONGEST_INTERVAL = 43_200;

const MINUTES = { minutes: 1, hours: 60, days: 1440 } as const;

export type Unit = keyof typeof MINUTES;
export const UNITS = ['minutes', 'hours', 'days'] as const satisfies readonly Unit[];

/** An interval as it is typed. */
export interface TypedInterval {
  readonly amount: string;
  readonly unit: Unit;
}

/** In the largest unit that gives a whole number. */
export function splitInterval(minutes: number): TypedInterval {
  const unit = [...UNITS].reverse().find((one) => minutes % MINUTES[one] === 0) ?? 'minutes';
  return { amount: String(minutes / MINUTES[unit]), unit };
}

/** In whole minutes, which is what the service takes. */
export function joinInterval({ amount, unit }: TypedInterval): number {
  return Math.round(Number(amount) * MINUTES[unit]);
}
