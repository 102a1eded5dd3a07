import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
// @ts-expect-error: the package has no types
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-ris';
import { parse } from '@retorquere/bibtex-parser';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { generatePublications } from '../../test/support/hostile-publications.ts';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { FORMATS, type FormatName } from './formats.ts';
import type { CitedName, KeyedItem } from './item.ts';
import { makeItem, plainTitle } from './make-item.ts';
import { risName } from './write-ris.ts';

const items = generatePublications(10_000).map((one, at): KeyedItem => ({ ...makeItem(one), key: `key${at}` }));

async function write(name: FormatName, count = items.length): Promise<string> {
  let text = '';
  for await (const part of FORMATS[name].write([items.slice(0, count)])) text += part;
  return text;
}

/** Parsers turn some markup into characters: x² is the same as x<sup>2</sup>. */
const comparable = (title: string) => plainTitle(title).normalize('NFKC').replace(/\s+/g, ' ').trim();

test('10,000 hostile publications as BibTeX are read with the same titles, names, years and DOIs', async () => {
  const { entries, errors } = parse(await write('bibtex'), {
    english: false,
    unsupported: (_node, tex) => `unknown command ${tex}`,
  });
  expect(errors).toEqual([]);
  const read = entries.map(({ key, fields }) => ({
    key,
    title: comparable(fields.title ?? ''),
    authors: (fields.author ?? []).map(({ prefix, lastName, name, firstName, suffix }) =>
      [prefix, lastName ?? name, suffix, firstName].map((part) => part ?? ''),
    ),
    year: fields.year,
    doi: fields.doi,
  }));
  const partsOf = (name: CitedName) =>
    'literal' in name
      ? ['', name.literal, '', '']
      : [name.particle, name.family, name.suffix, name.given].map((part) => part ?? '');
  const written = items.map(({ key, title, authors, hasMoreAuthors, year, doi }) => ({
    key,
    title: comparable(title),
    authors: [...authors.map(partsOf), ...(hasMoreAuthors ? [['', 'others', '', '']] : [])],
    year: year === null ? undefined : String(year),
    // "^^" would begin a character of TeX
    doi: doi?.replace(/\^(?=\^)/g, '%5E'),
  }));
  expect(read).toEqual(written);
});

test('the same publications as CSV are read with the same cells, and no cell is a formula', async () => {
  const text = await write('csv');
  expect(text.startsWith('\ufeff')).toBe(true);
  const rows: Record<string, string>[] = parseCsv(text, { bom: true, columns: true, record_delimiter: '\r\n' });
  const cells = rows.flatMap((row) => Object.values(row));
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  const read = rows.map(({ cite_key, title, authors, year, doi }) => ({ cite_key, title, authors, year, doi }));
  const safe = (cell: string) => (/^[=+\-@＝＋－＠]/.test(cell) ? `'${cell}` : cell);
  const written = items.map(({ key, title, authors, hasMoreAuthors, year, doi }) => ({
    cite_key: key,
    title: safe(plainTitle(title)),
    authors: safe([...authors.map(risName), ...(hasMoreAuthors ? ['…'] : [])].join('; ')),
    year: String(year ?? ''),
    doi: doi ?? '',
  }));
  expect(read).toEqual(written);
});

test('the same publications as RIS are read with the same titles, names, years and DOIs', async () => {
  const read = new Cite(await write('ris')).data.map((one: Record<string, unknown>) => ({
    title: one.title,
    authors: ((one.author as object[] | undefined) ?? []).length,
    year: (one.issued as { 'date-parts': number[][] } | undefined)?.['date-parts'][0]?.[0],
    doi: one.DOI,
  }));
  const written = items.map(({ title, authors, year, doi }) => ({
    title: plainTitle(title),
    authors: authors.length,
    year: year ?? undefined,
    doi: doi ?? undefined,
  }));
  expect(read).toEqual(written);
});

test('the same publications as CSL-JSON have the fields of the specification', async () => {
  const read = JSON.parse(await write('csl-json'));
  expect(read.map(({ id, title, DOI }: Record<string, string>) => ({ id, title, DOI }))).toEqual(
    items.map(({ key, title, doi }) => ({ id: key, title, DOI: doi ?? undefined })),
  );
});

const hasBiber = spawnSync('biber', ['--version']).status === 0;
const nameOfTest = 'biber reads the same publications without an error';
if (!hasBiber) console.warn(`skipped: ${nameOfTest}. Install Debian's package biber to run it.`);
test.skipIf(!hasBiber)(
  nameOfTest,
  async () => {
    const folder = await mkdtemp(join(scratchFolder(), 'lectern-biber-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'publications.bib');
    // all of them take biber more than a minute
    await writeFile(file, await write('bibtex', Number(process.env.BIBER_ITEMS ?? 1000)));
    const options = ['--tool', '--nolog', `--output-file=${join(folder, 'read.bib')}`, file];
    const { stdout } = await promisify(execFile)('biber', options, { cwd: folder, maxBuffer: 2 ** 26 });
    expect(stdout.split('\n').filter((line) => /^(?:ERROR|WARN)\b/.test(line))).toEqual([]);
  },
  900_000,
);
