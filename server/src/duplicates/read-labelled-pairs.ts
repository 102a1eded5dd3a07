import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorError } from '../platform/errors.ts';
import type { WorkRecord } from './comparable.ts';

export interface LabelledPair {
  readonly a: WorkRecord;
  readonly b: WorkRecord;
  readonly isSame: boolean;
}

/** A longer line is no pair of records. */
const LONGEST_LINE = 1_000_000;

/**
 * The pairs of a file, one a line: two records and a label, separated by tabs,
 * `COL title VAL … COL authors VAL … COL venue VAL … COL year VAL …⇥COL title VAL …⇥1`.
 * Read as it streams. Throws an OperatorError that names the line that is wrong.
 */
export async function* readLabelledPairs(file: string): AsyncGenerator<LabelledPair> {
  await requireFile(file);
  let number = 0;
  let rest = '';
  // not readline: it would hold a line of any length
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      number++;
      if (line.trim() !== '') yield readPair(line, `${file}, line ${number}`);
    }
    if (rest.length > LONGEST_LINE)
      throw new OperatorError(`${file}, line ${number + 1}: longer than ${LONGEST_LINE} characters.`);
  }
  if (rest.trim() !== '') yield readPair(rest, `${file}, line ${number + 1}`);
}

async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    throw new OperatorError(
      found.code === 'ENOENT' ? `There is no file "${file}".` : `Cannot read "${file}": ${found.message}`,
    );
  }
  if (!found.isFile()) throw new OperatorError(`"${file}" is not a file.`);
}

function readPair(line: string, where: string): LabelledPair {
  const [left = '', right = '', label, ...more] = line.split('\t').map((part) => part.trim());
  if (label === undefined || more.length > 0) {
    throw new OperatorError(`${where}: expected two records and a label, separated by tabs.`);
  }
  if (label !== '0' && label !== '1') {
    throw new OperatorError(`${where}: the label must be 0 or 1, not "${label.slice(0, 20)}".`);
  }
  return { a: readRecord(left, where), b: readRecord(right, where), isSame: label === '1' };
}

function readRecord(text: string, where: string): WorkRecord {
  const columns = new Map<string, string>();
  for (const part of text.split(/(?:^|\s)COL\s+/).slice(1)) {
    const [, name, value = ''] = /^(\S+)\s+VAL(?:\s+(.*))?$/s.exec(part.trim()) ?? [];
    if (name !== undefined) columns.set(name, value.trim());
  }
  const title = columns.get('title');
  if (title === undefined) throw new OperatorError(`${where}: a record without "COL title VAL …".`);
  const year = /^\d{4}(?=\.0+$|$)/.exec(columns.get('year') ?? '')?.[0];
  const doi = columns.get('doi');
  return {
    title: untokenised(title),
    authors: readNames(columns.get('authors') ?? ''),
    venue: untokenised(columns.get('venue') ?? '') || null,
    year: year === undefined ? null : Number(year),
    identifiers: doi ? [{ kind: 'doi', value: doi.replace(/\s+/g, '') }] : [],
  };
}

const ENTITIES: Readonly<Record<string, string>> = { hellip: '…', amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** Such files put spaces around punctuation, and within entities: "jens clau & #223 ; en". */
function untokenised(text: string): string {
  return (
    text
      .replace(/\s?& ?#(\d{1,7}) ?;\s?/g, (_, code: string) => characterOf(Number(code)))
      .replace(/& ?([a-z]+) ?;/g, (whole, name: string) => ENTITIES[name] ?? whole)
      // UTF-8 that was read as another encoding: "…" and "’"
      .replace(/â ?\? ?¦/g, '…')
      .replace(/â ?\?\?\s?(?=[a-z]\b)/g, "'")
      .replace(/â ?\?\?/g, ' ')
      .replace(/\s+([.,;:!?)\]'])/g, '$1')
      .replace(/([([])\s+/g, '$1')
      .replace(/\s*' s\b/g, "'s")
      .trim()
  );
}

const characterOf = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Such files are in lower case: "hv jagadish" was "HV Jagadish". Files in ordinary writing stay as they are. */
function readNames(text: string): string | null {
  const names = untokenised(text);
  if (names === '') return null;
  return /\p{Lu}/u.test(names) ? names : names.split(/,\s*/).filter(Boolean).map(capitalised).join(', ');
}

/** A name as it is usually written, of one in lower case. */
export function capitalised(name: string): string {
  const words = name.split(' ');
  return words
    .map((word, at) => {
      const isInitials =
        at === 0 && words.length > 1 && /^(?:\p{L}|[^aeiouy\P{L}]{2,3}|\p{L}[^aeiouy\P{L}])$/u.test(word);
      return isInitials ? word.toUpperCase() : word.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
    })
    .join(' ');
}
