import { dropDirectionOf } from '../platform/clean-text.ts';

/** An object in a response, of which no field is certain. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses a response of a source, without characters that change the direction of texts. Returns undefined if it is not
 * valid JSON.
 */
export function parseJson(body: string): unknown {
  try {
    return dropDirectionOf<unknown>(body, JSON.parse(body));
  } catch {
    return undefined;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; no fields for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The elements of a list; no elements for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not blank, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A count from 0 to `max`, written as a number, or null. */
export function countOf(value: unknown, max: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : null;
}

/** A year from 1000 to 2100, written as a number or a text, or null. */
export function yearOf(value: unknown): number | null {
  const year = typeof value === 'string' && /^\s*\d{4}\s*$/.test(value) ? Number(value) : value;
  return typeof year === 'number' && Number.isInteger(year) && year >= 1000 && year <= 2100 ? year : null;
}
