import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ReadPage, type ReadRow, readRows } from './read-rows.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const big = 'sandbx01AAAJ';
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

async function getPage(of: Sandbox, path: string): Promise<ReadPage> {
  const response = await fetch(of.origin + path);
  expect(response.status).toBe(200);
  return readRows(await response.text());
}

async function getAll(of: Sandbox, id: string, order = ''): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for (let more = true; more; ) {
    const page = await getPage(of, `/citations?user=${id}&cstart=${rows.length}&pagesize=100${order}`);
    expect(page.range).toBe(`Articles ${rows.length + 1}–${rows.length + page.rows.length}`);
    rows.push(...page.rows);
    more = page.hasMore;
  }
  return rows;
}

test('the inbox shows each mail, and runs nothing of it', async () => {
  const withInbox = await startSandbox({ scholars: 'none', hasInbox: true });
  const transport = createTransport(withInbox.env.SMTP_URL);
  const html = '<html><head></head><body><script>alert(1)</script><p>Hello</p></body></html>';
  await transport.sendMail({ from: 'a@b.example', to: 'ada@example.org', subject: '<b>News</b>', text: 'Hello', html });
  transport.close();
  expect(withInbox.mails).toMatchObject([{ number: 1, to: 'ada@example.org', subject: '<b>News</b>' }]);
  const get = (path: string) => fetch(`${withInbox.origin}/_sandbox/inbox${path}`);
  expect(await (await get('')).text()).toContain('<a href="/_sandbox/inbox/1">&lt;b&gt;News&lt;/b&gt;</a>');
  expect(await (await get('/1')).text()).toContain('src="/_sandbox/inbox/1/html"');
  const shown = await get('/1/html');
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups[^;]*; default-src 'none'/);
  expect(await shown.text()).toContain('<p>Hello</p>');
  expect(await (await get('/1/text')).text()).toBe('Hello\n');
  expect(await (await get('/1/source')).text()).toContain('Subject: <b>News</b>');
  expect((await get('/2')).status).toBe(404);
  expect(await (await fetch(withInbox.origin)).text()).toContain('<a href="/_sandbox/inbox">');
  await withInbox.close();
});

describe('profiles', () => {
  test('each start serves the same pages', async () => {
    const again = await startSandbox();
    const path = `/citations?user=${big}&cstart=1200&pagesize=100`;
    expect(await getPage(again, path)).toEqual(await getPage(sandbox, path));
    await again.close();
  });

  test('a publication depends only on its number: a longer profile begins with the publications of the shorter one', async () => {
    const other = await startSandbox({ scholars: 'none' });
    sandbox.addScholar('sameSameSame', 30, { firstYear: 2000 });
    other.addScholar('sameSameSame', 90, { firstYear: 2000 });
    const [short, long] = await Promise.all([getAll(sandbox, 'sameSameSame'), getAll(other, 'sameSameSame')]);
    const byId = new Map(long.map((row) => [row.rowId, row]));
    expect(short.map((row) => byId.get(row.rowId)?.title)).toEqual(short.map((row) => row.title));
    await other.close();
  });

  test('paging returns each of 3,000 publications once, in both orders', async () => {
    const byCitations = await getAll(sandbox, big);
    const byYear = await getAll(sandbox, big, '&sortby=pubdate');
    const ids = new Set(byCitations.map((row) => row.rowId));
    expect(ids.size).toBe(3000);
    expect(new Set(byYear.map((row) => row.rowId))).toEqual(ids);
    const counts = byCitations.map((row) => Number(row.citations));
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    const years = byYear.map((row) => (row.year === '' ? 0 : Number(row.year)));
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    expect(years.at(-1)).toBe(0);
    const page = await getPage(sandbox, `/citations?user=${big}`);
    expect(page.rows).toHaveLength(20);
    expect(page.totals[0]).toBe(counts.reduce((sum, count) => sum + count, 0));
  });

  test('a profile of exactly one page disables "Show more"', async () => {
    expect((await getPage(sandbox, '/citations?user=sandbx18AAAJ')).hasMore).toBe(false);
    expect((await getPage(sandbox, '/citations?user=sandbx08AAAJ&pagesize=500')).rows).toHaveLength(100);
    expect((await getPage(sandbox, '/citations?user=sandbx08AAAJ&cstart=100&pagesize=100')).range).toMatch(
      /no articles/,
    );
  });

  test('the demo has every oddity of the real pages', async () => {
    const rows = (await Promise.all(sandbox.scholars.map(({ id }) => getAll(sandbox, id)))).flat();
    const has = (what: string, fits: (row: ReadRow) => boolean) => expect(rows.some(fits), what).toBe(true);
    has('no year', (row) => row.year === '');
    has('no venue', (row) => row.venue === '');
    has('not cited', (row) => row.citations === '' && row.cluster === null);
    has('italics', (row) => row.titleMarkup.includes('<i>'));
    has('an entity', (row) => row.title.includes('&') || row.venue.includes('&'));
    has('a cut list of authors', (row) => row.authors.endsWith(', ...'));
    has('a cut venue', (row) => row.venue.endsWith('\u00a0…'));
    has('a generic title', (row) => row.title === 'Editorial');
    has('a preprint', (row) => /^arXiv preprint arXiv:\d{4}\.\d{4,5}$/.test(row.venue));
    has('a DOI in the venue', (row) => row.venue.includes('doi:10.5555/'));
    const parts = rows.filter((row) => row.title.endsWith('. Part I'));
    const second = rows.find((row) => parts.some((part) => row.title === `${part.title}I` && row.year === part.year));
    expect(second?.authors).toBe(parts.find((part) => `${part.title}I` === second?.title)?.authors);
    const looks = new Map<string, ReadRow>();
    const twins = rows.filter((row) => {
      const key = [row.rowId.split(':')[0], row.title, row.year, row.authors].join('/');
      const other = looks.get(key);
      looks.set(key, row);
      return other !== undefined && other.rowId !== row.rowId;
    });
    expect(twins.length).toBeGreaterThan(5);
    expect(rows.length).toBe(sandbox.scholars.reduce((sum, { publications }) => sum + publications, 0));
  });

  test('a publication of two scholars has one cluster id, two row codes and both names', async () => {
    const clusters = new Map((await getAll(sandbox, big)).map((row) => [row.cluster, row]));
    const guest = await getAll(sandbox, 'sandbx09AAAJ');
    const shared = guest.filter((row) => row.cluster !== null && clusters.has(row.cluster));
    expect(shared.length).toBeGreaterThan(10);
    for (const row of shared) {
      const own = clusters.get(row.cluster);
      expect(own?.title).toBe(row.title);
      expect(own?.rowId.split(':')[1]).not.toBe(row.rowId.split(':')[1]);
      expect(own?.authors).toBe(row.authors);
      expect(row.authors.includes('李晓明') || row.authors.endsWith('...')).toBe(true);
    }
  });

  test('a fault of the search for people does not affect profiles', async () => {
    sandbox.setFault('name_search', { kind: 'signin', times: 1 });
    const search = `${sandbox.origin}/citations?view_op=search_authors&mauthors=muller`;
    expect((await fetch(`${sandbox.origin}/citations?user=sandbx02AAAJ`, { redirect: 'manual' })).status).toBe(200);
    expect((await fetch(search, { redirect: 'manual' })).status).toBe(302);
    expect((await fetch(search, { redirect: 'manual' })).status).toBe(200);
  });
});

describe('control', () => {
  test('faults and publications are set over HTTP, and requests are listed', async () => {
    const post = (path: string, body: object) =>
      fetch(`${sandbox.origin}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await post('faults', { key: big, kind: 'unusual', times: 1 })).status).toBe(200);
    expect((await post('faults', { key: big, kind: 'no such' })).status).toBe(400);
    expect((await fetch(`${sandbox.origin}/citations?user=${big}`)).status).toBe(429);
    expect((await fetch(`${sandbox.origin}/citations?user=${big}`)).status).toBe(200);
    await post('faults', { key: 'google_scholar', kind: 'error' });
    expect((await fetch(`${sandbox.origin}/citations?user=${big}`)).status).toBe(503);
    await fetch(`${sandbox.origin}/_sandbox/faults`, { method: 'DELETE' });
    expect((await fetch(`${sandbox.origin}/citations?user=${big}`)).status).toBe(200);
    expect((await post('publications', { profile_id: 'sandbx21AAAJ', title: 'From outside', year: 2025 })).status).toBe(
      201,
    );
    expect((await post('publications', { profile_id: 'nobody' })).status).toBe(404);
    const requested = { profile_id: 'sandbx21AAAJ', copy: 'repository', oddity: 'comment' };
    expect(await (await post('publications', requested)).json()).toMatchObject({
      publication: {
        copy: 'repository',
        oddity: 'comment',
        openAccess: true,
        doi: expect.stringMatching(/^10\.5555\//),
      },
    });
    const second = { profile_id: 'sandbx21AAAJ', n: 1_000_001, change: 'concern' };
    const notices = [{ nature: 'Expression of concern' }];
    expect(await (await post('changes', second)).json()).toMatchObject({
      publication: { copy: 'repository', notices },
    });
    for (const wrong of [{ change: 'no such' }, { n: 1 }, { profile_id: 'nobody' }, { n: undefined }])
      expect((await post('changes', { ...second, ...wrong })).status).toBe(400);
    const unknown = { profile_id: 'sandbx21AAAJ', copy: 'no such', oddity: 7 };
    expect(await (await post('publications', unknown)).json()).toMatchObject({
      publication: { copy: 'direct', oddity: null },
    });
    expect((await getAll(sandbox, 'sandbx21AAAJ')).map((row) => row.title)).toContain('From outside');
    expect(sandbox.requestCount('google_scholar')).toBe(5);
    expect(sandbox.requestCount()).toBe(5);
    expect(sandbox.requests[0]).toMatchObject({
      source: 'google_scholar',
      path: `/citations?user=${big}`,
      profileId: big,
    });
  });

  test('the front page lists all scholars', async () => {
    const html = await (await fetch(sandbox.origin)).text();
    for (const { id } of sandbox.scholars) expect(html).toContain(id);
    for (const word of ['europepmc', 'issue_doi', 'repository', 'challenge_page']) expect(html).toContain(word);
    expect(sandbox.scholars).toHaveLength(24);
  });
});
