import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { strike } from '../support/due.ts';
import { listTold, startRun } from '../support/runs.ts';
import { profileId, startService } from '../support/service.ts';
import { untilEnded, untilNoLookups } from '../support/wait.ts';

const AT_ONCE = { firstSeconds: 0, intervalSeconds: 0, maxAttempts: 3 };
const IDS = [1, 2, 3, 4].map(profileId);
const COPIES = ['direct', 'repository', 'closed', 'europepmc', 'dead'] as const;

test('users, scholars and workers with the same publications never deadlock', {
  timeout: 240_000,
}, async () => {
  const { sandbox, admin, newUser, collect, track, db, log } = await startService({
    sources: 'all',
    workers: 2,
    constants: { pdfRetry: AT_ONCE },
  });
  for (const id of IDS) sandbox.addScholar(id, 0);
  const clients = [admin, await newUser('one'), await newUser('two')];
  for (const client of clients) await collect(client, IDS);
  const deadlocks = sql<{ n: number }>`select deadlocks as n from pg_stat_database where datname = current_database()`;
  const rounds = 4;
  const works = 20;
  for (let round = 1; round <= rounds; round += 1) {
    for (let number = 1; number <= works; number += 1) {
      const shared = sandbox.addPublication(IDS[number % 4] ?? '', {
        title: `What ${round} rounds of ${number} meetings teach`,
        italic: null,
        copy: COPIES[number % 5] ?? 'closed',
      });
      for (const id of IDS) if (id !== shared.owner) sandbox.addPublication(id, { ...shared });
    }
    // a first crawl that finds them in the meantime, and automatic retries
    const late = await newUser(`late${round}`);
    await track(late, IDS[round % 4] ?? '');
    const [runIds] = await Promise.all([Promise.all(clients.map(startRun)), strike(db)]);
    for (const [at, client] of clients.entries()) {
      const { run } = await untilEnded(client, runIds[at] ?? 0);
      expect(run).toMatchObject({ status: 'success', new_publication_count: works });
      const told = await listTold(db, run.id);
      expect(told.map(({ number }) => number)).toEqual(told.map((_, index) => index + 1));
      expect(told.filter(({ kind }) => kind === 'run_complete')).toHaveLength(1);
    }
  }
  await untilNoLookups(db);
  expect(log()).not.toMatch(/deadlock/i);
  expect((await deadlocks.execute(db)).rows, 'deadlocks').toEqual([{ n: 0 }]);
  expect((await sql`select from run_enrichment`.execute(db)).rows).toEqual([]);
});
