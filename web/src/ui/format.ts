const numbers = new Intl.NumberFormat();
const days = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
const daysOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' });
const daysOfOtherYears = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const shortDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
/** of days without a time, which have no time zone */
const calendarDays = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const calendarMonths = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export const formatNumber = (value: number): string => numbers.format(value);
export const formatDate = (time: string): string => dates.format(new Date(time));
/** A day such as `2020-06-05`. */
export const formatCalendarDay = (day: string): string => calendarDays.format(new Date(day));
/** A day, a month or a year, such as `2020-06-05`, `2020-06` or `2020`. */
export function formatPartialDay(day: string): string {
  if (/^\d+$/.test(day)) return day;
  return (/^\d+-\d+$/.test(day) ? calendarMonths : calendarDays).format(new Date(day));
}
export const formatShortDay = (time: string): string => shortDays.format(new Date(time));
export const formatMoment = (time: string): string => moments.format(new Date(time));

/** A size in decimal units: `412 kB`, `1.3 GB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1);
  const unit = BYTE_UNITS[step] ?? 'byte';
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(undefined, options).format(bytes / 1000 ** step);
}

/** The day of a time: "Today", "Yesterday", "Friday, 20 November". */
export function formatDay(time: string, now = new Date()): string {
  const at = new Date(time);
  const ago = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  if (ago === 0 || ago === 1) return capital(relative.format(-ago, 'day'));
  return (at.getFullYear() === now.getFullYear() ? days : daysOfOtherYears).format(at);
}

/** The time of day if it is today, otherwise with the date. */
export function formatTime(time: string, now = new Date()): string {
  const at = new Date(time);
  return startOfDay(at) === startOfDay(now) ? clock.format(at) : moments.format(at);
}

/** A time to follow "since": the time of day, "yesterday", a weekday or a date. */
export function formatSince(time: string, now = new Date()): string {
  const at = new Date(time);
  const ago = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  if (ago <= 0) return clock.format(at);
  if (ago === 1) return relative.format(-1, 'day');
  return (ago < 7 ? weekdays : at.getFullYear() === now.getFullYear() ? daysOfYear : daysOfOtherYears).format(at);
}

/** The day and the month, with the year if it is another one: "3 March", "3 March 2024". */
export function formatMonthDay(time: string, now = new Date()): string {
  const at = new Date(time);
  return (at.getFullYear() === now.getFullYear() ? daysOfYear : daysOfOtherYears).format(at);
}

/** A relative time: "5 minutes ago", "in 2 hours", or "now", because clocks may differ by seconds. */
export function formatDistance(time: string, now = Date.now()): string {
  const ms = new Date(time).getTime() - now;
  const [minutes, hours] = [Math.round(ms / MINUTE_MS), Math.round(ms / HOUR_MS)];
  if (minutes === 0) return relative.format(0, 'second');
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(hours) < 24) return relative.format(hours, 'hour');
  return relative.format(Math.round(ms / DAY_MS), 'day');
}

/** The start of the local day in milliseconds. */
export function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
