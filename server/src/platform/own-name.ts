import { cleanText } from './clean-text.ts';
import { invalidValue } from './errors.ts';

/** A letter, digit, punctuation mark or symbol, but not the empty pattern of Braille. */
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Reads a name that a user gave to something: one line, in composed characters, without invisible and direction
 * characters. Null if nothing visible is left, or more than `maxLength` characters.
 */
export function readName(text: string, maxLength: number): string | null {
  const name = cleanText(text);
  return name === null || !VISIBLE.test(name) || [...name].length > maxLength ? null : name;
}

/**
 * Reads a name of a request. `what` it names ("feed"), and `path`, where it is in the request, are for the error.
 * @throws Problem `validation_error`
 */
export function checkName(
  text: string,
  { what, path, maxLength }: { what: string; path: string; maxLength: number },
): string {
  const name = readName(text, maxLength);
  if (name !== null) return name;
  const message = `must have 1 to ${maxLength} visible characters`;
  throw invalidValue(path, message, `The name of a ${what} ${message}.`);
}
