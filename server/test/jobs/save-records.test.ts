import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { NewRecord } from '../../src/publications/records.ts';
import { saveRecords } from '../../src/publications/save-records.ts';
import { saveProfile, saveProfileFacts } from '../../src/scholars/store.ts';
import { GOOGLE_SCHOLAR } from '../../src/sources/source.ts';
import { makeRow } from '../support/library.ts';
import { serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile();

async function openStore() {
  const { db } = await openService();
  const save = (profile: string, rows: readonly NewRecord[]) =>
    db.transaction().execute(async (tx) => {
      const profileId = await saveProfile(tx, GOOGLE_SCHOLAR, profile);
      const { lastListingNumber: lastNumber } = await saveProfileFacts(tx, profileId, {
        name: profile,
        affiliation: null,
        links: [],
        imageUrl: null,
      });
      const page = { source: GOOGLE_SCHOLAR, profileId, lastNumber, records: rows, fullCrawl: null };
      return (await saveRecords(tx, page)).lastNumber;
    });
  const publications = async () => db.selectFrom('publications').selectAll().orderBy('id').execute();
  return { db, save, publications };
}

/**
 * Gaps and repetitions in the numbers of listings, and profiles whose last number is not that of their last listing.
 */
async function listBrokenNumbers(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id from profiles p left join listings l on l.profile_id = p.id
    group by p.id having count(l.*) <> p.last_listing_number or coalesce(max(l.number), 0) <> count(l.*)`.execute(db);
  return rows;
}

/** Rows of the publications `round`:0 to 9, matched by cluster, DOI or fingerprint. */
const coauthorPage = (profile: string, round: number, citations = 0) =>
  Array.from({ length: 10 }, (_, at) =>
    makeRow(`${profile}:${round}-${at}`, {
      title: at % 3 === 2 ? `Work ${round} ${at}` : `Row ${profile} ${round} ${at}`,
      clusterKey: at % 3 === 0 ? `cluster:${round}-${at}` : null,
      venue: at % 3 === 1 ? `10.1000/${round}.${at}` : null,
      citations,
    }),
  );

test('publications that concurrent transactions save are created once, in whatever order the rows come', async () => {
  const { db, save, publications } = await openStore();
  const rounds = 15;
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([
      save('A', coauthorPage('A', round)),
      save('B', coauthorPage('B', round).reverse()),
      ...(round % 3 === 0 ? [save('C', coauthorPage('C', round)), save('A', coauthorPage('A', round).reverse())] : []),
    ]);
  }
  expect(await publications()).toHaveLength(10 * rounds);
  expect(await listBrokenNumbers(db)).toEqual([]);
  const listings = await db.selectFrom('listings').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  expect(listings.n).toBe(20 * rounds + 10 * Math.ceil(rounds / 3));
});

test('concurrent changes of known publications by co-authors, in opposite orders, never deadlock', async () => {
  const { save, publications } = await openStore();
  const page = (profile: string, round: number) =>
    Array.from({ length: 20 }, (_, at) =>
      makeRow(`${profile}:${at}`, {
        clusterKey: `cluster:${at}`,
        citations: round * 10 + at,
        // in each round some publications get an identifier, and the others a new count
        venue: (at + round) % 4 === (profile === 'A' ? 0 : 2) ? `10.1000/${at}.${round}` : null,
      }),
    );
  await save(
    'A',
    page('A', 0).map((row) => ({ ...row, venue: null })),
  );
  await save(
    'B',
    page('B', 0).map((row) => ({ ...row, venue: null })),
  );
  for (let round = 1; round <= 15; round += 1) {
    await Promise.all([save('A', page('A', round)), save('B', page('B', round).reverse())]);
  }
  const saved = await publications();
  expect(saved.map((publication) => publication.citation_count)).toEqual(
    Array.from({ length: 20 }, (_, at) => 150 + at),
  );
  expect(saved.filter((publication) => publication.doi !== null).length).toBe(20);
});

test('saving the same page twice changes nothing; new counts and texts create no publications', async () => {
  const { db, save, publications } = await openStore();
  const page = coauthorPage('A', 1);
  expect(await save('A', page)).toBe(10);
  const before = await publications();
  expect(await save('A', page)).toBe(10);
  expect(await publications()).toEqual(before);
  const changed = page.map((row) => ({
    ...row,
    citations: (row.citations ?? 0) + 3,
    year: 2021,
    title: `${row.title}, corrected`,
  }));
  expect(await save('A', changed)).toBe(10);
  const after = await publications();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(
    after.every(
      (publication) =>
        publication.citation_count === 3 && publication.year === 2021 && publication.title.endsWith(', corrected'),
    ),
  ).toBe(true);
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from publications where search_vector @@ '''corrected''' and title_key like '% corrected'`.execute(
    db,
  );
  expect(rows[0]?.n).toBe(10);
  expect(await listBrokenNumbers(db)).toEqual([]);
});

test.each([['A', 'B', 'C'] as const, ['C', 'B', 'A'] as const])(
  'the best record supplies the text and the others fill its gaps, if they arrive as %s, %s, %s',
  async (...order) => {
    const row = (profile: string, change: Partial<NewRecord>) =>
      makeRow(`${profile}:1`, { clusterKey: 'cluster:1', ...change });
    const pages = {
      A: row('A', { title: 'The title', authors: null, year: null, citations: 5 }),
      B: row('B', { title: 'Another title', authors: 'B Author', venue: 'arXiv:1706.03762', year: 2019, citations: 4 }),
      C: row('C', { title: 'Third', authors: 'C Author, …', year: 2020, citations: 9 }),
    };
    const { save, publications } = await openStore();
    for (const profile of order) await save(profile, [pages[profile]]);
    expect(await publications()).toMatchObject([
      {
        ...{ title: 'Another title', author_text: 'B Author', venue_text: 'arXiv:1706.03762', year: 2019, doi: null },
        ...{ citation_count: 9, display_identifier: { kind: 'arxiv', value: '1706.03762' } },
      },
    ]);
    await save('A', [
      row('A', { title: 'Its title', authors: 'A Author', venue: '10.1000/x', year: 2018, citations: 7 }),
    ]);
    expect(await publications(), 'a DOI goes before arXiv').toMatchObject([
      {
        ...{ title: 'Its title', author_text: 'A Author', venue_text: '10.1000/x', year: 2018, doi: '10.1000/x' },
        ...{ citation_count: 9, display_identifier: { kind: 'doi' } },
      },
    ]);
  },
);

test('poison values are saved as far as possible, and do not affect the rest of the page', async () => {
  const { db, save, publications } = await openStore();
  const page = [
    makeRow('A:nul', { title: 'be\0fore', authors: '\0', venue: 'v\0' }),
    makeRow('A:surrogate', { title: 'half \ud83d here', authors: '\udc00', url: 'https://x.example/\ud800' }),
    makeRow('A:long', {
      title: 'x'.repeat(100_000),
      authors: 'word '.repeat(50_000),
      venue: '10.1000/'.repeat(10_000),
    }),
    makeRow('A:numbers', { title: 'Numbers', year: 99_999_999_999, citations: 1e15 }),
    makeRow('A:nan', { title: 'NaN', year: Number.NaN, citations: Number.NaN }),
    makeRow('A:negative', { title: 'Negative', year: -5, citations: -1 }),
    makeRow('A:json', { title: '{"a":"\\u0000"} \\ {}, null', authors: '{NULL,"}', venue: "'; drop table users; --" }),
    makeRow('A:wordless', { title: '…', authors: '🙂', venue: '' }),
    makeRow('A:good', { title: 'A good row' }),
    makeRow('A:good', { title: 'The same row again' }),
  ];
  expect(await save('A', page)).toBe(9);
  expect(await save('A', page)).toBe(9);
  const saved = await publications();
  expect(saved.map((publication) => publication.title)).toEqual([
    'before',
    'half \ufffd here',
    'x'.repeat(2000),
    'Numbers',
    'NaN',
    'Negative',
    '{"a":"\\u0000"} \\ {}, null',
    '…',
    'A good row',
  ]);
  expect(saved.map(({ year, citation_count }) => [year, citation_count]).slice(3, 6)).toEqual([
    [null, 10_000_000],
    [null, 0],
    [null, 0],
  ]);
  expect(saved[6]).toMatchObject({ author_text: '{NULL,"}', venue_text: "'; drop table users; --" });
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from publications where display_identifier = 'null'`.execute(db);
  expect(rows[0]?.n, 'no JSON null where there is none').toBe(0);
});

test('rows that one profile lists separately stay separate, and generic titles match nothing', async () => {
  const { save, publications } = await openStore();
  const twin = { title: 'On Twins', clusterKey: 'cluster:1', venue: '10.1000/twin' };
  await save('A', [makeRow('A:1', twin), makeRow('A:2', twin), makeRow('A:3', { title: 'Editorial' })]);
  await save('B', [
    makeRow('B:1', { title: 'Editorial' }),
    makeRow('B:2', { title: 'On Twins, Part I' }),
    makeRow('B:3', { title: 'On Twins, Part II' }),
  ]);
  expect(await publications()).toHaveLength(6);
  await save('C', [makeRow('C:1', { title: 'On Twins' }), makeRow('C:2', { title: 'on twins, part II' })]);
  expect(await publications()).toHaveLength(6);
});
