import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { anyOf, partsOf } from '../../../src/library/predicate.ts';
import { readList } from '../../../src/library/read-list.ts';
import { searchWords } from '../../../src/library/search-words.ts';
import { addWords } from '../../../src/library/word-store.ts';
import type { Client } from '../../support/client.ts';
import { adminId, endedRun, makeRow, savePageOf, track } from '../../support/library.ts';
import { putPdf } from '../../support/pdfs.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const DAY_MS = 24 * 3600_000;

const ROWS = {
  deep: {
    title: 'Deep learning of graphs',
    authors: 'J Smith, K Müller',
    venue: 'Nature 12',
    year: 2020,
    citations: 150,
  },
  shallow: { title: 'Shallow graphs, deep nature', authors: 'J Doe', venue: 'Graph Letters', year: 2024, citations: 3 },
  smith: { title: 'Who was Smith? A learning, deep', authors: 'Ö Nature', venue: null, year: null, citations: 0 },
  chinese: { title: '深度学习在图像识别中的应用', authors: '王小明', venue: '计算机学报', year: 2019, citations: 40 },
  later: { title: 'State-of-the-art methods', authors: "P O'Neil", venue: 'Proceedings', year: 2022, citations: 100 },
};
type Key = keyof typeof ROWS;

/** A library of these publications: `later` is by another scholar, found by the latest run, read and a favorite. */
async function startLibrary() {
  const service = await openService();
  const { db, admin } = service;
  const user = await adminId(db);
  const [zoe, ada] = [await track(db, user, 'AAAAAAAAAAAA'), await track(db, user, 'BBBBBBBBBBBB')];
  const rowOf = (key: Key) => makeRow(`A:${key}`, ROWS[key]);
  const old = new Date(Date.now() - 40 * DAY_MS);
  await savePageOf(db, zoe, (['deep', 'shallow', 'smith', 'chinese'] as const).map(rowOf), {
    name: 'Zoë Graphite',
    at: old,
  });
  await savePageOf(db, ada, [rowOf('later')], { name: 'Ada Loopback', runId: await endedRun(db, user) });
  const { publications } = await admin.ok('GET', '/publications');
  const ids = Object.fromEntries(publications.map((item: Item) => [keyOf(item), item.publication_id])) as Record<
    Key,
    number
  >;
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [ids.later] } });
  await admin.ok('POST', `/publications/${ids.later}/favorite`, { body: { is_favorite: true } });
  await putPdf(db, ids.deep, { status: 'resolved' });
  await putPdf(db, ids.shallow, { status: 'failed' });
  await sql`update publications set doi = '10.1000/x' where id = any(${[ids.chinese, ids.later]})`.execute(db);
  await sql`
    insert into publication_metadata (publication_id, source, fetched_at, abstract, authors, has_all_authors)
    values (${ids.deep}, 'crossref', now(), 'We study Étale cohomology of deep networks.', '[]', true),
      (${ids.chinese}, 'openalex', now(), '本文研究神经网络', '[]', true), (${ids.smith}, 'openalex', now(), null, '[]', true)`.execute(
    db,
  );
  await admin.ok('PUT', `/publications/${ids.deep}/tags`, { body: { tags: ['Thèse', 'to cite'] } });
  await admin.ok('PUT', `/publications/${ids.later}/tags`, { body: { tags: ['★', 'to cite'] } });
  return { ...service, user, ids, zoe, ada };
}

interface Item {
  readonly publication_id: number;
  readonly pub_url: string;
}

function keyOf({ pub_url: url }: Item): string {
  return url.split(':').at(-1) ?? '';
}

/** The keys of what a search finds, in alphabetical order. */
async function find(client: Client, text: string, more = ''): Promise<string> {
  const data = await client.ok('GET', `/publications?search=${encodeURIComponent(text)}${more}`);
  expect(data.total_count, text).toBe(data.publications.length);
  return data.publications.map(keyOf).sort().join(' ');
}

const ALL = Object.keys(ROWS).sort().join(' ');

/** Searches and what they find. */
const FOUND: Readonly<Record<string, string>> = {
  'deep graphs': 'deep shallow',
  'title:nature': 'shallow',
  'author:nature': 'smith',
  'venue:nature': 'deep',
  nature: 'deep shallow smith',
  'author:smith': 'deep',
  'author:MULLER title:lear': 'deep',
  'title:"deep learning"': 'deep',
  '"learning deep"': 'smith',
  '"graph"': 'shallow',
  '"graphs j"': '',
  '"12 deep"': '',
  '"state of the art"': 'later',
  'title:state-of-the-art': 'later',
  "author:o'neil": 'later',
  'title:学习': 'chinese',
  'title:"学习在"': 'chinese',
  'title:"在学习"': '',
  'year:2020': 'deep',
  'year:2020..2022': 'deep later',
  'year:>2020': 'later shallow',
  'year:..2020': 'chinese deep',
  '-year:2020..': 'chinese smith',
  'cited:>100': 'deep',
  'cited:>=100': 'deep later',
  'cited:..3': 'shallow smith',
  'is:unread': 'chinese deep shallow smith',
  'is:read': 'later',
  '-is:unread': 'later',
  'is:favorite': 'later',
  'is:new': 'later',
  '-is:new': 'chinese deep shallow smith',
  'has:pdf': 'deep',
  'has:doi': 'chinese later',
  'has:abstract': 'chinese deep',
  'abstract:etale': 'deep',
  'abstract:"deep networks"': 'deep',
  'abstract:"networks deep"': '',
  'abstract:神经': 'chinese',
  cohomology: '',
  'added:<7d': 'later',
  'added:7d': 'later',
  'added:>1m': 'chinese deep shallow smith',
  'added:2020-01-01..': ALL,
  'added:<2020': '',
  'added:<999y added:<9999w added:<9999m': ALL,
  'added:0001..9998-12-31': ALL,
  'scholar:zoe': 'chinese deep shallow smith',
  'scholar:"Ada Loopback"': 'later',
  'scholar:"Loopback Ada"': '',
  'scholar:nobody': '',
  'graphite -deep': 'chinese',
  '"Zoë Graphite" learning': 'deep smith',
  'graphite or is:read': ALL,
  'tag:these': 'deep',
  'tag:"To cite"': 'deep later',
  'tag:★': 'later',
  'tag:to': '',
  '-tag:"to cite" is:unread': 'chinese shallow smith',
  'tag:unknown': '',
  '-tag:unknown': ALL,
  'deep year:2020 or year:2024': 'deep shallow',
  '(deep year:2020) or is:read': 'deep later',
  'title:deep or author:nature -venue:letters': 'deep smith',
  '-(title:deep or is:read)': 'chinese',
  'nature -has:pdf': 'shallow smith',
  ـ: '',
  'deep ـ': 'deep shallow smith',
};

test('each field finds what it says, in small and in large libraries, and in every order', async () => {
  const { db, admin, user, zoe, ada } = await startLibrary();
  const searches = {
    ...FOUND,
    [`scholar:${zoe}`]: 'chinese deep shallow smith',
    [`scholar:${ada} title:state`]: 'later',
  };
  for (const isLarge of [false, true]) {
    if (isLarge) await db.transaction().execute((tx) => addWords(tx, user));
    for (const [text, keys] of Object.entries(searches))
      expect(await find(admin, text), `${text}, ${isLarge}`).toBe(keys);
    for (const sort of ['first_seen', 'title', 'year', 'citations', 'scholar', 'pdf_status'])
      for (const text of ['nature', 'has:doi or deep', '-abstract:x cited:<999', 'graphite or venue:proc is:read'])
        expect(await find(admin, text, `&sort_by=${sort}&sort_dir=asc`), `${text} by ${sort}`).toBe(
          await find(admin, text),
        );
  }
});

test('`-`, `or` and parentheses combine what their parts find', async () => {
  const { db, admin, user } = await startLibrary();
  type Tree = { text: string; keys: ReadonlySet<string> };
  const all = ALL.split(' ');
  const atom = fc
    .constantFrom(...Object.entries(FOUND).filter(([text]) => !/[ ـ]/.test(text)))
    .map(([text, keys]): Tree => ({ text, keys: new Set(keys.split(' ').filter((key) => key !== '')) }));
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      atom,
      tie('tree').map(({ text, keys }) => ({ text: `-(${text})`, keys: new Set(all.filter((key) => !keys.has(key))) })),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
        text: `(${a.text}) (${b.text})`,
        keys: new Set(all.filter((key) => a.keys.has(key) && b.keys.has(key))),
      })),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
        text: `((${a.text}) or (${b.text}))`,
        keys: new Set(all.filter((key) => a.keys.has(key) || b.keys.has(key))),
      })),
    ),
  }));
  for (const isLarge of [false, true]) {
    if (isLarge) await db.transaction().execute((tx) => addWords(tx, user));
    await fc.assert(
      fc.asyncProperty(tree, async ({ text, keys }) => {
        fc.pre(text.length <= 200);
        expect(await find(admin, text), text).toBe([...keys].sort().join(' '));
      }),
      { numRuns: 40 },
    );
  }
});

test('a search works with modes, filters, cursors, snapshots and mark-all-read', async () => {
  const { db, admin, ids, zoe } = await startLibrary();
  expect(await find(admin, 'graphs or has:doi', '&mode=unread')).toBe('chinese deep shallow');
  expect(await find(admin, 'is:unread', '&mode=latest')).toBe('');
  expect(await find(admin, 'is:read', '&favorite_only=true')).toBe('later');
  expect(await find(admin, 'year:2019..', '&year_to=2020')).toBe('chinese deep');
  expect(await find(admin, 'has:doi', `&scholar_profile_id=${zoe}`)).toBe('chinese');
  const text = `&search=${encodeURIComponent('-is:read cited:>0')}`;
  const first = await admin.ok('GET', `/publications?limit=2&sort_by=citations${text}`);
  await savePageOf(db, zoe, [makeRow('A:deep', ROWS.deep), makeRow('A:9', { citations: 5 })]);
  const paging = `&snapshot=${first.snapshot}&cursor=${encodeURIComponent(first.next_cursor)}`;
  const second = await admin.ok('GET', `/publications?limit=2&sort_by=citations${text}${paging}`);
  expect([first, second].map(({ publications }) => publications.map(keyOf))).toEqual([
    ['deep', 'chinese'],
    ['shallow'],
  ]);
  expect(second.next_cursor).toBeNull();
  const unread = await admin.ok('GET', '/publications?search=is:unread');
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [ids.deep] } });
  expect(await find(admin, 'is:unread', `&snapshot=${unread.snapshot}`)).toBe('9 chinese shallow smith');
  expect(await find(admin, 'is:unread', `&snapshot=${unread.snapshot}&keep_read=true`)).toBe(
    '9 chinese deep shallow smith',
  );
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [ids.deep], is_read: false } });
  const marked = await admin.ok('POST', '/publications/mark-all-read', {
    body: { search: 'title:deep or has:doi', snapshot: first.snapshot },
  });
  expect(marked.updated_count).toBe(4);
  expect(await find(admin, 'is:unread')).toBe('9');
  await admin.ok('POST', '/publications/mark-all-read/undo', { body: { undo_token: marked.undo_token } });
  expect(await find(admin, 'is:unread')).toBe('9 chinese deep shallow smith');
});

test('a mistake gets 422 with its place and a suggestion', async () => {
  const { admin } = await openService();
  const cases = [
    ['deep is:unred', { position: 8, length: 5, suggestion: 'unread' }],
    ['🙂 year:abc', { position: 8, length: 3, suggestion: null }],
    ['added:1000y', { position: 6, length: 5, suggestion: null }],
    ['added:9999', { position: 6, length: 4, suggestion: null }],
    ['cited:<0 year:>2147483647', { position: 14, length: 11, suggestion: null }],
    ['a ()', { position: 2, length: 2, suggestion: null }],
    ['a or ', { position: 2, length: 2, suggestion: null }],
  ] as const;
  for (const [text, place] of cases) {
    const answers = [
      await admin.call('GET', `/publications?search=${encodeURIComponent(text)}`),
      await admin.call('POST', '/publications/mark-all-read', { body: { search: text } }),
    ];
    for (const { status, error } of answers) {
      expect([status, error.code]).toEqual([422, 'validation_error']);
      expect(error.details).toEqual([{ path: 'search', message: expect.stringMatching(/\.$/), ...place }]);
      expect(error.message).toContain(error.details[0].message);
    }
  }
});

test('plain words are one condition, beside those that a scholar is named by', async () => {
  const { db, user, zoe } = await startLibrary();
  // only "graph" begins a word of a scholar's name
  const names = ['zoe', 'graphite', 'ada', 'loopback'];
  const word = fc.oneof(
    fc.constantFrom('deep', 'Größe', '深度', 'state-of-the-best', 'C++', 'b/c', 'graph', 'or:'),
    fc.stringMatching(/^[b-fi-y]{2,8}$/).filter((text) => !names.some((name) => name.startsWith(text))),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        word.filter((text) => !/^or$/i.test(text)),
        { minLength: 1, maxLength: 8 },
      ),
      async (typed) => {
        const text = typed.join(' ');
        const { condition } = await readList(db, user, { search: text });
        const texts = partsOf(condition).flatMap((one) => (one.kind === 'text' ? [one.words] : []));
        const others = partsOf(condition).filter(({ kind }) => kind !== 'text');
        expect(texts.length).toBeLessThan(2);
        expect(new Set(texts.join().match(/[^()& ]+/g))).toEqual(
          new Set(
            searchWords(text)
              .filter((one) => one !== 'graph')
              .map((one) => `'${one}':*`),
          ),
        );
        const named = anyOf({ kind: 'text', words: "'graph':*" }, { kind: 'scholars', ids: [zoe] });
        expect(others).toEqual(searchWords(text).includes('graph') ? [named] : []);
      },
    ),
  );
});

test('what other users track, mark and read does not change a search', async () => {
  const { db, admin, ids, newUser } = await startLibrary();
  const other = await newUser('other');
  const scholar = await track(db, other.userId, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, [makeRow('A:deep', ROWS.deep)], { runId: await endedRun(db, other.userId) });
  await other.ok('POST', '/publications/mark-read', { body: { publication_ids: [ids.deep] } });
  await other.ok('POST', `/publications/${ids.deep}/favorite`, { body: { is_favorite: true } });
  await other.ok('PUT', `/publications/${ids.deep}/tags`, { body: { tags: ['★', 'other'] } });
  for (const [text, keys] of Object.entries(FOUND)) expect(await find(admin, text), text).toBe(keys);
  expect(await find(admin, 'tag:other')).toBe('');
  expect(await find(other, 'tag:these or tag:★')).toBe('deep');
  expect(await find(other, 'is:unread or scholar:ada'), 'the scholar does not list `later`').toBe(
    'chinese shallow smith',
  );
  expect(await find(other, `scholar:${scholar} -is:new`)).toBe('');
  expect(await find(other, 'is:favorite is:new is:read')).toBe('deep');
  expect(await find(admin, `scholar:${scholar}`), 'the id of another user’s scholar').toBe('');
});
