import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeWorkDue } from '../support/due.ts';
import { type AuthorAnswers, answerAuthor } from '../support/openalex-stub.ts';
import { serviceOfFile } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';
import { relayOfProcess } from './source-relay.ts';

const relay = await relayOfProcess();
const openService = serviceOfFile({ sources: 'all', env: { OPENALEX_BASE_URL: relay.origin } });

/** A scholar at OpenAlex whose author and list answer what a test sets. */
async function startCounted(answers: AuthorAnswers) {
  relay.use(({ path }) => ({ body: answerAuthor(path, answers) }));
  const service = await openService();
  const { admin, db, runToEnd } = service;
  await admin.ok('POST', '/scholars', { body: { scholar_id: 'A77' }, status: 201 });
  return {
    ...service,
    listRequests: () => relay.seen.filter(({ path }) => path.includes('author.id')).length,
    listed: async () => (await admin.ok('GET', '/publications')).total_count,
    /** Runs once, and returns the result at OpenAlex. */
    run: async () => (await runToEnd(admin)).scholar_results[0].sources[0],
    stored: async () => {
      const { rows } = await sql<{ work_count: number | null; current: number }>`
        select work_count, (select count(*)::int from listings l where l.profile_id = p.id and removed_at is null) as current
        from profiles p where source_id = 'A77'`.execute(db);
      return rows[0];
    },
    retried: async () => {
      await makeWorkDue(db);
      await untilQueueIsDone(admin);
    },
  };
}

test.each([
  ['none of its records', 0],
  ['fewer records than it should', 2],
])(
  'a list with %s is not believed: nothing is stored or ended, and the publications are found when it is whole',
  async (_, few) => {
    const answers = { works_count: 3, count: 3, listed: 3 };
    const { admin, run, stored, listed, retried } = await startCounted(answers);
    await until(async () => expect(await listed()).toBe(3));
    Object.assign(answers, { works_count: 4, count: few, listed: few });
    expect(await run()).toMatchObject({
      outcome: 'failed',
      state: 'layout_changed',
      state_reason: 'list_shorter_than_count',
    });
    expect(await stored()).toEqual({ work_count: 3, current: 3 });
    expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toMatchObject([
      { status: 'queued', last_error: 'layout_changed: list_shorter_than_count' },
    ]);
    Object.assign(answers, { count: 4, listed: 4 });
    await retried();
    expect(await listed()).toBe(4);
    expect(await stored()).toEqual({ work_count: 4, current: 4 });
  },
);

test('a list that stays too short is believed after a day, and is not read again until the count changes', async () => {
  const answers = { works_count: 10, count: 6, listed: 6 };
  const { db, run, stored, listed, listRequests, retried } = await startCounted(answers);
  await until(async () => {
    const { rows } = await sql`select from profiles where rows_missed_since is not null`.execute(db);
    expect(rows).toHaveLength(1);
  });
  expect(await listed()).toBe(0);
  await sql`update profiles set rows_missed_since = now() - interval '25 hours'`.execute(db);
  await retried();
  expect(await stored()).toEqual({ work_count: 10, current: 6 });
  const before = listRequests();
  expect(await run()).toMatchObject({ outcome: 'success', state_reason: 'unchanged' });
  expect(listRequests()).toBe(before);
});

test('a list that stays too short ends nothing, and its next change is read at once', async () => {
  const answers = { works_count: 10, count: 10, listed: 10 };
  const { db, run, stored, listed } = await startCounted(answers);
  await until(async () => expect(await listed()).toBe(10));
  await sql`update profiles set rows_missed_since = now() - interval '25 hours'`.execute(db);
  Object.assign(answers, { works_count: 11, count: 2, listed: 2 });
  expect(await run()).toMatchObject({ outcome: 'success' });
  expect(await stored()).toEqual({ work_count: 11, current: 10 });
  Object.assign(answers, { works_count: 12, count: 3, listed: 3 });
  expect(await run()).toMatchObject({ outcome: 'success' });
  Object.assign(answers, { works_count: 11, count: 11, listed: 11 });
  expect(await run()).toMatchObject({ outcome: 'success' });
  expect(await stored()).toEqual({ work_count: 11, current: 11 });
});

test('a list that is a little shorter is read, and read again until it has all records', async () => {
  const answers = { works_count: 205, count: 200, listed: 200 };
  const { run, stored, listed, listRequests } = await startCounted(answers);
  await until(async () => expect(await listed()).toBe(200));
  await until(async () => expect(await stored()).toEqual({ work_count: 200, current: 200 }));
  const before = listRequests();
  expect(await run()).toMatchObject({ outcome: 'success', state_reason: 'unchanged' });
  expect(listRequests() - before, 'only the first page').toBe(1);
  Object.assign(answers, { count: 205, listed: 205 });
  expect(await run()).toMatchObject({ outcome: 'success', new_publication_count: 5 });
  expect(await stored()).toEqual({ work_count: 205, current: 205 });
});

test('a page without all its records is not believed, also if it is a later one', async () => {
  const answers = { works_count: 150, count: 150, listed: 120 };
  const { db, stored } = await startCounted(answers);
  await until(async () => {
    const { rows } = await sql<{ last_error: string }>`select last_error from queue_items`.execute(db);
    expect(rows).toEqual([{ last_error: 'layout_changed: list_ended_early' }]);
  });
  expect(await stored()).toMatchObject({ current: 100 });
});

test('a list without authors does not erase those that the source named before', async () => {
  const answers = { works_count: 3, count: 3, listed: 3, isAnonymous: false };
  const { db, run, stored } = await startCounted(answers);
  await until(async () => expect(await stored()).toEqual({ work_count: 3, current: 3 }));
  Object.assign(answers, { works_count: 4, count: 4, listed: 4, isAnonymous: true });
  expect(await run()).toMatchObject({ outcome: 'success' });
  const { rows } = await sql<{ authors: string | null; count: number | null }>`
    select authors, jsonb_array_length(author_list -> 'authors') as count from records order by id limit 3`.execute(db);
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ authors: 'Ada Counter', count: 1 })));
});
