import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { saveMetadata } from '../../../src/enrichment/publication-store.ts';
import type { Client } from '../../support/client.ts';
import { exportWithoutReading, longText, untilExporting } from '../../support/exports.ts';
import { hasPython } from '../../support/has-python.ts';
import { adminId, makeRow, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { addMetadata } from '../../support/prepare.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const ADA = 'AAAAAAAAAAA1';
const BEN = 'BBBBBBBBBBB2';
const EXPORT = '/publications/export?format=';

/** The text of an export. */
async function exported(client: Client, query: string): Promise<string> {
  const response = await client.raw('GET', `/api/v1${EXPORT}${query}`);
  expect(response.status).toBe(200);
  return response.text();
}

/** The titles of an export, or another field of CSL-JSON. */
async function list(client: Client, query: string, field = 'title'): Promise<string[]> {
  return JSON.parse(await exported(client, `csl-json&${query}`)).map((item: Record<string, string>) => item[field]);
}

async function idsByTitle(client: Client): Promise<Record<string, number>> {
  const { publications } = await client.ok('GET', '/publications?page_size=500');
  return Object.fromEntries(
    publications.map((one: { title: string; publication_id: number }) => [one.title, one.publication_id]),
  );
}

/** A library of one scholar with four publications. */
async function startLibrary(): Promise<Service & { scholar: number }> {
  const service = await openService();
  const scholar = await track(service.db, await adminId(service.db), ADA);
  await savePageOf(service.db, scholar, [
    makeRow(`${ADA}:1`, {
      title: 'The DNA of sea ice: 50% & more',
      authors: 'JK Müller, C van der Berg, ...',
      venue: 'Nature 521 (7553), 436-444',
      year: 2015,
    }),
    makeRow(`${ADA}:2`, { title: 'Glaciers', authors: 'A Lund', year: 2019, citations: 5 }),
    makeRow(`${ADA}:3`, { title: 'Glaciers again', authors: 'A Lund', year: 2020 }),
    makeRow(`${ADA}:4`, { title: '=cmd()', authors: null, year: null }),
  ]);
  return Object.assign(service, { scholar });
}

test('one paper in each format, with its media type and file name', async () => {
  const { admin } = await startLibrary();
  const id = (await idsByTitle(admin))['The DNA of sea ice: 50% & more'];
  const get = async (format: string) => {
    const response = await admin.raw('GET', `/api/v1${EXPORT}${format}&ids=${id}`);
    return [
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
      Buffer.from(await response.arrayBuffer()).toString(),
    ];
  };
  expect(await get('bibtex')).toEqual([
    'application/x-bibtex; charset=utf-8',
    'attachment; filename="publications.bib"',
    '@article{muller2015dna,\n  author = {Müller, J. K. and van der Berg, C. and others},\n' +
      '  title = {The {DNA} of sea ice: 50\\% \\& more},\n  journal = {Nature},\n  year = {2015},\n  volume = {521},\n' +
      '  number = {7553},\n  pages = {436--444}\n}\n',
  ]);
  expect(await get('ris')).toEqual([
    'application/x-research-info-systems; charset=utf-8',
    'attachment; filename="publications.ris"',
    [
      ...['TY  - JOUR', 'ID  - muller2015dna', 'AU  - Müller, J. K.', 'AU  - van der Berg, C.'],
      ...['TI  - The DNA of sea ice: 50% & more', 'PY  - 2015', 'T2  - Nature', 'VL  - 521', 'IS  - 7553'],
      ...['SP  - 436', 'EP  - 444', 'N1  - The list of authors is incomplete.', 'ER  - ', '', ''],
    ].join('\r\n'),
  ]);
  const [type, name, text] = await get('csl-json');
  expect([type, name]).toEqual([
    'application/vnd.citationstyles.csl+json; charset=utf-8',
    'attachment; filename="publications.json"',
  ]);
  expect(JSON.parse(text ?? '')).toEqual([
    {
      id: 'muller2015dna',
      type: 'article-journal',
      title: 'The DNA of sea ice: 50% & more',
      author: [
        { family: 'Müller', given: 'J. K.' },
        { family: 'Berg', given: 'C.', 'non-dropping-particle': 'van der' },
      ],
      issued: { 'date-parts': [[2015]] },
      'container-title': 'Nature',
      volume: '521',
      issue: '7553',
      page: '436-444',
      note: 'The list of authors is incomplete.',
    },
  ]);
  expect(await get('csv')).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="publications.csv"',
    '\ufeffcite_key,type,title,authors,year,container_title,publisher,volume,issue,pages,issn,doi,arxiv,pmid,url,citation_count\r\n' +
      'muller2015dna,article-journal,The DNA of sea ice: 50% & more,"Müller, J. K.; van der Berg, C.; …",2015,Nature,,521,7553,436-444,,,,,,0\r\n',
  ]);
});

test.runIf(hasPython)("a Markdown file for each paper has its abstract, and its user's tags and notes", async () => {
  const { admin, db, newUser } = await startLibrary();
  const ids = await idsByTitle(admin);
  const [id = 0, merged = 0] = [ids['The DNA of sea ice: 50% & more'], ids.Glaciers];
  await addMetadata(db, id, 'crossref', { abstract: 'Ice at *50*_%_ of $x_i$ <b>\nthaws.' });
  await admin.ok('PUT', `/publications/${id}/tags`, { body: { tags: ['to cite', 'ice'] } });
  const write = (client: Client, publication: number, text: string) =>
    client.ok('PUT', `/notes/${randomUUID()}`, { body: { publication_id: publication, text, revision: 0 } });
  await write(admin, id, 'Read **section 3**.');
  await write(admin, merged, 'Thin.');
  await merge(db, id, merged);
  const other = await newUser('other');
  await savePageOf(db, await track(db, other.userId, ADA), [
    makeRow(`${ADA}:2`, { title: 'Glaciers', authors: 'A Lund', year: 2019 }),
  ]);
  await write(other, id, 'Not for others.');
  const files = await markdownOf(admin, 'sort_by=title');
  expect(Object.keys(files)).toEqual(['muller2015dna.md', 'lund2020glaciers.md', 'anonndcmd.md']);
  expect(files['muller2015dna.md']).toBe(
    [
      ...['---', 'citekey: "muller2015dna"', 'title: "The DNA of sea ice: 50% & more"'],
      ...['authors: ["J. K. Müller","C. van der Berg","…"]', 'year: 2015', 'type: "article-journal"'],
      ...['container: "Nature"', 'tags: ["ice","to-cite"]', '---', '', '## Abstract', ''],
      ...[
        'Ice at \\*50\\*\\_%\\_ of $x_i$ \\<b\\>',
        'thaws.',
        '',
        '## Notes',
        '',
        'Read **section 3**.',
        '',
        'Thin.',
        '',
      ],
    ].join('\n'),
  );
  expect(files['anonndcmd.md']).toBe('---\ncitekey: "anonndcmd"\ntitle: "=cmd()"\ntype: "document"\n---\n');
  expect(await markdownOf(admin, 'search=nothing')).toEqual({});
  expect(Object.keys(await markdownOf(admin, `ids=${id}`))).toEqual(['muller2015dna.md']);
});

/** The files of a Markdown export by their names, as another program unpacks them. */
async function markdownOf(client: Client, query: string): Promise<Record<string, string>> {
  const response = await client.raw('GET', `/api/v1${EXPORT}markdown&${query}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const unpack = `
import io, json, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None
print(json.dumps({name: archive.read(name).decode() for name in archive.namelist()}))`;
  const { stdout } = spawnSync('python3', ['-c', unpack], { input: Buffer.from(await response.arrayBuffer()) });
  return JSON.parse(stdout.toString());
}

test('an export has what the list has, in its order', async () => {
  const { admin, scholar } = await startLibrary();
  const ids = await idsByTitle(admin);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [ids.Glaciers] } });
  await admin.ok('POST', `/publications/${ids['Glaciers again']}/favorite`, { body: { is_favorite: true } });
  const all = ['=cmd()', 'Glaciers', 'Glaciers again', 'The DNA of sea ice: 50% & more'];
  expect(await list(admin, 'sort_by=title&sort_dir=asc')).toEqual(all);
  expect(await list(admin, 'sort_by=title')).toEqual(all.toReversed());
  expect(await list(admin, 'sort_by=citations')).toHaveLength(4);
  expect((await list(admin, 'sort_by=citations'))[0]).toBe('Glaciers');
  expect(await list(admin, 'mode=unread&sort_by=title&sort_dir=asc')).toEqual(all.filter((one) => one !== 'Glaciers'));
  expect(await list(admin, 'favorite_only=true')).toEqual(['Glaciers again']);
  expect(await list(admin, 'search=glac&sort_by=year')).toEqual(['Glaciers again', 'Glaciers']);
  expect(await list(admin, 'year_from=2016&year_to=2019')).toEqual(['Glaciers']);
  expect(await list(admin, `scholar_profile_id=${scholar}`)).toHaveLength(4);
  const { snapshot } = await admin.ok('GET', '/publications');
  expect(await list(admin, `snapshot=${snapshot}`)).toHaveLength(4);
  const selected = `ids=${ids.Glaciers},${ids['Glaciers again']},${ids.Glaciers}`;
  expect(await list(admin, `${selected}&sort_by=year&sort_dir=asc`)).toEqual(['Glaciers', 'Glaciers again']);
  expect(await exported(admin, 'bibtex&search=nothing')).toBe('');
  expect(await list(admin, 'search=nothing')).toEqual([]);
  const csv = await exported(admin, `csv&ids=${ids['=cmd()']}`);
  expect(csv.split('\r\n')[1]).toMatch(/^anonndcmd,article-journal,'=cmd\(\),|^anonndcmd,document,'=cmd\(\),/);
});

test('bad parameters are refused before anything is sent', async () => {
  const { admin } = await startLibrary();
  const ids = Object.values(await idsByTitle(admin));
  await admin.fails(400, 'invalid_ids_param', 'GET', `${EXPORT}bibtex&ids=`);
  await admin.fails(400, 'invalid_ids_param', 'GET', `${EXPORT}bibtex&ids=1,x`);
  const many = Array.from({ length: 1001 }, (_, at) => at + 1).join();
  await admin.fails(400, 'invalid_ids_param', 'GET', `${EXPORT}bibtex&ids=${many}`);
  await admin.fails(404, 'publication_not_found', 'GET', `${EXPORT}bibtex&ids=${ids[0]},999999`);
  await admin.fails(404, 'publication_not_found', 'GET', `${EXPORT}bibtex&ids=${ids[0]}&search=nothing`);
  await admin.fails(404, 'scholar_not_found', 'GET', `${EXPORT}bibtex&scholar_profile_id=999999`);
  await admin.fails(400, 'invalid_snapshot', 'GET', `${EXPORT}bibtex&snapshot=x`);
});

test('keys never change, and each user has keys of their own', async () => {
  const { admin, db, newUser, scholar } = await startLibrary();
  const ids = await idsByTitle(admin);
  const keyOf = async (client: Client, title: string) => (await list(client, `ids=${ids[title]}`, 'id'))[0];
  // the first that is cited gets the key without a letter
  expect(await keyOf(admin, 'Glaciers again')).toBe('lund2020glaciers');
  expect(await keyOf(admin, 'Glaciers')).toBe('lund2019glaciers');
  // the same author, year and word
  await savePageOf(db, scholar, [makeRow(`${ADA}:5`, { title: 'Glaciers anew', authors: 'A Lund', year: 2020 })]);
  Object.assign(ids, await idsByTitle(admin));
  expect(await keyOf(admin, 'Glaciers anew')).toBe('lund2020glaciersa');
  // a new title and year
  const renamed = makeRow(`${ADA}:5`, { title: 'Something else', authors: 'B Berg', year: 2024 });
  await savePageOf(db, scholar, [renamed]);
  expect(await list(admin, `ids=${ids['Glaciers anew']}`)).toEqual(['Something else']);
  expect(await keyOf(admin, 'Glaciers anew')).toBe('lund2020glaciersa');
  // another user starts from the first letter, so the letters reveal nothing about other libraries
  const other = await newUser('other');
  await savePageOf(db, await track(db, other.userId, BEN), [
    makeRow(`${BEN}:1`, { title: 'Glaciers of others', authors: 'A Lund', year: 2020 }),
  ]);
  expect(await list(other, '', 'id')).toEqual(['lund2020glaciers']);
  for (const format of ['bibtex', 'csv'])
    await other.fails(404, 'publication_not_found', 'GET', `${EXPORT}${format}&ids=${ids.Glaciers}`);
  // untracking hides the publications, and tracking shows them with their keys
  await admin.ok('DELETE', `/scholars/${scholar}`);
  expect(await list(admin, '', 'id')).toEqual([]);
  await savePageOf(db, await track(db, await adminId(db), ADA), [renamed]);
  expect(await list(admin, '', 'id')).toContain('lund2020glaciersa');
});

test('a canonical publication keeps its key through a merge and its undo, and so does the merged one', async () => {
  const { admin, db } = await startLibrary();
  const ids = await idsByTitle(admin);
  const [canonical = 0, merged = 0, fresh = 0] = [ids.Glaciers, ids['Glaciers again'], ids['=cmd()']];
  const key = async (id: number) => (await list(admin, `ids=${id}`, 'id'))[0];
  expect([await key(canonical), await key(merged)]).toEqual(['lund2019glaciers', 'lund2020glaciers']);
  const job = await merge(db, canonical, merged);
  // the merged id leads to the canonical publication
  expect([await key(canonical), await key(merged)]).toEqual(['lund2019glaciers', 'lund2019glaciers']);
  expect(await list(admin, `ids=${merged},${canonical}`, 'id')).toHaveLength(1);
  await unmerge(db, job);
  expect([await key(canonical), await key(merged)]).toEqual(['lund2019glaciers', 'lund2020glaciers']);
  // a canonical publication that was never cited takes the key of the one merged into it
  const next = await merge(db, fresh, merged);
  expect(await key(fresh)).toBe('lund2020glaciers');
  await unmerge(db, next);
  expect([await key(fresh), await key(merged)]).toEqual(['anonndcmd', 'lund2020glaciers']);
});

test('requests at the same time agree on the keys', async () => {
  const { admin, db } = await openService();
  const scholar = await track(db, await adminId(db), ADA);
  await savePageOf(
    db,
    scholar,
    makeRows(ADA, [0, 200], () => ({ title: 'Editorial', year: 2020 })),
  );
  const ids = (await admin.ok('GET', '/publications?page_size=500')).publications.map(
    (one: { publication_id: number }) => one.publication_id,
  );
  // more requests than there are connections to the database
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const chosen = ids.filter((_id: number, n: number) => n % 40 >= at % 20);
      const keys = await list(admin, `ids=${chosen}&sort_by=first_seen`, 'id');
      const order = await list(admin, `ids=${chosen}&sort_by=first_seen`, 'id');
      expect(order).toEqual(keys);
      return keys;
    }),
  );
  const all = await list(admin, '', 'id');
  expect(new Set(all).size).toBe(ids.length);
  for (const keys of answers) expect(keys.every((key) => all.includes(key))).toBe(true);
});

test('names are those of the enrichment source, with the family names that it marks', async () => {
  const { admin, db } = await startLibrary();
  const { Glaciers: id = 0 } = await idsByTitle(admin);
  const authors = [
    { name: 'Ana María López de la Fuente', family: 'López de la Fuente' },
    { name: 'Ice Core Consortium', family: null },
  ];
  await addMetadata(db, id, 'crossref', { authors });
  expect(await exported(admin, `bibtex&ids=${id}`)).toContain(
    'author = {{López de la Fuente}, Ana María and {Ice Core Consortium}}',
  );
});

test('a client that disconnects ends the export, which is then free for the next one', async () => {
  const service = await openService();
  const { admin, db } = service;
  const scholar = await track(db, await adminId(db), ADA);
  await savePageOf(
    db,
    scholar,
    makeRows(ADA, [0, 3000], (at) => ({ venue: `${at} ${longText(4000)}` })),
  );
  const socket = exportWithoutReading(admin, `${EXPORT}ris`);
  await untilExporting(db, 1);
  await admin.fails(429, 'rate_limited', 'GET', `${EXPORT}bibtex`);
  // one paper does not wait for the library
  const { publications } = await admin.ok('GET', '/publications?page_size=1');
  expect(await exported(admin, `bibtex&ids=${publications[0].publication_id}`)).toContain('@article{');
  socket.destroy();
  await untilExporting(db, 0);
  expect(await list(admin, '')).toHaveLength(3000);
  expect(service.log()).not.toContain('a download failed');
});

test('keys are in the export of the library, and an import overwrites none', async () => {
  const { admin, db } = await startLibrary();
  const ids = await idsByTitle(admin);
  await list(admin, `ids=${ids['Glaciers again']}`, 'id');
  const file = await admin.ok('GET', '/scholars/export');
  const keysIn = (library: { publications: { title: string; cite_key: string | null }[] }) =>
    Object.fromEntries(library.publications.map((one) => [one.title, one.cite_key]));
  expect(keysIn(file)).toMatchObject({ 'Glaciers again': 'lund2020glaciers', Glaciers: null });
  // another installation
  const other = await openService();
  await other.admin.ok('POST', '/scholars/import', { body: file });
  expect(keysIn(await other.admin.ok('GET', '/scholars/export'))).toEqual(keysIn(file));
  // a preview, a key of another publication, one that is not a key, and one for a publication that has one
  const change = (key: (title: string) => string | null) => ({
    ...file,
    publications: file.publications.map((one: { title: string }) => ({ ...one, cite_key: key(one.title) })),
  });
  await admin.ok('POST', '/scholars/import?dry_run=true', { body: change((title) => title.replace(/\W/g, '')) });
  expect(keysIn(await admin.ok('GET', '/scholars/export'))).toEqual(keysIn(file));
  const wrong: Record<string, string> = { Glaciers: 'lund2020glaciers', '=cmd()': 'a}b', 'Glaciers again': 'mine' };
  await admin.ok('POST', '/scholars/import', { body: change((title) => wrong[title] ?? null) });
  expect(keysIn(await admin.ok('GET', '/scholars/export'))).toEqual(keysIn(file));
  await admin.ok('POST', '/scholars/import', { body: change((title) => (title === 'Glaciers' ? 'ice' : null)) });
  expect(await list(admin, `ids=${ids.Glaciers}`, 'id')).toEqual(['ice']);
  expect(await db.selectFrom('cite_keys').select('key').orderBy('key').execute()).toEqual([
    { key: 'ice' },
    { key: 'lund2020glaciers' },
  ]);
});

test('what Crossref says of the same DOI counts before the text about the venue, and changes no key', async () => {
  const { admin, db } = await openService();
  const scholar = await track(db, await adminId(db), ADA);
  const venue = 'Natur 521 (7553), 4, doi:10.1000/nature';
  await savePageOf(db, scholar, [makeRow(`${ADA}:1`, { title: 'Glaciers', authors: 'A Lund', year: 2019, venue })]);
  const { Glaciers: id = 0 } = await idsByTitle(admin);
  const before = await exported(admin, 'bibtex');
  expect(before).toMatch(/^@article\{lund2019glaciers,/);
  const say = (source: string, recordId: string, container: string) =>
    db.transaction().execute((tx) =>
      saveMetadata(tx, [
        {
          ...{ publicationId: id, source, fetchedAt: null },
          authors: [{ name: 'Zoe Zed', family: 'Zed' }],
          metadata: {
            ...{ recordId, abstract: null, hasAllAuthors: true, referencedWorks: null, isRetracted: null },
            ...{ relations: null, citationCount: null },
            biblio: {
              ...{ type: 'proceedings-article', container, publisher: 'Ice & Co', volume: '7' },
              ...{ issue: null, pages: '1-9', issn: '1234-5678' },
            },
          },
        },
      ]),
    );
  await say('crossref', '10.1000/preprint', 'Another version');
  expect(await exported(admin, 'bibtex')).toContain('journal = {Natur');
  await say('openalex', 'W1', 'Notes on Ice');
  expect(await list(admin, '', 'container-title')).toEqual(['Notes on Ice']);
  await say('crossref', '10.1000/nature', 'Proceedings of Ice');
  expect(await exported(admin, 'bibtex')).toBe(
    [
      ...['@inproceedings{lund2019glaciers,', '  author = {Zed, Zoe},', '  title = {Glaciers},'],
      ...['  booktitle = {Proceedings of Ice},', '  publisher = {Ice \\& Co},', '  year = {2019},', '  volume = {7},'],
      ...['  pages = {1--9},', '  doi = {10.1000/nature}', '}', ''],
    ].join('\n'),
  );
});
