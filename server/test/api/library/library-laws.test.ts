import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkIntegrity } from '../../../src/maintenance/check-integrity.ts';
import { deleteAllPublications } from '../../../src/maintenance/drop-store.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { LibraryHistory } from '../../support/library-history.ts';
import { type History, history, PROFILES } from '../../support/library-steps.ts';
import { startService } from '../../support/service.ts';

/** Returns a row for each entry that differs from what it derives from. */
const REFRESH = 'select * from refresh_entries(array(select id from users), array(select id from publications))';
const RUNS = Number(process.env.LAW_RUNS ?? 25);

/** A stranger's crawl leaves publications that nobody has. */
const EXPECTED_WARNING = 'works_without_link';

/** Histories that once went wrong. */
const DEFECTS: readonly History[] = [
  {
    // the user does not track the scholar any more who listed the publications first
    tracked: [PROFILES, PROFILES],
    listed: [
      [0, 1, 3, 4],
      [3, 4],
      [1, 2, 3],
    ],
    steps: [
      { do: 'untrack', user: 0, a: 0, b: 0, c: 0 },
      ...[2, 4, 1].map((b) => ({ do: 'merge', user: 0, a: 0, b, c: 1 }) as const),
      ...Array.from({ length: 3 }, () => ({ do: 'undoMerge', user: 0, a: 1, b: 0, c: 0 }) as const),
    ],
  },
  {
    // a profile lists a merged publication only after the first crawl of a user who came during the merge
    tracked: [PROFILES.slice(0, 1), PROFILES.slice(1)],
    listed: [
      [0, 1, 3],
      [1, 2, 4],
      [1, 3],
    ],
    steps: [
      { do: 'merge', user: 0, a: 3, b: 0, c: 1 },
      { do: 'track', user: 1, a: 0, b: 0, c: 2 },
      { do: 'list', user: 0, a: 0, b: 2, c: 0 },
      { do: 'crawl', user: 0, a: 1, b: 1, c: 0 },
      { do: 'undoMerge', user: 0, a: 1, b: 0, c: 0 },
    ],
  },
];

test(
  'a refresh changes nothing after any operation, and each user sees what a model predicts',
  async () => {
    const service = await startService();
    const { db } = service;
    const clients = [await service.newUser('one'), await service.newUser('two')];

    const law = fc.asyncProperty(history, async (made: History) => {
      await empty(db);
      const live = new LibraryHistory(service, clients, made);
      try {
        await live.start(made);
        for (const step of made.steps) {
          if (!(await live.do(step))) continue;
          await live.expectPredicted();
          expect(await refreshAll(db), 'what a refresh changes').toEqual([]);
        }
        await live.expectCounts();
        await live.copyOrder();
        await live.expectSameExport();
        const { checks, failures, warnings } = await checkIntegrity(db);
        const found = checks.filter(({ name }) => [...failures, ...warnings].includes(name));
        expect(found.filter(({ name }) => name !== EXPECTED_WARNING)).toEqual([]);
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        throw new Error(`${text}\n\nThe history:\n${live.lines.join('\n')}`, { cause: error });
      }
    });
    await fc.assert(law, { numRuns: RUNS, examples: DEFECTS.map((made) => [made]) });
  },
  120_000 + RUNS * 20_000,
);

/** Deletes everything but the users. */
async function empty(db: Database): Promise<void> {
  await db.transaction().execute(deleteAllPublications);
  await sql`
    truncate profiles, scholars, joined_scholars, runs, repair_jobs, audit_log, events, stored_tags, stored_rules, author_id_decisions
      restart identity cascade`.execute(db);
  await sql`update libraries set last_entry_number = 0, last_read_number = 0`.execute(db);
  await sql`alter sequence publications_id_seq restart`.execute(db);
}

/** What a refresh of everything changes. It is rolled back. */
async function refreshAll(db: Database): Promise<unknown[]> {
  const tx = await db.startTransaction().execute();
  try {
    return (await sql.raw(REFRESH).execute(tx)).rows;
  } finally {
    await tx.rollback().execute();
  }
}
