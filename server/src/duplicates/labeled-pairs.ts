import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorError } from '../platform/errors.ts';
import { type PublicationFields, preparePublication } from './prepared-publication.ts';
import { MATCH_POINT, MERGE_POINT, probabilityOf } from './score-pair.ts';

export interface LabeledPair {
  readonly a: PublicationFields;
  readonly b: PublicationFields;
  readonly isSame: boolean;
}

/** A longer line is not a pair of records. */
const MAX_LINE_LENGTH = 1_000_000;

/**
 * The pairs of a file, one a line: two records and a label, separated by tabs,
 * `COL title VAL … COL authors VAL … COL venue VAL … COL year VAL …⇥COL title VAL …⇥1`.
 * @throws OperatorError that names the line that is wrong
 */
export async function* readLabeledPairs(file: string): AsyncGenerator<LabeledPair> {
  await requireFile(file);
  let number = 0;
  let rest = '';
  // readline would hold a line of any length
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      number++;
      if (line.trim() !== '') yield readPair(line, `${file}, line ${number}`);
    }
    if (rest.length > MAX_LINE_LENGTH)
      throw new OperatorError(`${file}, line ${number + 1}: longer than ${MAX_LINE_LENGTH} characters.`);
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

function readPair(line: string, where: string): LabeledPair {
  const [left = '', right = '', label, ...more] = line.split('\t').map((part) => part.trim());
  if (label === undefined || more.length > 0) {
    throw new OperatorError(`${where}: expected two records and a label, separated by tabs.`);
  }
  if (label !== '0' && label !== '1') {
    throw new OperatorError(`${where}: the label must be 0 or 1, not "${label.slice(0, 20)}".`);
  }
  return { a: readRecord(left, where), b: readRecord(right, where), isSame: label === '1' };
}

function readRecord(text: string, where: string): PublicationFields {
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
    title: untokenized(title),
    authors: readNames(columns.get('authors') ?? ''),
    venue: untokenized(columns.get('venue') ?? '') || null,
    year: year === undefined ? null : Number(year),
    identifiers: doi ? [{ kind: 'doi', value: doi.replace(/\s+/g, '') }] : [],
  };
}

const ENTITIES: Readonly<Record<string, string>> = { hellip: '…', amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** Such files put spaces around punctuation, and within entities: "jens clau & #223 ; en". */
function untokenized(text: string): string {
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

/** Names in lower case get capitals, "hv jagadish and k cho" as "HV Jagadish, K Cho"; other names stay as they are. */
function readNames(text: string): string | null {
  const names = untokenized(text);
  if (names === '') return null;
  if (/\p{Lu}/u.test(names)) return names;
  const parts = names.split(/,\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+/);
  return parts.filter(Boolean).map(capitalized).join(', ');
}

function capitalized(name: string): string {
  const words = name.split(' ');
  return words
    .map((word, at) => {
      const isInitials =
        at === 0 && words.length > 1 && /^(?:\p{L}|[^aeiouy\P{L}]{2,3}|\p{L}[^aeiouy\P{L}])$/u.test(word);
      return isInitials ? word.toUpperCase() : word.replace(/(?<=^|\.)\p{L}/gu, (letter) => letter.toUpperCase());
    })
    .join(' ');
}

interface Tally {
  accepted: number;
  right: number;
}

/**
 * Scores a file of labeled pairs and prints precision, recall and F1 at both thresholds.
 * @throws OperatorError for a file that it cannot read or score
 */
export async function scoreLabeledPairs(file: string, print: (line: string) => void): Promise<void> {
  const points = [
    { name: 'match', point: MATCH_POINT, tally: { accepted: 0, right: 0 } },
    { name: 'merge', point: MERGE_POINT, tally: { accepted: 0, right: 0 } },
  ];
  let [pairs, same] = [0, 0];
  for await (const { a, b, isSame } of readLabeledPairs(file)) {
    const probability = probabilityOf(preparePublication(a), preparePublication(b));
    pairs++;
    if (isSame) same++;
    for (const { point, tally } of points) {
      if (probability < point) continue;
      tally.accepted++;
      if (isSame) tally.right++;
    }
  }
  if (pairs === 0) throw new OperatorError(`${file} has no labeled pairs.`);
  if (same === 0) throw new OperatorError(`${file} has no pair with the label 1, so it cannot be scored.`);
  print(`pairs ${pairs}, of one publication ${same}`);
  for (const { name, point, tally } of points) print(`${name} (from ${point}): ${describe(tally, same)}`);
}

/** "precision 0.9912, recall 0.9865, F1 0.9888 (438 right of 444 accepted)". */
function describe({ accepted, right }: Tally, same: number): string {
  const recall = right / same;
  const precision = accepted === 0 ? null : right / accepted;
  const f1 = (2 * right) / (accepted + same);
  const shown = precision === null ? 'none (nothing accepted)' : precision.toFixed(4);
  return `precision ${shown}, recall ${recall.toFixed(4)}, F1 ${f1.toFixed(4)} (${right} right of ${accepted} accepted)`;
}
