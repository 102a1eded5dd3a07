import { FIELDS, type Field, PARTS, quoteValue, STATES } from '../../../../server/src/search-language/query.ts';

/** What stands before the caret and can be completed. */
export interface Place {
  /** the field whose value is typed; null: the name of a field */
  readonly field: Field | null;
  readonly typed: string;
  /** where the completion replaces the text */
  readonly start: number;
}

/** The fields whose values can be completed. */
const VALUES: { readonly [F in Field]?: readonly string[] } = { is: STATES, has: PARTS };
/** Shorter beginnings are more often those of a word. */
const MIN_NAME = 2;

/** The place at the caret, or null if nothing can be completed there. */
export function placeAt(text: string, caret: number): Place | null {
  const before = text.slice(0, caret);
  const value = /(?:^|[\s(-])(is|has|scholar|tag):(?:"([^"]*)|([^\s()"]*))$/i.exec(before);
  if (value) {
    const [, name = '', quoted, bare = ''] = value;
    const typed = quoted ?? bare;
    const start = caret - typed.length - (quoted === undefined ? 0 : 1);
    return { field: name.toLowerCase() as Field, typed, start };
  }
  const [, typed] = /(?:^|[\s(]|^-|[\s(]-)([a-z]*)$/i.exec(before) ?? [];
  if (typed === undefined || (typed.length < MIN_NAME && text !== '')) return null;
  return { field: null, typed, start: caret - typed.length };
}

/** The names of fields, the known values, or the `tags`, that begin with what was typed. */
export function wordsFor({ field, typed }: Place, tags: readonly string[]): readonly string[] {
  const known = field === null ? FIELDS : field === 'tag' ? tags : (VALUES[field] ?? []);
  return known.filter((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
}

/** The text with a chosen completion, and the caret behind it. */
export function complete(text: string, caret: number, { field, start }: Place, chosen: string): [string, number] {
  const rest = text.slice(caret);
  const before = text.slice(0, start);
  if (field === null) return [`${before}${chosen}:${rest}`, before.length + chosen.length + 1];
  const begun = `${before}${quoteValue(chosen)} `;
  return [begun + rest.replace(/^"?\s*/, ''), begun.length];
}

/** Whether a text ends in the name of a field that has no value yet. */
export function endsInField(text: string): boolean {
  return FIELDS.some((field) => new RegExp(`(?:^|[\\s(-])${field}:$`, 'i').test(text));
}
