import { Cron } from 'croner';
import type { Schedule } from './contract.ts';

/** When a message is composed: daily and weekly ones at an hour of some days, in a time zone. */
export type DigestSchedule = Readonly<Omit<Schedule, 'weekdays'>> & { readonly weekdays: readonly number[] };

/**
 * The next time of a daily or weekly message after `after`, in a later day or week than the last one: so there is one
 * message a period, also if the clock is set back, an hour exists twice, or the user changes the time zone or the hour.
 * An hour that a day does not have is the next one.
 * @param lastDay the day of the last message, as {@link dayOf} gives it; null: there was none
 */
export function nextDigest(schedule: DigestSchedule, lastDay: string | null, after: Date): Date {
  const { hour, weekdays, time_zone: timezone, frequency } = schedule;
  const cron = new Cron(`0 ${hour} * * ${weekdays.map((day) => day % 7).join()}`, { timezone, mode: '5-part' });
  const periodOf = frequency === 'weekly' ? weekOf : (day: string) => day;
  let next = cron.nextRun(after);
  while (next && lastDay !== null && periodOf(dayOf(next, timezone)) <= periodOf(lastDay)) next = cron.nextRun(next);
  if (!next) throw new Error('a schedule with a weekday has a next time');
  return next;
}

/** The day of a time in a time zone, such as 2026-11-25. */
export function dayOf(time: Date, timeZone: string): string {
  const parts = dayFormat(timeZone).formatToParts(time);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes as long as composing a message. There are some hundred time zones. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  // in any case, which Intl ignores
  const key = timeZone.toLowerCase();
  const known = dayFormats.get(key);
  if (known) return known;
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en', { timeZone, calendar: 'gregory', numberingSystem: 'latn', ...day });
  dayFormats.set(key, made);
  return made;
}

const WORDS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A day as readers see it, such as 25 November. */
export function dayInWords(day: string): string {
  return WORDS.format(new Date(day));
}

/** The week of a day: its Monday. */
function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
