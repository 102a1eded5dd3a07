import { plainText } from './identifier-values.ts';

/** What surrounds an id or address in a text from which it was copied. */
const BEFORE = /^[\s<"'“‘（([]+/;
const AFTER = /[\s>"'”’）)\],;.。/]+$/;
/** "[My profile](https://…)" */
const MARKDOWN_LINK = /^\[[^\]]*\]\((?<address>[^()\s]+)\)$/;

/** A pasted id or address without what surrounded it. */
export function readPasted(text: string): string {
  const plain = plainText(text);
  return (MARKDOWN_LINK.exec(plain)?.groups?.address ?? plain).replace(BEFORE, '').replace(AFTER, '');
}
