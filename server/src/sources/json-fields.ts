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

/** Fewer entries may lack a field together by coincidence, and in the answers of older servers. */
const MIN_ENTRIES = 3;

/**
 * Whether a field that each object of its kind has is in none of the entries of a list: then the source renamed it or
 * left it out, and reading the answer would lose it in every record. Only the name counts, so a field may be null.
 * @param root the list of entries, or an answer in which the first list of a path has them
 * @param paths names separated by dots: `author.name`. Lists within an entry are passed through. A last name may have
 * alternatives: `family|name`.
 * @param min how many entries must lack the field
 */
export function lacksField(root: unknown, paths: readonly string[], min = MIN_ENTRIES): boolean {
  return paths.some((path) => {
    const names = path.split('.');
    const last = names.pop()?.split('|') ?? [];
    const entries = entriesOf(root, names);
    return entries.length >= min && !entries.flat().some((object) => last.some((name) => name in object));
  });
}

/** For each entry, its objects at the end of a path; entries without one are left out. */
function entriesOf(root: unknown, names: readonly string[]): Fields[][] {
  if (Array.isArray(root)) {
    const objectsIn = (entry: unknown) =>
      names.reduce((objects, name) => objects.flatMap((one) => objectsOf(one[name])), objectsOf(entry));
    return root.map(objectsIn).filter(({ length }) => length > 0);
  }
  const [name, ...rest] = names;
  return isFields(root) && name !== undefined ? entriesOf(root[name], rest) : [objectsOf(root)];
}

function objectsOf(value: unknown): Fields[] {
  return (Array.isArray(value) ? value : [value]).filter(isFields);
}
