import type { Creator } from '@retorquere/bibtex-parser';
import { expect, test } from 'vitest';
import { hasRecorded, listRecorded, readFixture, readRecorded } from '../../../test/fixtures/read-fixture.ts';
import { readDoi } from '../../sources/identifier-values.ts';
import type { Item } from '../payload-reader.ts';
import { readBibtex } from './read-bibtex.ts';
import { readRis } from './read-ris.ts';

const FOLDER = 'formats/bibtex';

interface Expected {
  readonly entries: readonly {
    readonly type: string;
    readonly key: string;
    readonly fields: Readonly<Record<string, string>> & { readonly author?: readonly Creator[] };
  }[];
}

/** Letters and digits, without markup. */
const letters = (text: unknown) =>
  String(text ?? '')
    .replace(/<\/?[a-z][^<>]*>/g, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');
const yearIn = (text: string | undefined) => Number(/(?<!\d)\d{4}(?!\d)/.exec(text ?? '')?.[0] ?? 0);

/** What the second parser reads of an entry and this one does not. */
function lossOf(
  { key, fields }: Expected['entries'][number],
  found: Readonly<Record<string, unknown>> | null,
): string[] {
  const { title, year, date, doi, author = [] } = fields;
  if (title === undefined) return [];
  const authors = (found?.authors ?? []) as readonly { name: string; family: string | null }[];
  const families = author
    .map(({ prefix, lastName, name }) => letters([prefix, lastName ?? name].filter(Boolean).join(' ')))
    .filter((name) => name !== '' && name !== 'others');
  const pairs: Record<string, [wanted: unknown, read: unknown]> = {
    title: [letters(title), letters(found?.title).slice(0, letters(title).length)],
    names: [
      families.join(';'),
      author.length === 0 ? '' : authors.map((one) => letters(one.family ?? one.name)).join(';'),
    ],
    year: [yearIn(year ?? date), found?.year ?? 0],
    doi: [readDoi(doi ?? '') ?? null, doi === undefined ? null : (found?.doi ?? null)],
  };
  return Object.entries(pairs).flatMap(([what, [wanted, read]]) =>
    wanted === read ? [] : [`${key}: ${what} ${String(read)} instead of ${String(wanted)}`],
  );
}

/** The items of a file that arrives in parts of some bytes, in the order of their lines. */
async function read(bytes: Buffer, size = 50, readFile = readBibtex): Promise<Item[]> {
  async function* parts() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const items: Item[] = [];
  for await (const some of readFile(parts())) items.push(...some);
  return items;
}
const keyOf = ({ place }: Item) => / \((.*)\)$/.exec(place)?.[1] ?? '';

test.runIf(hasRecorded(FOLDER))('at least 95 % of the recorded cases lose no title, names, year and DOI', async () => {
  const cases = listRecorded(FOLDER).filter((path) => path.endsWith('.bib'));
  const found = await Promise.all(cases.map(async (path) => [path, await read(readRecorded(path))] as const));
  const losses = found.flatMap(([path, items]) => {
    const expected = JSON.parse(readRecorded(path.replace(/\.bib$/, '.expected.json')).toString()) as Expected;
    const left = [...items];
    const lost = expected.entries.flatMap((entry) => {
      const at = left.findIndex((item) => keyOf(item) === entry.key && item.value !== null);
      const [one] = at === -1 ? [] : left.splice(at, 1);
      return lossOf(entry, (one?.value ?? null) as Readonly<Record<string, unknown>> | null);
    });
    return lost.length === 0 ? [] : [`${path.slice(FOLDER.length + 1)}: ${lost.join(' | ')}`];
  });
  const share = 1 - losses.length / cases.length;
  expect(cases.length).toBe(300);
  expect(share, losses.join('\n')).toBeGreaterThanOrEqual(0.95);
});

test.each([
  ['zotero.bib', readBibtex],
  ['jabref.bib', readBibtex],
  ['mendeley.bib', readBibtex],
  ['manager.ris', readRis],
])('%s reads the same however it is cut into parts, and in old encodings', async (name, readFile) => {
  const text = readFixture(`citation-files/${name}`);
  const whole = await read(Buffer.from(text), text.length * 2, readFile);
  expect(whole.length).toBeGreaterThan(1);
  for (const size of [1, 2, 7, 64, 199, 200, 201]) expect(await read(Buffer.from(text), size, readFile)).toEqual(whole);
  const latin = text.replace(/[^\0-\xff]/g, '');
  expect(await read(Buffer.from(latin, 'latin1'), 64, readFile)).toEqual(await read(Buffer.from(latin), 64, readFile));
});

test('an entry whose last brace is missing does not take the next ones with it', async () => {
  const items = await read(Buffer.from('@book{a, title = {A {b}\n@book(c, title = "C (d)" # e,)\n@misc{f, title}\n'));
  expect(items.map(({ place, problem, value }) => [place, problem ?? (value as { title: string }).title])).toEqual([
    ['The entry in line 1 (a)', 'it is not valid BibTeX: its last brace is missing'],
    ['The entry in line 2 (c)', 'C (d)e'],
    ['The entry in line 3 (f)', 'it is not valid BibTeX: “title” is not a field with a value'],
  ]);
});
