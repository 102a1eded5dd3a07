import { checkOwnName, type OwnName, readOwnName } from '../library/own-name.ts';

export const MAX_NAME_LENGTH = 50;

export type TagName = OwnName;

/** Reads a tag's name; null if it has nothing to show, or more than 50 characters. */
export function readTagName(text: string): TagName | null {
  return readOwnName(text, MAX_NAME_LENGTH);
}

/** Reads the names of a request, each key once. `path` is where they are. @throws Problem `validation_error` */
export function checkTagNames(texts: readonly string[], path: string): TagName[] {
  const names = texts.map((text, at) => checkTagName(text, `${path}.${at}`));
  return [...new Map(names.map((one) => [one.key, one])).values()];
}

/** @throws Problem `validation_error` */
export function checkTagName(text: string, path: string): TagName {
  return checkOwnName(text, { what: 'tag', path, maxLength: MAX_NAME_LENGTH });
}
