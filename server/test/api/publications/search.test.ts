import { hash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { addWordsJob } from '../../../src/library/jobs/add-words.ts';
import { addPublications, adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { listQueries } from '../../support/list-queries.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const PUBLICATIONS = {
  graph: { title: 'Residual Graph Networks', authors: 'K Müller, J Ångström', venue: 'Proceedings of NeurIPS' },
  turkish: { title: 'IŞIK ve İSTANBUL üzerine', authors: 'Ö Yılmaz', venue: 'Türk Dergisi' },
  chinese: { title: '深度学习在图像识别中的应用', authors: '王小明', venue: '计算机学报' },
  japanese: { title: 'データベースの研究', authors: '田中太郎', venue: null },
  greek: { title: 'Η ΟΔΟΣ του λόγου', authors: 'Γ Παππάς', venue: null },
  arabic: { title: 'كِتَاب النحو', authors: 'سيبويه', venue: null },
  quoted: { title: `It's 100% "safe" \\ a_b & c | !d <-> (e):*`, authors: "O'Neil", venue: null },
  digits: { title: 'COVID-19 in 2020: an R² study', authors: null, venue: null },
  none: { title: '…?!', authors: null, venue: null },
};

test('search finds publications by word beginnings in many scripts; hostile strings match literally or not at all', async () => {
  const { db, admin } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(
    db,
    scholar,
    Object.entries(PUBLICATIONS).map(([key, publication]) => makeRow(`A:${key}`, publication)),
  );
  const find = async (text: string) => {
    const data = await admin.ok('GET', `/publications?search=${encodeURIComponent(text)}`);
    expect(data.total_count).toBe(data.publications.length);
    return data.publications
      .map((item: { pub_url: string }) => item.pub_url.split(':').at(-1))
      .sort()
      .join(' ');
  };
  const everything = Object.keys(PUBLICATIONS).sort().join(' ');
  const expected: Record<string, string> = {
    'muller graph net': 'graph',
    MÜLLER: 'graph',
    'mu\u0308ller': 'graph',
    'networks graph': 'graph',
    angstrom: 'graph',
    neurips: 'graph',
    'graph  müller\t': 'graph',
    raph: '',
    'graph cat': '',
    graphs: '',
    'isik istanbul': 'turkish',
    ışık: 'turkish',
    'yilmaz turk': 'turkish',
    学习: 'chinese',
    '王 计算机': 'chinese',
    データ: 'japanese',
    ﾃﾞｰﾀ: 'japanese',
    田中: 'japanese',
    οδοσ: 'greek',
    παππας: 'greek',
    كتاب: 'arabic',
    '100%': 'quoted',
    "it's": 'quoted',
    "o'neil": 'quoted',
    a_b: 'quoted',
    '"safe"': 'quoted',
    'covid-19': 'digits',
    r2: 'digits',
    'R²': 'digits',
    '202': 'digits',
    '%': '',
    _: '',
    '*': '',
    '?': '',
    '…': '',
    ':*': '',
    '&': '',
    '!': '',
    "'": '',
    '\\': '',
    '   ': '',
    '\0': '',
    '🙂': '',
    "'; drop table users; --": '',
    '!graph': 'graph',
    'graph | covid': '',
    'graph & net:*': 'graph',
    '(graph': 'graph',
    'graph\0net': 'graph',
    'g%': 'graph',
    "graph':Q": '',
    '': everything,
  };
  for (const [text, keys] of Object.entries(expected)) expect(await find(text), JSON.stringify(text)).toBe(keys);
  expect(await find(PUBLICATIONS.quoted.title)).toBe('quoted');
  for (const bytes of ['%ff', '%ed%a0%80', '%', '%zz', '%C3%28']) {
    const { status } = await admin.call('GET', `/publications?search=${bytes}`);
    expect([200, 400, 422], bytes).toContain(status);
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
      const { status, error } = await admin.call('GET', `/publications?search=${encodeURIComponent(text)}`);
      // parentheses with nothing between them
      if (/\(\s*\)/.test(text) && status === 422) expect(error.details[0].position).toBeGreaterThanOrEqual(0);
      else expect(status).toBe(200);
    }),
    { numRuns: 60 },
  );
});

test('search finds the publications of a tracked scholar by the scholar’s name', async () => {
  const { db, admin, newUser } = await openService();
  const user = await adminId(db);
  const [first, second] = [await track(db, user, 'AAAAAAAAAAAA'), await track(db, user, 'BBBBBBBBBBBB')];
  const rowsOf = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => makeRow(`${letter}:${at}`, { title: `Networks ${letter}${at}` }));
  await savePageOf(db, first, rowsOf('A', 3), { name: 'Zoë Müller-Ångström' });
  await savePageOf(db, second, [...rowsOf('B', 2), makeRow('B:9', { title: 'Zoe, a survey' })], { name: '王小明' });
  const other = await newUser('other');
  await savePageOf(db, await track(db, other.userId, 'AAAAAAAAAAAA'), rowsOf('A', 3));
  const find = async (client: typeof admin, text: string, more = '') => {
    const data = await client.ok('GET', `/publications?search=${encodeURIComponent(text)}${more}`);
    expect(data.total_count).toBe(data.publications.length);
    return data.publications.map((item: { title: string }) => item.title.replace('Networks ', '')).sort();
  };
  const [ofFirst, survey] = [['A0', 'A1', 'A2'], 'Zoe, a survey'];
  expect(await find(admin, 'Zoë Müller-Ångström')).toEqual(ofFirst);
  expect(await find(admin, 'angstrom muller')).toEqual(ofFirst);
  expect(await find(admin, 'zo')).toEqual([...ofFirst, survey]);
  expect(await find(admin, 'müller a1'), 'one word of the name, one of the title').toEqual(['A1']);
  expect(await find(admin, 'müller survey')).toEqual([]);
  expect(await find(admin, '王小明')).toEqual(['B0', 'B1', survey]);
  expect(await find(admin, 'zo', `&scholar_profile_id=${second}`)).toEqual([survey]);
  expect(await find(admin, 'zo', '&year_from=2021')).toEqual([]);
  expect(await find(other, 'zoë')).toEqual(ofFirst);
  expect(await find(other, '王'), 'whom only others track').toEqual([]);
});

test('search uses the index in a large library, and reads only the user’s own publications', async () => {
  const { db, admin, newUser, services } = await openService();
  const user = await adminId(db);
  const other = await newUser('other');
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, [makeRow('A:1')]);
  const words = (n: number) => Array.from({ length: 12 }, (_, w) => hash('md5', `${n} ${w}`, 'hex')).join(' ');
  const titles = Array.from({ length: 20_000 }, (_, n) => ({ title: `${words(n)}${n % 2000 === 0 ? ' needle' : ''}` }));
  const ids = await addPublications(db, titles);
  await sql`
    insert into user_publications (user_id, publication_id, entry_number, first_seen_at)
    select ${user}, id, 1 + at, now() from unnest(${ids}::bigint[]) with ordinality as k (id, at)`.execute(db);
  const foreign = await track(db, other.userId, 'BBBBBBBBBBBB');
  await savePageOf(db, foreign, [makeRow('B:1', { title: 'A foreign needle' })]);
  // entries that wait to be put into the index make it cost more
  await sql`vacuum analyze`.execute(db);
  expect((await admin.ok('GET', '/publications?search=need')).total_count).toBe(10);
  expect((await other.ok('GET', '/publications?search=need')).total_count).toBe(1);
  const client = new pg.Client({ connectionString: services.config.databaseUrl ?? '' });
  await client.connect();
  onTestFinished(() => client.end());
  const readPlan = async (column: string) => {
    const { queries } = await listQueries(() => admin.ok('GET', '/publications?search=need'));
    const searches = queries.filter(({ text }) => text.includes(`${column} @@`));
    const [search] = searches;
    if (!search || searches.length > 1) throw new Error(`${searches.length} statements search`);
    const { rows } = await client.query(`explain ${search.text}`, search.values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  // one scan for the rows, one for their count
  expect((await readPlan('search_vector')).split('Bitmap Index Scan on publications_search')).toHaveLength(3);
  await addWordsJob.run(services);
  await sql`analyze library_words`.execute(db);
  expect((await admin.ok('GET', '/publications?search=need')).total_count).toBe(10);
  // few rows are read once for both
  expect((await readPlan('words')).split('CTE counted')[0]).toContain('Bitmap Index Scan on library_words_search');
});
