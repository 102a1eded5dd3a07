import { listOf } from './json-fields.ts';
import type { RecordBiblio } from './record.ts';
import { readText } from './record-text.ts';

const MAX_TEXT = 500;
const ISSN = /^\d{4}-\d{3}[\dX]$/;
/** Some publishers write such words in place of nothing. */
const NOTHING = /^(?:null|none|n\/a|-+)$/i;

/** Reads where a publication is published. `issn` is a list, of which the first valid one counts. */
export function readBiblio({ issn, pages, ...fields }: Readonly<Record<keyof RecordBiblio, unknown>>): RecordBiblio {
  const read = (value: unknown) => {
    const text = readText(value, MAX_TEXT);
    return text === null || NOTHING.test(text) ? null : text;
  };
  return {
    type: read(fields.type),
    container: read(fields.container),
    publisher: read(fields.publisher),
    volume: read(fields.volume),
    issue: read(fields.issue),
    pages: read(pages)?.replaceAll(/\s*[-–—]+\s*/g, '-') ?? null,
    issn: listOf(issn).find((one): one is string => typeof one === 'string' && ISSN.test(one)) ?? null,
  };
}
