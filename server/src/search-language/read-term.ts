import { closestMatch } from 'leven';
import { type Field, type Moment, PARTS, type Range, type Span, STATES, type Term } from './query.ts';

/** The value of a field as it was written. */
export interface Value extends Span {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A mistake in a value; `suggestion` replaces the value. */
export interface ValueMistake {
  readonly message: string;
  readonly suggestion: string | null;
}

/** The largest citation count that PostgreSQL's integer holds. */
const MAX_NUMBER = 2_147_483_647;
const UNITS = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;
/** PostgreSQL has no times thousands of years ago, and JavaScript writes later years in another way. */
const MAX_YEARS = 999;
const MAX_YEAR = 9998;

/** The id of a publication, alone or in the address of its page. */
const PUBLICATION_ID = /^(?:https?:\/\/[^/]+\/\S*[?&]open=)?([1-9]\d{0,14})(?:&\S*)?$/i;
const DOI = /^(?:doi:|https?:\/\/(?:(?:dx|www)\.)?doi\.org\/)?10\.\d{4,9}\/\S+$/i;

/** Reads a field with its value. */
export function readTerm(field: Field, { text, isQuoted }: Value): Term | ValueMistake {
  switch (field) {
    case 'is':
      return choose(text, STATES, (state) => ({ kind: 'is', state }));
    case 'has':
      return choose(text, PARTS, (part) => ({ kind: 'has', part }));
    case 'year':
    case 'cited': {
      const range = readRange(text, readNumber, (number, by) => number + by);
      const example =
        field === 'year' ? 'year:2024, year:2020..2024 or year:>2020' : 'cited:100, cited:10..100 or cited:>100';
      if (range === null)
        return { message: `"${text}" is not a number or a range. Write ${example}.`, suggestion: null };
      const { from, to } = range;
      return from !== null && to !== null && from > to ? reversed(text) : { kind: field, from, to };
    }
    case 'cites': {
      const id = PUBLICATION_ID.exec(text);
      if (id || DOI.test(text)) return { kind: 'cites', publication: id ? Number(id[1]) : text };
      const message = `"${text}" is not a publication. Write its id, its DOI, or the address of its page here or at doi.org.`;
      return { message, suggestion: null };
    }
    case 'added': {
      const range = readAge(text) ?? readDays(text);
      if (range === null)
        return {
          message: `"${text}" is not an age or a date. Write added:<7d, added:>3m or added:2026-11-01.. (d, w, m, y).`,
          suggestion: null,
        };
      const { from, to } = range;
      // the day after its last day
      const isEmpty = from !== null && to !== null && 'day' in from && 'day' in to && from.day >= to.day;
      return isEmpty ? reversed(text) : { kind: 'added', from, to };
    }
    default:
      if (text.startsWith('(') && !isQuoted)
        return { message: `Write ${field}: before each word, as in (${field}:one or ${field}:two).`, suggestion: null };
      // the name of a tag may consist of symbols
      if (field !== 'tag' && !/[\p{L}\p{N}]/u.test(text))
        return { message: `${field}: needs a word with a letter or a digit.`, suggestion: null };
      return { kind: field, text, isPhrase: isQuoted };
  }
}

/** The mistake in a range `9..5`, which nothing can be in. */
function reversed(text: string): ValueMistake {
  const suggestion = text.split('..').reverse().join('..');
  return { message: `"${text}" ends before it begins. Write ${suggestion}.`, suggestion };
}

/** One of the known words; otherwise a mistake that suggests the closest of them, or none if no word is close. */
function choose<T extends string>(text: string, known: readonly T[], found: (word: T) => Term): Term | ValueMistake {
  const word = text.toLowerCase();
  const exact = known.find((one) => one === word);
  if (exact !== undefined) return found(exact);
  const all = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
  return {
    message: `"${text}" is not known here. Write ${all}.`,
    suggestion: closestMatch(word, known, { maxDistance: 2 }) ?? null,
  };
}

/**
 * Reads `5`, `>5`, `>=5`, `<5`, `<=5`, `5..9`, `5..` and `..9`. `step` moves a value, because all ends are inclusive.
 */
function readRange<T>(
  text: string,
  read: (text: string) => T | null,
  step: (value: T, by: 1 | -1) => T,
): Range<T> | null {
  const [, sign, of] = /^(>=|<=|>|<)(.+)$/.exec(text) ?? [];
  if (of !== undefined) {
    const value = read(of);
    if (value === null) return null;
    if (sign === '>=' || sign === '>') return { from: sign === '>' ? step(value, 1) : value, to: null };
    return { from: null, to: sign === '<' ? step(value, -1) : value };
  }
  const [first = '', last] = text.split('..', 2);
  if (last === undefined) {
    const value = read(first);
    return value === null ? null : { from: value, to: value };
  }
  const from = first === '' ? null : read(first);
  const to = last === '' ? null : read(last);
  const isMissing = (first !== '' && from === null) || (last !== '' && to === null) || (from ?? to) === null;
  return isMissing ? null : { from, to };
}

function readNumber(text: string): number | null {
  return /^\d{1,10}$/.test(text) && Number(text) < MAX_NUMBER ? Number(text) : null;
}

/** Reads an age: `<7d` and `7d` are at most seven days ago, `>7d` longer ago. */
function readAge(text: string): Range<Moment> | null {
  const [, sign, count, letter] = /^([<>]?)(\d{1,4})([dwmy])$/i.exec(text) ?? [];
  if (count === undefined || letter === undefined) return null;
  const moment: Moment = { ago: Number(count), unit: UNITS[letter.toLowerCase() as keyof typeof UNITS] };
  if (moment.unit === 'year' && moment.ago > MAX_YEARS) return null;
  return sign === '>' ? { from: null, to: moment } : { from: moment, to: null };
}

/**
 * Reads days, months and years: `2026-11-01`, `2026-11`, `2026..`, `>2026-10`. A range begins with the first day of its
 * beginning, and ends with the last day of its end.
 */
function readDays(text: string): Range<Moment> | null {
  const range = readRange(text, readPeriod, (period) => period);
  if (range === null) return null;
  const isAfter = /^>[^=]/.test(text);
  const isBefore = /^<[^=]/.test(text);
  const from = isAfter ? range.from?.next : range.from?.first;
  const to = isBefore ? range.to?.first : range.to?.next;
  return { from: from === undefined ? null : { day: from }, to: to === undefined ? null : { day: to } };
}

/** The first day of a day, month or year, and of the next one. */
function readPeriod(text: string): { first: string; next: string } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (year === undefined || Number(year) < 1 || Number(year) > MAX_YEAR) return null;
  const numbers = [Number(year), Number(month ?? 1), Number(day ?? 1)] as const;
  const first = dayOf(...numbers);
  if (first !== `${year}-${month ?? '01'}-${day ?? '01'}`) return null;
  const [y, m, d] = numbers;
  return { first, next: day ? dayOf(y, m, d + 1) : month ? dayOf(y, m + 1, 1) : dayOf(y + 1, 1, 1) };
}

function dayOf(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year + date.getUTCFullYear() - 2000, date.getUTCMonth(), date.getUTCDate());
  return date.toISOString().slice(0, 10);
}
