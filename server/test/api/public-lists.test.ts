// @ts-expect-error: the package has no types
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-ris';
import { parse as parseBibtex } from '@retorquere/bibtex-parser';
import { parseAtomFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { adminId, makeRow, makeRows, savePageOf, track } from '../support/library.ts';
import { merge } from '../support/merges.ts';
import { putPdf } from '../support/pdfs.ts';
import { addMetadata } from '../support/prepare.ts';
import { open, type Page, parse, publish, read, textsOf, titlesOf } from '../support/public-lists.ts';
import { serviceOfFile } from '../support/service.ts';
import { startTagged } from './tags/tagged-library.ts';

const openService = serviceOfFile();
const openWithout = serviceOfFile({ env: { PUBLIC_LISTS: '0' } });
const FORMATS = ['', '.bib', '.ris', '.json', '.atom', '.js'];

test('a page, its files, its feed and its script say the same of each publication', async () => {
  const { admin, db, idOf } = await startTagged(openService);
  await db
    .updateTable('publications')
    .set({
      title: 'Water (H<sub>2</sub>O) & <i>ice</i>',
      venue_text: 'Journal of Ice 12 (3), 1-20',
      year: 2024,
      doi: '10.1/x<y',
    })
    .where('id', '=', idOf(3))
    .execute();
  await putPdf(db, idOf(3), { status: 'resolved', url: 'https://files.example/x.pdf' });
  const authors = [
    { name: 'Aaa Name', family: 'Name' },
    { name: 'Kim Berg', family: 'Berg' },
  ];
  await addMetadata(db, idOf(3), 'crossref', { authors });
  await db.updateTable('profiles').set({ display_name: 'A. Name' }).execute();
  const text = 'What we wrote.\nSince 2014.';
  const list = await publish(admin, {
    slug: 'slow-science',
    scope: 'view',
    ...(await viewOf(admin)),
    name: 'Our <lab>',
    text,
  });
  const page = await open(list);
  expect(textsOf(page, 'h1, header p')).toEqual(['Our <lab>', 'What we wrote.', 'Since 2014.']);
  expect(textsOf(page, 'h2')).toEqual(['2024', '2020']);
  expect(page.querySelectorAll('.lectern-paper')).toHaveLength(10);
  const first = page.querySelector('.lectern-paper');
  expect(first?.querySelector('.lectern-title')?.innerHTML).toBe(
    '<a href="https://doi.org/10.1/x%3Cy" target="_top">Water (H<sub>2</sub>O) &amp; <i>ice</i></a>',
  );
  expect(first?.querySelector('.lectern-byline')?.textContent).toBe('Aaa Name, Kim Berg. Journal of Ice 12 (3), 1–20.');
  expect([...(first?.querySelectorAll('b') ?? [])].map((own) => own.textContent)).toEqual(['Aaa Name']);
  expect([...(first?.querySelectorAll('.lectern-links a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
    'https://doi.org/10.1/x%3Cy',
    'https://files.example/x.pdf',
    `/p/slow-science/${first?.id}`,
  ]);
  const coins = new URLSearchParams(first?.querySelector('.Z3988')?.getAttribute('title') ?? '');
  expect([coins.get('rft.atitle'), coins.getAll('rft.au'), coins.get('rft_id'), coins.get('rft.date')]).toEqual([
    'Water (H₂O) & ice',
    ['Aaa Name', 'Kim Berg'],
    'info:doi/10.1/x<y',
    '2024',
  ]);
  const linked = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
  expect([linked['@type'], linked.numberOfItems, linked.itemListElement[0].item]).toEqual([
    'ItemList',
    10,
    expect.objectContaining({
      '@type': 'ScholarlyArticle',
      name: 'Water (H₂O) & ice',
      datePublished: '2024',
      author: [
        { '@type': 'Person', name: 'Aaa Name' },
        { '@type': 'Person', name: 'Kim Berg' },
      ],
    }),
  ]);
  const [bib, ris, json, atom] = await Promise.all(
    ['.bib', '.ris', '.json', '.atom'].map((ending) => read(list, ending)),
  );
  const { entries, errors } = parseBibtex(bib ?? '');
  expect([entries.length, errors.length, entries[0]?.fields.doi]).toEqual([10, 0, '10.1/x<y']);
  expect(new Cite(ris).data).toHaveLength(10);
  expect(JSON.parse(json ?? '')[0]).toMatchObject({ id: entries[0]?.key, title: expect.stringContaining('Water') });
  const feed = parseAtomFeed(atom ?? '');
  expect([feed.title?.value, feed.entries?.length]).toEqual(['Our <lab>', 10]);
  expect(feed.entries?.find(({ title }) => title?.value.startsWith('Water'))).toMatchObject({
    links: [{ rel: 'alternate', href: 'https://doi.org/10.1/x%3Cy' }, { rel: 'enclosure' }],
  });
  const embedded = runEmbed(await read(list, '.js'));
  expect(textsOf(embedded, '.lectern-title')).toEqual(textsOf(page, '.lectern-title'));
  expect(embedded.querySelectorAll('script, style, [id]')).toHaveLength(0);
});

async function viewOf(client: Parameters<typeof publish>[0], parameters: object = {}) {
  const { id } = await client.ok('POST', '/views', {
    body: { name: JSON.stringify(parameters), parameters },
    status: 201,
  });
  return { view_id: id };
}

/** A page in which the script stood. */
function runEmbed(script: string) {
  const page = parse('<body><script></script></body>');
  Object.defineProperty(page, 'currentScript', { value: page.querySelector('script') });
  new Function('document', script)(page);
  return page;
}

test('hostile texts of a publication stay text in every format', async () => {
  const { admin, db } = await openService();
  const texts = [...Object.values(HOSTILE_TEXTS), '</script><script>alert(1)</script>', '</title><!--', "x' onload='y"];
  const rows = texts.map((text, at) => makeRow(`A:${at}`, { title: `${at} ${text}`, authors: text, venue: text }));
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, rows, { name: '<b>Ada</b>' });
  await db.updateTable('publications').set({ pub_url: 'javascript:alert(1)//https://x' }).execute();
  for (const [at, text] of texts.entries()) {
    const body = {
      slug: `hostile-${at}`,
      scope: 'scholar',
      scholar_profile_id: scholar,
      name: `a ${text}`.slice(0, 100),
      text,
    };
    const list = await publish(admin, body);
    const page = await open(list);
    expect(textsOf(page, 'title')).toEqual([list.name]);
    expect(textsOf(page, 'h1')).toEqual([list.name]);
    expect(page.querySelectorAll('.lectern-paper')).toHaveLength(texts.length);
    for (const shown of [page, runEmbed(await read(list, '.js'))]) expectHarmless(shown);
    for (const { id } of page.querySelectorAll('.lectern-paper')) expectHarmless(parse(await read(list, `/${id}`)));
    expect(textsOf(page, 'h1 *, title *')).toEqual([]);
    expect(JSON.parse(page.querySelector('script')?.textContent ?? '').numberOfItems).toBe(texts.length);
    expect(parseAtomFeed(await read(list, '.atom')).entries).toHaveLength(texts.length);
  }
});

const TAGS =
  'A B BODY CITE DIV FOOTER H1 H2 HEAD HEADER HTML I LI LINK MAIN META NAV OL P PRE SCRIPT SECTION SPAN STRONG STYLE SUB SUP TITLE'.split(
    ' ',
  );

/** No element, script or attribute of an event comes from a text, and links lead only to the web or into the page. */
function expectHarmless(page: Page): void {
  const elements = [...page.querySelectorAll('*')];
  expect(elements.map(({ tagName }) => tagName).filter((name) => !TAGS.includes(name))).toEqual([]);
  expect(elements.flatMap(({ attributes }) => [...attributes].filter(({ name }) => name.startsWith('on')))).toEqual([]);
  const scripts = [...page.querySelectorAll('script')].map((script) => script.getAttribute('type'));
  expect(scripts.filter((type) => type !== 'application/ld+json')).toEqual([]);
  const links = [...page.querySelectorAll('[href]')].map((link) => link.getAttribute('href') ?? '');
  expect(links.filter((href) => !/^(https?:\/\/|#|\/p\/[a-z0-9-]+(\.|\/[a-z0-9]+$|$))/.test(href))).toEqual([]);
}

test('strangers see nothing that its user said, and nothing that only an import of the user has', async () => {
  const { admin, idOf, setTags, other } = await startTagged(openService);
  await admin.ok('PUT', `/notes/${crypto.randomUUID()}`, {
    body: { publication_id: idOf(1), text: 'SECRET note', revision: 0 },
  });
  await setTags(1, ['SECRET tag', 'shown']);
  const publications = [{ title: 'SECRET manuscript', author_text: 'A Author', year: 2025, is_favorite: true }];
  await admin.ok('POST', '/scholars/import', { body: { schema_version: 1, scholars: [], publications } });
  await admin.ok('POST', `/publications/${idOf(1)}/favorite`, { body: { is_favorite: true } });
  const list = await publish(admin, { slug: 'favorites-of-mine', scope: 'favorites' });
  const before = await Promise.all(FORMATS.map((ending) => read(list, ending)));
  for (const text of before) expect(text).not.toMatch(/SECRET|admin@|is_read|citation_count/i);
  expect(await titlesOf(list)).toEqual(['Work A:1']);
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  expect(await Promise.all(FORMATS.map((ending) => read(list, ending)))).toEqual(before);
  const withImported = { slug: list.slug, name: list.name, has_imported: true };
  await admin.ok('PUT', `/public-lists/${list.id}`, { body: withImported });
  expect(await titlesOf(list)).toEqual(['SECRET manuscript', 'Work A:1']);

  for (const search of ['is:unread', '-is:read', 'is:new', 'note:secret', 'A or (has:note A)']) {
    const body = { slug: 'my-reading', scope: 'view', ...(await viewOf(admin, { search })) };
    expect((await admin.fails(422, 'validation_error', 'POST', '/public-lists', { body })).error.message).toMatch(
      /read or noted/,
    );
  }
  // a view that is changed afterwards
  const view = await viewOf(admin, { mode: 'unread', search: 'A:2' });
  const ofView = await publish(admin, { slug: 'by-search', scope: 'view', ...view });
  expect(await titlesOf(ofView)).toEqual(['Work A:2']);
  await admin.ok('PATCH', `/views/${view.view_id}`, { body: { parameters: { search: 'is:unread' } } });
  expect((await fetch(ofView.url)).status).toBe(404);

  const theirs = await publish(other, { slug: 'nothing', scope: 'favorites' });
  expect(await titlesOf(theirs)).toEqual([]);
  for (const [method, path, body] of [
    ['PUT', `/public-lists/${list.id}`, withImported],
    ['DELETE', `/public-lists/${list.id}`, undefined],
  ] as const)
    await other.fails(404, 'list_not_found', method, path, body && { body });
  const taken = await other.fails(409, 'address_taken', 'POST', '/public-lists', {
    body: { slug: list.slug, scope: 'favorites' },
  });
  expect(JSON.stringify(taken.error)).not.toMatch(/admin/);
  expect((await other.ok('GET', '/public-lists')).public_lists).toMatchObject([{ slug: 'nothing' }]);
});

test('a list is gone at once when it is revoked, moved, or its user, view or tag is gone', async () => {
  const { admin, idOf, setTags, other } = await startTagged(openService);
  await setTags(2, ['topic']);
  const { tags } = await admin.ok('GET', '/tags');
  const [tag] = tags;
  const list = await publish(admin, { slug: 'topic', scope: 'tag', tag_id: tag.id });
  const statuses = async (slug: string) =>
    Promise.all(FORMATS.map(async (ending) => (await fetch(list.url.replace(/topic$/, slug) + ending)).status));
  const [found, gone] = [FORMATS.map(() => 200), FORMATS.map(() => 404)];
  expect([list.name, await statuses('topic'), await titlesOf(list)]).toEqual(['Publications', found, ['Work A:2']]);
  await setTags(4, ['topic', 'other']);
  expect(await titlesOf(list)).toEqual(['Work A:2', 'Work A:4']);
  await admin.ok('PATCH', `/tags/${tag.id}`, { body: { name: 'other', merge: true } });
  expect(await titlesOf(list)).toEqual(['Work A:2', 'Work A:4']);
  await admin.ok('PUT', `/public-lists/${list.id}`, { body: { slug: 'moved', name: 'Moved' } });
  expect([await statuses('topic'), await statuses('moved')]).toEqual([gone, found]);
  await admin.ok('DELETE', `/public-lists/${list.id}`);
  expect(await statuses('moved')).toEqual(gone);

  const theirs = await publish(other, { slug: 'theirs', scope: 'favorites' });
  expect(await statuses('theirs')).toEqual(found);
  expect((await admin.ok('GET', '/admin/public-lists')).public_lists).toMatchObject([
    { url: theirs.url, email: 'other@lectern.example', user_id: other.userId },
  ]);
  await admin.ok('PATCH', `/admin/users/${other.userId}/active`, { body: { is_active: false } });
  expect(await statuses('theirs')).toEqual(gone);
  expect(idOf(0)).toBeGreaterThan(0);
});

test('options choose years, kinds, and papers that come first or are left out, also after a merge', async () => {
  const { admin, db } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  const preprint = { kind: 'doi' as const, value: '10.48550/arxiv.2001.00001', confidence: 1 };
  await savePageOf(
    db,
    scholar,
    makeRows('A', [0, 6], (at) => ({ year: 2015 + at, ...(at === 5 ? { identifiers: [preprint] } : {}) })),
  );
  const { publications } = await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc');
  const ids: number[] = publications.map((one: { publication_id: number }) => one.publication_id);
  const body = {
    slug: 'chosen',
    scope: 'scholar',
    scholar_profile_id: scholar,
    year_from: 2016,
    pinned_ids: [ids[3], ids[1]],
  };
  const list = await publish(admin, { ...body, hidden_ids: [ids[4]] });
  const works = (...numbers: number[]) => numbers.map((at) => `Work A:${at}`);
  expect(await titlesOf(list)).toEqual(works(3, 1, 5, 2));
  expect(textsOf(await open(list), 'h2')).toEqual(['Selected', '2020', '2017']);
  await merge(db, ids[2] ?? 0, ids[1] ?? 0);
  expect(await titlesOf(list)).toEqual(works(3, 1, 5));
  const change = (options: object) =>
    admin.ok('PUT', `/public-lists/${list.id}`, { body: { slug: 'chosen', name: 'Chosen', ...options } });
  await change({ order: 'oldest', kinds: 'published' });
  expect(await titlesOf(list)).toEqual(works(0, 1, 3, 4));
  await change({ kinds: 'preprints', is_indexed: false });
  expect(await titlesOf(list)).toEqual(works(5));
  expect((await fetch(list.url)).headers.get('x-robots-tag')).toBe('noindex');
  expect((await open(list)).querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
});

test('caches may keep a list, any page may request it, and cookies do not count', async () => {
  const { admin, db, scholar } = await startTagged(openService);
  const list = await publish(admin, { slug: 'our-lab', scope: 'scholar', scholar_profile_id: scholar });
  for (const ending of FORMATS) {
    const anonymous = await fetch(list.url + ending);
    const signedIn = await admin.raw('GET', new URL(list.url + ending).pathname);
    expect(await signedIn.text()).toBe(await anonymous.text());
    const headers = Object.fromEntries(anonymous.headers);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      age: '0',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    expect([headers['set-cookie'], headers['x-frame-options']]).toEqual([undefined, undefined]);
    const plain = await fetch(list.url + ending, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), plain.headers.get('etag')]).toEqual([null, headers.etag]);
    const again = await fetch(list.url + ending, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
  expect((await fetch(list.url)).headers.get('content-security-policy')).toMatch(
    /^default-src 'none';style-src 'sha256-[\w+/=]+';base-uri 'none';form-action 'none';frame-ancestors \*$/,
  );
  const { headers } = await fetch(list.url);
  await savePageOf(db, scholar, [makeRow('A:new', { title: 'Newest', year: 2026 })]);
  expect((await titlesOf(list))[0]).toBe('Newest');
  expect((await fetch(list.url)).headers.get('etag')).not.toBe(headers.get('etag'));
});

const OPTIONS = {
  ...{ text: '', order: 'newest', kinds: 'all', year_from: null, year_to: null },
  ...{ has_bold_names: true, is_indexed: true, has_imported: false },
};

test('PUBLIC_LISTS=0 switches all lists off', async () => {
  const { admin, db, url } = await openWithout();
  const userId = await adminId(db);
  const row = { user_id: userId, slug: 'our-lab', name: 'Lab', scope: 'favorites', options: JSON.stringify(OPTIONS) };
  await db.insertInto('public_lists').values(row).execute();
  expect(await Promise.all(FORMATS.map(async (ending) => (await fetch(`${url}/p/our-lab${ending}`)).status))).toEqual(
    FORMATS.map(() => 404),
  );
  const body = { slug: 'another', scope: 'favorites' };
  const { error } = await admin.fails(403, 'public_lists_disabled', 'POST', '/public-lists', { body });
  expect(error.message).toMatch(/switched off/);
  expect(await admin.ok('GET', '/public-lists')).toMatchObject({
    is_enabled: false,
    public_lists: [{ slug: 'our-lab' }],
  });
});
