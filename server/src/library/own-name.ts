import { checkName, readName } from '../platform/own-name.ts';
import { keyOf } from './search-words.ts';

/**
 * A name that a user gave to something, as it is shown, and the key by which such names are compared: without case,
 * accents and invisible characters.
 */
export interface OwnName {
  readonly name: string;
  readonly key: string;
}

/** Reads a name; null if it has nothing to show, or more characters. */
export function readOwnName(text: string, maxLength: number): OwnName | null {
  const name = readName(text, maxLength);
  return name === null ? null : { name, key: keyOf(name) };
}

/** Reads a name of a request. @throws Problem `validation_error`, see `checkName` */
export function checkOwnName(text: string, place: { what: string; path: string; maxLength: number }): OwnName {
  const name = checkName(text, place);
  return { name, key: keyOf(name) };
}
