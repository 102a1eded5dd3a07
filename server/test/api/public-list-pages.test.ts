import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../support/library.ts';
import { merge, unmerge } from '../support/merges.ts';
import { putPdf } from '../support/pdfs.ts';
import { addMetadata } from '../support/prepare.ts';
import { open, parse, publish, read, textsOf, titlesOf } from '../support/public-lists.ts';
import { serviceOfFile } from '../support/service.ts';
import { startTagged } from './tags/tagged-library.ts';

const openService = serviceOfFile();
const AS_BROWSER = { headers: { accept: 'text/html,application/xhtml+xml' } };

test('a paper of a list has a page with the tags that search engines for papers read', async () => {
  const { admin, db, idOf, scholar } = await startTagged(openService);
  const venue_text = 'Journal of Ice 12 (3), 1-20';
  const facts = { title: 'Water (H<sub>2</sub>O) & "ice"', venue_text, year: 2024, doi: '10.1/x<y' };
  await db.updateTable('publications').set(facts).where('id', '=', idOf(3)).execute();
  await putPdf(db, idOf(3), { status: 'resolved', url: 'https://files.example/x.pdf' });
  const authors = [
    { name: 'Aaa van Name', family: 'van Name' },
    { name: 'Kim Berg', family: 'Berg' },
  ];
  await addMetadata(db, idOf(3), 'crossref', { authors });
  const list = await publish(admin, {
    slug: 'slow-science',
    scope: 'scholar',
    scholar_profile_id: scholar,
    name: 'Lab',
  });
  const href = (await open(list)).querySelector('.lectern-cite')?.getAttribute('href') ?? '';
  const ending = href.replace('/p/slow-science', '');
  const page = await open(list, ending);
  const tags = [...page.querySelectorAll('meta[name^=citation_]')].map((tag) => [
    tag.getAttribute('name')?.replace('citation_', ''),
    tag.getAttribute('content'),
  ]);
  expect(tags).toEqual([
    ['title', 'Water (H₂O) & "ice"'],
    ['author', 'van Name, Aaa'],
    ['author', 'Berg, Kim'],
    ['publication_date', '2024'],
    ['journal_title', 'Journal of Ice'],
    ['volume', '12'],
    ['issue', '3'],
    ['firstpage', '1'],
    ['lastpage', '20'],
    ['doi', '10.1/x<y'],
    ['pdf_url', 'https://files.example/x.pdf'],
  ]);
  expect(textsOf(page, 'title, h1, nav, .lectern-byline')).toEqual([
    'Water (H₂O) & "ice" · Lab',
    'Lab',
    'Water (H2O) & "ice"',
    'Aaa van Name, Kim Berg. Journal of Ice 12 (3), 1–20. 2024.',
  ]);
  expect(page.querySelector('pre')?.textContent).toMatch(/^@article\{/);
  expect(page.querySelector('nav a')?.getAttribute('href')).toBe('/p/slow-science');
  expect(JSON.parse(page.querySelector('script')?.textContent ?? '')).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ScholarlyArticle',
    mainEntityOfPage: href,
  });
  const coins = [...page.querySelectorAll('.Z3988')].map(
    (span) => new URLSearchParams(span.getAttribute('title') ?? ''),
  );
  expect(coins.map((one) => one.get('rft_id'))).toEqual(['info:doi/10.1/x<y']);

  const response = await fetch(list.url + ending);
  const tag = response.headers.get('etag') ?? '';
  expect((await fetch(list.url + ending, { headers: { 'if-none-match': tag } })).status).toBe(304);
  expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
  // what leaves the list leaves its page at once
  await admin.ok('PUT', `/public-lists/${list.id}`, { body: { slug: list.slug, name: 'Lab', hidden_ids: [idOf(3)] } });
  expect((await fetch(list.url + ending)).status).toBe(404);
  await admin.ok('PUT', `/public-lists/${list.id}`, { body: { slug: list.slug, name: 'Lab', is_indexed: false } });
  expect((await open(list, ending)).querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  await admin.ok('DELETE', `/public-lists/${list.id}`);
  expect((await fetch(list.url + ending)).status).toBe(404);
});

test('where nothing is public, browsers get the same page everywhere, and programs the same error', async () => {
  const { admin, scholar, url } = await startTagged(openService);
  const list = await publish(admin, { slug: 'revoked', scope: 'scholar', scholar_profile_id: scholar });
  const own = await publish(admin, { slug: 'here', scope: 'scholar', scholar_profile_id: scholar });
  await admin.ok('DELETE', `/public-lists/${list.id}`);
  const paths = ['/p/revoked', '/p/never-was', '/p/NO', '/p/a%00b', '/p/revoked/key', `/p/${own.slug}/unknown`];
  const pages = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(url + path, AS_BROWSER);
      const headers = ['content-type', 'content-security-policy', 'cache-control', 'x-robots-tag', 'x-frame-options'];
      return {
        status: response.status,
        headers: headers.map((name) => response.headers.get(name)),
        text: await response.text(),
      };
    }),
  );
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
  expect(pages[0]).toMatchObject({
    status: 404,
    headers: ['text/html; charset=utf-8', expect.stringContaining('frame-ancestors *'), 'no-store', 'noindex', null],
  });
  expect(textsOf(parse(pages[0]?.text ?? ''), 'h1')).toEqual(['Nothing is public here']);
  for (const path of [...paths, '/p/revoked.bib']) {
    const response = await fetch(url + path, path.endsWith('.bib') ? AS_BROWSER : {});
    expect(await response.json(), path).toMatchObject({ error: { code: 'list_not_found' } });
  }
});

test('a preview is the page that is then published, and saves nothing', async () => {
  const { admin, idOf, scholar, url } = await startTagged(openService);
  const body = {
    slug: 'our-lab',
    scope: 'scholar',
    scholar_profile_id: scholar,
    name: 'Our lab',
    text: 'What we wrote.',
    pinned_ids: [idOf(5)],
    hidden_ids: [idOf(2)],
  };
  const { html } = await admin.ok('POST', '/public-lists/preview', { body });
  expect((await fetch(`${url}/p/our-lab`)).status).toBe(404);
  expect((await admin.ok('GET', '/public-lists')).public_lists).toEqual([]);
  const list = await publish(admin, body);
  expect(html.replaceAll(url, '')).toBe(await read(list));
  const { id } = await admin.ok('POST', '/views', {
    body: { name: 'Unread', parameters: { search: 'is:unread' } },
    status: 201,
  });
  const ofView = { slug: 'mine', scope: 'view', view_id: id };
  await admin.fails(422, 'validation_error', 'POST', '/public-lists/preview', { body: ofView });
});

test('pages of other sites may ask whether a list has changed', async () => {
  const { admin, scholar } = await startTagged(openService);
  const list = await publish(admin, { slug: 'our-lab', scope: 'scholar', scholar_profile_id: scholar });
  const origin = 'https://lab.example';
  for (const ending of ['', '.json', '.atom', '/unknown']) {
    const { status, headers } = await fetch(list.url + ending, { headers: { origin } });
    expect(status).toBe(ending === '/unknown' ? 404 : 200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('etag');
    const preflight = await fetch(list.url + ending, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'if-none-match',
    });
  }
  const response = await admin.raw('GET', '/api/v1/public-lists', { headers: { origin } });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test('a choice for a merged paper counts for the one that is shown, and is its own again after the undo', async () => {
  const { admin, db } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(
    db,
    scholar,
    makeRows('A', [0, 5], (at) => ({ year: 2015 + at })),
  );
  const { publications } = await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc');
  const [a = 0, b = 0, c = 0, d = 0]: number[] = publications.map(
    (one: { publication_id: number }) => one.publication_id,
  );
  const body = { slug: 'chosen', scope: 'scholar', scholar_profile_id: scholar, pinned_ids: [a], hidden_ids: [c] };
  const list = await publish(admin, body);
  const works = (...numbers: number[]) => numbers.map((at) => `Work A:${at}`);
  const idsOf = async () => (await admin.ok('GET', '/public-lists')).public_lists[0];
  expect(await titlesOf(list)).toEqual(works(0, 4, 3, 1));
  const jobs = [await merge(db, b, a), await merge(db, d, c)];
  // of merged papers, the first title is shown
  expect(await titlesOf(list)).toEqual(works(0, 4));
  expect(textsOf(await open(list), 'h2')).toEqual(['Selected', '2019']);
  // what the web application reads and saves again, with another heading
  expect(await idsOf()).toMatchObject({ pinned_ids: [b], hidden_ids: [d] });
  const again = { slug: 'chosen', name: 'Again', pinned_ids: [b], hidden_ids: [d] };
  await admin.ok('PUT', `/public-lists/${list.id}`, { body: again });
  expect(await titlesOf(list)).toEqual(works(0, 4));
  for (const job of jobs.reverse()) await unmerge(db, job);
  expect(await idsOf()).toMatchObject({ pinned_ids: [a], hidden_ids: [c] });
  expect(await titlesOf(list)).toEqual(works(0, 4, 3, 1));
  // what is taken back while they are merged is not there after the undo
  const job = await merge(db, b, a);
  await admin.ok('PUT', `/public-lists/${list.id}`, { body: { ...again, pinned_ids: [], hidden_ids: [c] } });
  await unmerge(db, job);
  expect(await titlesOf(list)).toEqual(works(4, 3, 1, 0));
});

test('reading in the library does not make a list again, and a change of what it has does', async () => {
  const { admin, db, idOf, setTags } = await startTagged(openService);
  await setTags(2, ['topic']);
  await setTags(3, ['topic']);
  const { tags } = await admin.ok('GET', '/tags');
  const list = await publish(admin, { slug: 'topic', scope: 'tag', tag_id: tags[0].id });
  const before = await titlesOf(list);
  await db.updateTable('publications').set({ title: 'Found out later' }).where('id', '=', idOf(2)).execute();
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  expect(await titlesOf(list)).toEqual(before);
  await setTags(3, []);
  expect(await titlesOf(list)).toEqual(['Found out later']);
});
