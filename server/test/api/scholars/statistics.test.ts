import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

test('publications and citations are counted by year, without a year, and in total', async () => {
  const { db, admin } = await openService();
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  const path = `/scholars/${scholar}/statistics`;
  const none = { publication_count: 0, citation_count: 0 };
  expect(await admin.ok('GET', path)).toEqual({ scholar_profile_id: scholar, ...none, years: [], without_year: none });

  const years = [2020, 2018, null, 2020, 2026, null];
  await savePageOf(
    db,
    scholar,
    makeRows('A', [0, 6], (n) => ({ year: years[n] ?? null, citations: 10 ** n })),
  );
  const second = await track(db, user, 'BBBBBBBBBBBB');
  await savePageOf(
    db,
    second,
    makeRows('B', [0, 215], () => ({ year: 2020, citations: 10_000_000 })),
  );
  expect(await admin.ok('GET', path)).toEqual({
    scholar_profile_id: scholar,
    publication_count: 6,
    citation_count: 111_111,
    years: [
      { year: 2018, publication_count: 1, citation_count: 10 },
      { year: 2020, publication_count: 2, citation_count: 1_001 },
      { year: 2026, publication_count: 1, citation_count: 10_000 },
    ],
    without_year: { publication_count: 2, citation_count: 100_100 },
  });
  expect((await admin.ok('GET', `/scholars/${second}/statistics`)).citation_count, 'beyond 32 bits').toBe(2.15e9);

  const [one, other] = (await admin.ok('GET', `/publications?scholar_profile_id=${second}`)).publications;
  await merge(db, one.publication_id, other.publication_id);
  const merged = await admin.ok('GET', `/scholars/${second}/statistics`);
  expect([merged.publication_count, merged.citation_count, merged.without_year]).toEqual([214, 2.14e9, none]);
  const { scholars } = await admin.ok('GET', '/scholars');
  for (const { id, publication_count } of scholars)
    expect((await admin.ok('GET', `/scholars/${id}/statistics`)).publication_count).toBe(publication_count);
});

test('hidden publications and those of other libraries do not count', async () => {
  const { db, admin, newUser } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 3]));
  const [hidden] = (await admin.ok('GET', '/publications')).publications;
  await admin.ok('PUT', `/scholars/${scholar}/rejected-publications/${hidden.publication_id}`);
  expect(await admin.ok('GET', `/scholars/${scholar}/statistics`)).toMatchObject({
    publication_count: 2,
    years: [{ year: 2020, publication_count: 2 }],
  });
  const other = await newUser('other');
  const theirs = await track(db, other.userId, 'AAAAAAAAAAAA');
  expect((await other.ok('GET', `/scholars/${theirs}/statistics`)).publication_count).toBe(0);
});
