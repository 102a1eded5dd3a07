import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { listQueries } from '../../support/list-queries.ts';
import { startTestService } from '../../support/test-service.ts';

const WORKS = {
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

test('finds works by the beginnings of their words, in many scripts; hostile strings find what they say or nothing', async () => {
  const { db, admin } = await startTestService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(
    db,
    scholar,
    Object.entries(WORKS).map(([key, work]) => makeRow(`A:${key}`, work)),
  );
  const find = async (text: string) => {
    const data = await admin.ok('GET', `/publications?search=${encodeURIComponent(text)}`);
    expect(data.total_count).toBe(data.publications.length);
    return data.publications
      .map((item: { pub_url: string }) => item.pub_url.split(':').at(-1))
      .sort()
      .join(' ');
  };
  const everything = Object.keys(WORKS).sort().join(' ');
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
  expect(await find(WORKS.quoted.title)).toBe('quoted');
  for (const bytes of ['%ff', '%ed%a0%80', '%', '%zz', '%C3%28']) {
    const { status } = await admin.call('GET', `/publications?search=${bytes}`);
    expect([200, 400, 422], bytes).toContain(status);
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
      expect((await admin.call('GET', `/publications?search=${encodeURIComponent(text)}`)).status).toBe(200);
    }),
    { numRuns: 60 },
  );
});

test('is served by the index in a larger library, and looks at the user’s own works only', async () => {
  const { db, admin, newUser, services } = await startTestService();
  const user = await adminId(db);
  const other = await newUser('other');
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, [makeRow('A:1')]);
  await sql`
    with works as (
      insert into publications (title, title_key, search_vector)
      select t, t, array_to_tsvector(string_to_array(t, ' ')) from generate_series(1, 20000) n, lateral (
        select string_agg(md5(n || ' ' || w), ' ') || case when n % 2000 = 0 then ' needle' else '' end as t from generate_series(1, 12) w
      ) texts
      returning id
    )
    insert into user_publications (user_id, publication_id, link_number, first_seen_at)
    select ${user}, id, 1 + row_number() over (), now() from works`.execute(db);
  const foreign = await track(db, other.userId, 'BBBBBBBBBBBB');
  await savePageOf(db, foreign, [makeRow('B:1', { title: 'A foreign needle' })]);
  await sql`analyze`.execute(db);
  expect((await admin.ok('GET', '/publications?search=need')).total_count).toBe(10);
  expect((await other.ok('GET', '/publications?search=need')).total_count).toBe(1);
  const { queries } = await listQueries(() => admin.ok('GET', '/publications?search=need'));
  const searches = queries.filter(({ text }) => text.includes('search_vector @@'));
  const [search] = searches;
  if (!search || searches.length > 1) throw new Error(`${searches.length} statements search`);
  const client = new pg.Client({ connectionString: services.config.databaseUrl ?? '' });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(`explain ${search.text}`, search.values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // once for the rows, once for their number
  expect(plan.split('Bitmap Index Scan on publications_search')).toHaveLength(3);
});
