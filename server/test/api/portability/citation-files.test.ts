import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KINDS } from '../../../src/names/kinds.ts';
import type { Client } from '../../support/client.ts';
import { generatePublications } from '../../support/hostile-publications.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const TYPES = {
  bibtex: 'application/x-bibtex',
  ris: 'application/x-research-info-systems',
  'csl-json': 'application/vnd.citationstyles.csl+json',
} as const;
type Format = keyof typeof TYPES;

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/citation-files/${name}`, import.meta.url), 'utf8');
const send = (body: string, query = '', type = 'application/octet-stream') =>
  ['POST', `/scholars/import${query}`, { body, headers: { 'content-type': type } }] as const;
const listOf = async (client: Client) => (await client.ok('GET', '/publications?page_size=500')).publications;
const byTitle = (list: { title: string }[]) => list.toSorted((a, b) => (a.title < b.title ? -1 : 1));

interface CslItem {
  readonly id: string;
  readonly title?: string;
  readonly author?: readonly Record<string, string>[];
  readonly issued?: unknown;
  readonly DOI?: string;
}

async function exported(client: Client, format: Format): Promise<string> {
  const response = await client.raw('GET', `/api/v1/publications/export?format=${format}&sort_by=title`);
  expect(response.status).toBe(200);
  return response.text();
}

const exportedItems = async (client: Client): Promise<CslItem[]> => JSON.parse(await exported(client, 'csl-json'));

test('a library of Zotero is previewed, imported with tags, notes and cite keys, and is known afterwards', async () => {
  const { admin } = await openService();
  const bib = fixture('zotero.bib');
  const counts = { links_created: 2, links_known: 0, publications_created: 2, skipped_records: 0 };
  const preview = await admin.ok(...send(bib, '?dry_run=true'));
  expect(preview).toMatchObject({ ...counts, warnings: ['Attached files are not imported.'] });
  expect(await listOf(admin)).toEqual([]);
  expect(await admin.ok(...send(bib, '?mark_read=true', TYPES.bibtex))).toEqual(preview);
  expect(byTitle(await listOf(admin))).toMatchObject([
    {
      ...{ title: 'Silt in the Elbe estuary: A CO₂ budget', year: 2021, is_read: true },
      ...{ venue_text: 'Journal of Rivers 12 (3), 1-20', pub_url: 'https://journal.example/silt?id=1&view=full' },
      display_identifier: expect.objectContaining({ value: '10.5555/silt.2021_1' }),
    },
    { title: 'Tides of $\\mathcal{H}$-systems', year: 2022, author_text: 'Kees Berg, …', is_read: true },
  ]);
  const { publications } = await admin.ok('GET', '/scholars/export');
  expect(publications.toSorted((a: CslItem, b: CslItem) => (String(a.title) < String(b.title) ? -1 : 1))).toMatchObject(
    [
      {
        ...{ scholar_id: null, is_added: true, cite_key: 'lund_silt_2021', notes: [] },
        tags: [{ name: '#toread' }, { name: 'estuaries' }, { name: 'Sediment transport' }],
        identifiers: [
          { kind: 'doi', value: '10.5555/silt.2021_1' },
          { kind: 'pmid', value: '31234567' },
        ],
      },
      { identifiers: [{ kind: 'arxiv', value: '2203.01234' }], notes: [{ text: 'Comment: 12 pages' }] },
    ],
  );
  const [silt] = (await exportedItems(admin)).filter(({ id }) => id === 'lund_silt_2021');
  expect(silt?.author).toEqual([
    { family: 'Lund', given: 'Åsa' },
    { family: 'García Márquez', given: 'Gabriel' },
    { family: 'Berg', given: 'Kees', 'non-dropping-particle': 'van der' },
    { literal: 'Deltares Research Team Nine' },
  ]);
  expect(await admin.ok(...send(bib))).toMatchObject({ links_created: 0, links_known: 2, links_updated: 0 });
  // the same papers by their identifiers, in another format
  expect(await admin.ok(...send(fixture('zotero.json')))).toMatchObject({ links_created: 0, links_known: 2 });
});

test.each([
  [
    'jabref.bib',
    ['The entry in line 28 (NoTitle2020) was skipped: title is missing.'],
    [
      ['A comma is missing', 2020, 'Ada Lost'],
      ['Gravel: A Survey', 2020, 'Åsa Lund'],
      ['Proceedings of the 3rd Conference on Sand', 2019, 'Ed Editor'],
      ['The DNA of sand – a study of Arenicola', 2019, 'Mehmet Öztürk, Jörg Müller Jr., É. Éluard'],
    ],
  ],
  [
    'mendeley.bib',
    ['Attached files are not imported.'],
    [
      ['Silt of Norwegian fjords', 2018, 'Jane Roe'],
      ['Water & ice', 2017, 'John A. Doe, Mary Smith'],
    ],
  ],
  [
    'manager.ris',
    ['The entry in line 33 was skipped: title is missing.', 'Attached files are not imported.'],
    [
      ['A book of sand', 2003, 'Ed Editor'],
      ['Silt in the Elbe estuary', 2021, 'Åsa Lund, Gabriel García Márquez, World Rivers Initiative Nine'],
      ['Silt of Norwegian fjords', 2018, 'Jane Roe Jr.'],
    ],
  ],
  [
    'zotero.json',
    ['Entry 3 (3) was skipped: title is missing.', 'Entry 4 was skipped: it must be an object.'],
    [
      [
        'Silt in the Elbe estuary',
        2021,
        'Åsa Lund, Gabriel García Márquez, Kees van der Berg, Deltares Research Team Nine',
      ],
      ['Tides', 2022, 'Kees Berg Jr.'],
    ],
  ],
])('imports %s as its program writes it, and says what cannot be read', async (file, warnings, wanted) => {
  const { admin } = await openService();
  const result = await admin.ok(...send(fixture(file)));
  expect(result.warnings).toEqual(warnings);
  expect(result.skipped_records).toBe(warnings.filter((one) => one.includes('skipped')).length);
  const list = byTitle(await listOf(admin)) as unknown as { title: string; year: number; author_text: string }[];
  expect(list.map(({ title, year, author_text }) => [title, year, author_text])).toEqual(wanted);
});

test.each(Object.keys(TYPES) as Format[])(
  'hostile titles and names survive an export and an import as %s',
  async (format) => {
    const { admin, newUser } = await openService();
    const publications = generatePublications(200).map(({ title, author_text, year }, at) => ({
      ...{ title, author_text, year, is_added: true },
      doi: at % 4 === 0 ? null : `10.5555/${at}(x)<y>_z`,
    }));
    await admin.ok('POST', '/scholars/import', { body: { scholars: [], publications } });
    const before = await exportedItems(admin);
    const other = await newUser('other');
    const result = await other.ok(...send(await exported(admin, format), '', TYPES[format]));
    expect(result).toMatchObject({ skipped_records: 0, links_created: before.length });
    const after = new Map((await exportedItems(other)).map((item) => [item.id, item]));
    const partsOf = ({ title = '', author = [], issued, DOI }: CslItem) => ({
      // some formats have no markup
      title: title.replace(/<\/?(?:i|b|su[bp])>/g, '').normalize('NFKC'),
      ...{ author, issued, DOI },
    });
    expect(before.map(({ id }) => ({ id, ...partsOf(after.get(id) ?? { id }) }))).toEqual(
      before.map((item) => ({ id: item.id, ...partsOf(item) })),
    );
  },
);

/** An item of each kind, with what its entries have fields for. */
const ofEachKind = KINDS.map((type, at) => ({
  ...{ id: `key${at}`, type, title: `Silt of kind ${at}`, author: [{ family: 'Lund', given: 'Ada' }] },
  issued: { 'date-parts': [[2020]] },
  ...(['article-journal', 'paper-conference', 'chapter'].includes(type) ? { 'container-title': 'Loops' } : {}),
  ...(type === 'article-journal' ? {} : { publisher: 'Loop Press' }),
  ...(['paper-conference', 'chapter', 'book'].includes(type)
    ? { ISBN: '9783446406957', editor: [{ family: 'Roe', given: 'Jane', suffix: 'Jr.' }] }
    : {}),
  ...(type === 'report' ? { number: '12' } : {}),
}));

test.each(Object.keys(TYPES) as Format[])(
  'kinds, editors, publishers, series and ISBNs survive an import, an export and an import as %s, and as an export of Lectern',
  async (format) => {
    const { admin, newUser } = await openService();
    const library = ofEachKind.map((one) => (one.type === 'book' ? { ...one, 'container-title': 'Series' } : one));
    const sorted = (items: CslItem[]) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await admin.ok(...send(JSON.stringify(library)));
    expect(sorted(await exportedItems(admin))).toEqual(sorted(library));
    const other = await newUser('other');
    const file = await exported(admin, format);
    expect(await other.ok(...send(file, '', TYPES[format]))).toMatchObject({ links_created: KINDS.length });
    expect(sorted(await exportedItems(other))).toEqual(sorted(library));
    expect(await exported(other, format)).toBe(file);
    const third = await newUser('third');
    await third.ok('POST', '/scholars/import', { body: await other.ok('GET', '/scholars/export') });
    expect(sorted(await exportedItems(third))).toEqual(sorted(library));
  },
);

const ODD = { toString: 0 };

test.each([
  ['@article{k, title={A}, journal={arXiv preprint arXiv:2101.00001}}', 'article'],
  ['@article{k, title={A}, eprint={2101.00001}, archiveprefix={arXiv}}', 'article'],
  ['@misc{k, title={A}, howpublished={Loop Press}}', 'document'],
  ['@misc{k, title={A}, howpublished={bioRxiv}}', 'article'],
  ['@online{k, title={A}, url={https://a.example/b}}', 'webpage'],
  ['@book{k, title={A}, eprint={2101.00001}, archiveprefix={arXiv}}', 'book'],
  ['@mastersthesis{k, title={A}, school={Loop School}}', 'thesis'],
  ['@proceedings{k, title={A}, editor={Lund, Ada}}', 'book'],
  ['TY  - EJOUR\nTI  - A\nER  - \n', 'article-journal'],
  ['TY  - GEN\nTI  - A\nT2  - Journal of Loops\nER  - \n', 'article-journal'],
  ['[{"type": "proceedings-article", "title": "A"}]', 'paper-conference'],
  ['[{"title": "A", "container-title": "Proceedings of Loops"}]', 'paper-conference'],
  // no text can be made of such objects
  [
    JSON.stringify([{ title: 'A', type: ODD, ISBN: [ODD], year: ODD, keyword: [ODD], author: [{ given: ODD }] }]),
    'document',
  ],
])('%j is cited as %s', async (file, kind) => {
  const { admin } = await openService();
  await admin.ok(...send(file));
  expect(await exportedItems(admin)).toMatchObject([{ title: 'A', type: kind }]);
});

test('files that are hostile, or of another kind, are refused in words', async () => {
  const { admin } = await openService();
  const bomb = Array.from({ length: 40 }, (_, n) => `@string{a${n + 1} = a${n} # a${n}}`).join('\n');
  const cases: [body: string, status: number, message: RegExp][] = [
    [
      `@string{a0 = "${'x'.repeat(100)}"}\n${bomb}\n@article{a, title = a40}`,
      422,
      /abbreviations \(@string\).*too long/,
    ],
    [`@comment{a}\n${'x'.repeat(65_000_000)}`, 413, /at most 64 MB/],
    ['@a{k,crossref={b}}\n'.repeat(260_000), 413, /250,000 publications/],
    [Array.from({ length: 260_000 }, (_, n) => `@set{${n},}`).join('\n'), 413, /250,000 publications/],
    ['<xml><records/></xml>', 422, /export the library as RefMan/],
    ['Dear editor, see @lund for the details.', 422, /format of this file is not known/],
    ['@comment{nothing}', 422, /no entries in this file/],
    ['[]', 422, /no entries in this file/],
    ['[{"title": "A"}', 400, /not valid JSON/],
  ];
  for (const [body, status, message] of cases) {
    const response = await admin.call(...send(body));
    expect([response.status, response.error?.message], body.slice(0, 50)).toEqual([
      status,
      expect.stringMatching(message),
    ]);
  }
  const deep = `${'{'.repeat(400_000)}x${'}'.repeat(400_000)}`;
  const long = `TY  - JOUR\nTI  - ${' ,'.repeat(600_000)}\nER  - \nTY  - JOUR\nTI  - Silt\nER  - \n`;
  const spaces = `@article{b, title = {a${' '.repeat(600_000)}b}, author = {A${' '.repeat(300_000)}}}`;
  const result = await admin.ok(...send(`@article{a, title = {A ${deep}}}\n@article{c,\n title = {Lost\n${spaces}`));
  expect(result.warnings).toMatchObject([
    'The entry in line 1 (a): fields were too long and were cut: title.',
    'The entry in line 2 (c) was skipped: it is not valid BibTeX: its last brace is missing.',
  ]);
  expect((await admin.ok(...send(long))).warnings).toEqual(['The entry in line 1 was skipped: it is too large.']);
  expect(byTitle(await listOf(admin)).map(({ title }) => title.slice(0, 5))).toEqual(['A {{{', 'Silt', 'a']);
});

test('the names that a user imported of a public publication are in nobody’s citations', async () => {
  const { admin, db, newUser } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAA1');
  const paper = { title: 'Silt', authors: 'A Lund', venue: 'Water 1, doi:10.5555/silt' };
  await savePageOf(db, scholar, [makeRow('AAAAAAAAAAA1:1', paper)]);
  const other = await newUser('other');
  const forged = '@article{k, title = {Silt}, doi = {10.5555/silt}, author = {Forged, Name and Other, Name}}';
  expect(await other.ok(...send(forged))).toMatchObject({ links_created: 1, publications_created: 0 });
  for (const client of [admin, other])
    expect((await exportedItems(client)).map(({ author }) => author)).toEqual([[{ family: 'Lund', given: 'A.' }]]);
});
