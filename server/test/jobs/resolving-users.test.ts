import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listTold, startRun } from '../support/runs.ts';
import { ONE, profileId, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../support/wait.ts';

const NEWS = ['identifier_updated', 'pdf_updated'];

test('if the runs of two users find the same publication, it is enriched once and reported to both', async () => {
  const { sandbox, admin, newUser, collect, db, startWorker } = await startService({
    sources: 'all',
    scholar: 'collected',
  });
  await startWorker();
  const other = await newUser('other');
  await collect(other, [ONE]);
  const works = [1, 2, 3].map(() => sandbox.addPublication(ONE, { copy: 'direct' }));
  sandbox.setFault('crossref', { kind: 'hang' });
  const clients = [admin, other];
  const runIds = await Promise.all(clients.map(startRun));
  for (const [at, client] of clients.entries()) await untilStatus(client, runIds[at] ?? 0, 'resolving');
  sandbox.setFault('crossref', null);
  sandbox.release();
  const told: unknown[][] = [];
  for (const [at, client] of clients.entries()) {
    const { run } = await untilEnded(client, runIds[at] ?? 0);
    expect(run).toMatchObject({ status: 'success', new_publication_count: works.length });
    const events = await listTold(db, run.id);
    expect(events.filter(({ kind }) => kind === 'pdf_updated')).toHaveLength(works.length);
    told.push(events.filter(({ kind }) => NEWS.includes(kind)).map(({ kind, data }) => [kind, data]));
  }
  expect(told[1]).toEqual(told[0]);
  expect(sandbox.requestCount('crossref')).toBeLessThanOrEqual(works.length);
  await untilNoLookups(db);
});

test("a run awaits and reports the search for a publication that another user's first crawl found", async () => {
  const { sandbox, admin, newUser, collect, db } = await startService({ sources: 'all', scholar: 'collected' });
  sandbox.addPublication(ONE, { copy: 'direct', doi: '10.5555/before.1' });
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  await collect(await newUser('other'), [ONE]);
  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  const runId = await startRun(admin);
  await untilStatus(admin, runId, 'resolving');
  const lookups = await sql`select priority from enrichment where source is not null`.execute(db);
  expect(lookups.rows, 'somebody waits for it now').toEqual([{ priority: 0 }]);
  sandbox.release();
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success', new_publication_count: 1 });
  const kinds = (await listTold(db, runId)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => NEWS.includes(kind))).toEqual([
    'identifier_updated',
    'identifier_updated',
    'pdf_updated',
  ]);
});

test("publications of a first crawl delay no user's run", async () => {
  const { sandbox, admin, newUser, collect, db } = await startService({ sources: 'all', scholar: 'collected' });
  const TWO = profileId(2);
  sandbox.addScholar(TWO, 40);
  sandbox.setFault('crossref', { kind: 'hang' });
  sandbox.setFault('openalex', { kind: 'hang' });
  await collect(admin, [TWO]);
  await collect(await newUser('other'), [TWO]);
  const open = await sql`select from enrichment where source is not null`.execute(db);
  // those without a year or an author are not searched
  expect(open.rows.length).toBeGreaterThan(30);
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect((await sql`select from run_enrichment`.execute(db)).rows).toEqual([]);
  expect((await listTold(db, run.id)).map(({ data }) => data.status)).not.toContain('resolving');
  for (const source of ['crossref', 'openalex']) sandbox.setFault(source, null);
  sandbox.release();
  await untilNoLookups(db);
});
