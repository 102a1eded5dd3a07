import { foldText } from '../library/search-words.ts';
import { Problem } from '../platform/errors.ts';

export const MAX_NAME_LENGTH = 50;

/** A tag's name as it is shown, and the key by which names are compared: without case and accents. */
export interface TagName {
  readonly name: string;
  readonly key: string;
}

/** Of letters, digits, punctuation or symbols. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Reads a name; null if it has nothing to show, or more than 50 characters. Spaces at its ends are removed, and other white space becomes single spaces. */
export function readTagName(text: string): TagName | null {
  const name = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const key = foldText(name).trim();
  return key === '' || !VISIBLE.test(name) || [...name].length > MAX_NAME_LENGTH ? null : { name, key };
}

/** Reads the names of a request, each key once. `path` is where they are. @throws Problem `validation_error` */
export function checkTagNames(texts: readonly string[], path: string): TagName[] {
  const names = texts.map((text, at) => checkTagName(text, `${path}.${at}`));
  return [...new Map(names.map((one) => [one.key, one])).values()];
}

/** @throws Problem `validation_error` */
export function checkTagName(text: string, path: string): TagName {
  const name = readTagName(text);
  if (name !== null) return name;
  const message = `must have 1 to ${MAX_NAME_LENGTH} visible characters`;
  throw new Problem('invalid', 'validation_error', `The name of a tag ${message}.`, [{ path, message }]);
}
