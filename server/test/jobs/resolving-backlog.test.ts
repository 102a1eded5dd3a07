import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listTold, startRun } from '../support/runs.ts';
import { ONE, profileId, startService } from '../support/service.ts';
import { untilEnded } from '../support/wait.ts';

const BACKLOG = 500;

test('hundreds of publications that wait for a slow source do not delay a run with two', async () => {
  const env = { CROSSREF_MIN_INTERVAL_SECONDS: '0.2', OPENALEX_ENABLED: '0' };
  const { sandbox, admin, collect, db } = await startService({ sources: 'all', scholar: 'collected', env });
  const TWO = profileId(2);
  sandbox.addScholar(TWO, BACKLOG);
  await collect(admin, [TWO]);
  for (const copy of ['direct', 'repository'] as const) sandbox.addPublication(ONE, { copy, venue: 'Annals' });
  const before = sandbox.requestCount('crossref');
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', new_publication_count: 2 });
  const told = (await listTold(db, run.id)).filter(({ kind }) => kind === 'pdf_updated');
  expect(told.map(({ data }) => data.pdf_status)).toEqual(['resolved', 'resolved']);
  const { rows } = await sql`select from enrichment where source is not null and source = 'crossref'`.execute(db);
  expect(rows.length, 'works that still wait').toBeGreaterThan(BACKLOG / 2);
  // those that were planned already, and those that became due during the run
  expect(sandbox.requestCount('crossref') - before).toBeLessThan(100);
});
