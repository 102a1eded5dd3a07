import { Problem } from '../platform/errors.ts';
import { foldText } from './search-words.ts';

/** A name that a user gave to something, as it is shown, and the key by which such names are compared: without case and accents. */
export interface OwnName {
  readonly name: string;
  readonly key: string;
}

/** Of letters, digits, punctuation or symbols. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Reads a name; null if it has nothing to show, or more characters. Spaces at its ends are removed, and other white space becomes single spaces. */
export function readOwnName(text: string, maxLength: number): OwnName | null {
  const name = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const key = foldText(name).trim();
  return key === '' || !VISIBLE.test(name) || [...name].length > maxLength ? null : { name, key };
}

/** Reads a name of a request. `what` it names ("tag"), and `path`, where it is in the request, are for the error. @throws Problem `validation_error` */
export function checkOwnName(
  text: string,
  { what, path, maxLength }: { what: string; path: string; maxLength: number },
): OwnName {
  const name = readOwnName(text, maxLength);
  if (name !== null) return name;
  const message = `must have 1 to ${maxLength} visible characters`;
  throw new Problem('invalid', 'validation_error', `The name of a ${what} ${message}.`, [{ path, message }]);
}
