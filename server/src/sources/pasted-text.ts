import { plainText } from './identifier-values.ts';

/** What surrounds an id or address in a text from which it was copied. */
const BEFORE = /^[\s<"'“‘([]+/;
const AFTER = /[\s>"'”’)\],;.]+$/;

/** A pasted id or address without what surrounded it. */
export function readPasted(text: string): string {
  return plainText(text).replace(BEFORE, '').replace(AFTER, '');
}
