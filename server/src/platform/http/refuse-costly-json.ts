import { invalidValue, type Problem } from '../errors.ts';

/** The deepest body of a route has five levels. */
export const MAX_JSON_DEPTH = 32;
/**
 * The valid body with the most keys, objects and lists has 3,003: 1,000 selections for `mark-read`. A list of 10,000
 * ids has three.
 */
export const MAX_JSON_PARTS = 4096;

const [QUOTE, BACKSLASH, COLON] = [34, 92, 58];
const [OPEN, CLOSE, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125];

/**
 * Refuses a JSON text that is nested too deep, or has too many keys, objects and lists, before it is parsed. Parsing
 * such texts takes many times as long as parsing an ordinary text of the same size, and blocks the event loop
 * meanwhile. The scan reads each character at most once and stops at the first excess. A text that is not JSON may
 * pass; the parser refuses it.
 * @throws Problem `validation_error`
 */
export function refuseCostlyJson(text: string): void {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findEnd(text, at);
    else if (code === CLOSE || code === CLOSE_BRACE) depth -= 1;
    else if (code === OPEN || code === OPEN_BRACE || code === COLON) {
      if (code !== COLON) depth += 1;
      parts += 1;
      if (depth > MAX_JSON_DEPTH) throw costly(`must not be nested more than ${MAX_JSON_DEPTH} levels deep`);
      if (parts > MAX_JSON_PARTS) throw costly(`must not have more than ${MAX_JSON_PARTS} keys, objects and lists`);
    }
  }
}

/**
 * The position of the quotation mark that ends the string beginning at `start`; the end of the text if there is none.
 */
function findEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}

function costly(message: string): Problem {
  return invalidValue('', message, `The body is not valid: it ${message}.`);
}
