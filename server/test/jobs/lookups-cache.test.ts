import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import type { Work } from '../../src/sandbox/work.ts';
import { runJob } from '../support/due.ts';
import { profileId, type Service, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';
import { identifiersOf, searchAgain, untilLookedUp } from './source-relay.ts';

const ONE = profileId(1);
const TITLE = 'Slow convergence of adaptive lattices under partial observation';
const UNKNOWN = {
  title: TITLE,
  authors: ['A Bauer'],
  year: 2021,
  venue: 'Journal of Lattices 7',
  oddity: 'unlisted',
  doi: null,
  arxivId: null,
} as const;
const BY_DOI = { ...UNKNOWN, doi: '10.5555/l.1', venue: 'Lattices, doi:10.5555/l.1' } as const;
const SOURCES = ['openalex', 'crossref', 'arxiv', 'unpaywall', 'europepmc'];
const counts = (sandbox: Sandbox) => SOURCES.map((source) => sandbox.requestCount(source));

async function lookUp(...works: Partial<Work>[]): Promise<Service> {
  const service = await startService({ sources: 'all' });
  service.sandbox.addScholar(ONE, 0);
  for (const work of works) service.sandbox.addWork(ONE, work);
  await service.collect(service.admin, [ONE]);
  await untilLookedUp(service.db, works.length);
  return service;
}

const expire = ({ db }: Service) => sql`update source_answers set expires_at = now() - interval '1 second'`.execute(db);

test('two works with the same question cost one request a source, and so does a third later', async () => {
  const service = await lookUp(UNKNOWN, { ...UNKNOWN, venue: 'Proceedings on Lattices' });
  const { sandbox, db, admin, runToEnd } = service;
  expect(counts(sandbox)).toEqual([1, 1, 1, 0, 1]);
  sandbox.addWork(ONE, { ...UNKNOWN, venue: 'Lattices in brief' });
  await runToEnd(admin);
  await untilLookedUp(db, 3);
  expect(counts(sandbox)).toEqual([1, 1, 1, 0, 1]);
  const { rows } = await sql`select status, failure_reason from enrichment`.execute(db);
  expect(rows).toEqual(Array(3).fill({ status: 'failed', failure_reason: 'no_identifier' }));
});

test('what is known of a DOI serves the next work that bears it', async () => {
  const known = { ...BY_DOI, oddity: null, copy: 'closed' } as const;
  const { sandbox, db, admin, runToEnd } = await lookUp(known);
  const before = counts(sandbox);
  expect(before).toEqual([1, 0, 0, 1, 1]);
  const second = `${TITLE}: a second look`;
  sandbox.addWork(ONE, { ...known, title: second });
  await runToEnd(admin);
  await untilLookedUp(db, 2);
  expect(counts(sandbox)).toEqual(before);
  const [first, other] = [await identifiersOf(db, TITLE), await identifiersOf(db, second)];
  expect(other).toEqual(first);
  expect(first.map(({ kind }) => kind)).toContain('openalex');
});

test('the retries of the clock search no title twice; an answer that holds no longer is asked for anew', async () => {
  const service = await lookUp(UNKNOWN);
  const { sandbox, db } = service;
  for (let retry = 0; retry < 3; retry += 1) {
    await searchAgain(db);
    await untilLookedUp(db, 1);
  }
  const { rows } = await sql`select attempt_count from enrichment`.execute(db);
  expect(rows).toEqual([{ attempt_count: 4 }]);
  expect(counts(sandbox)).toEqual([1, 1, 1, 0, 1]);
  await expire(service);
  await searchAgain(db);
  await untilLookedUp(db, 1);
  expect(counts(sandbox)).toEqual([2, 2, 2, 0, 2]);
});

test('that a DOI is unknown is kept, too, but not for a whole day: the next try by the clock hears of news', async () => {
  const { sandbox, db } = await lookUp(BY_DOI);
  const asked = counts(sandbox);
  // Crossref last, for the work's own page
  expect(asked).toEqual([1, 1, 0, 1, 1]);
  await searchAgain(db);
  await untilLookedUp(db, 1);
  expect(counts(sandbox)).toEqual(asked);
  const { rows } = await sql<{ hours: number; records: unknown[] }>`
    select records, round(extract(epoch from expires_at - asked_at) / 3600)::int as hours from source_answers`.execute(
    db,
  );
  expect(rows).toEqual(Array(4).fill({ records: [], hours: 20 }));
});

test('copies that a source named are believed for a week', async () => {
  const { db } = await lookUp({ ...BY_DOI, oddity: null, copy: 'direct' });
  const { rows } = await sql<{ source: string; hours: number }>`
    select source, round(extract(epoch from expires_at - asked_at) / 3600)::int as hours from source_answers`.execute(
    db,
  );
  expect(rows).toEqual([{ source: 'openalex', hours: 168 }]);
});

test('a search that an operator begins anew does not believe older answers', async () => {
  const { sandbox, db, admin } = await lookUp(UNKNOWN);
  const { publications } = await admin.ok('GET', '/publications');
  const id = publications[0].publication_id;
  await admin.ok('POST', `/admin/db/pdf-queue/${id}/requeue`);
  await untilLookedUp(db, 1);
  expect(counts(sandbox)).toEqual([2, 2, 2, 0, 2]);
  // and the new answers hold for all
  await searchAgain(db);
  await untilLookedUp(db, 1);
  expect(counts(sandbox)).toEqual([2, 2, 2, 0, 2]);
});

test('answers that hold no longer are deleted, however many, and others stay', async () => {
  const { db } = await startService({ sources: 'google_scholar' });
  await sql`
    insert into source_answers (source, query, records, expires_at)
    select 'crossref', 'title:' || at, '[]', now() + make_interval(secs => case when at <= 2500 then -at else 600 end)
    from generate_series(1, 2510) at`.execute(db);
  await runJob(db, 'prune-answers');
  await until(async () => {
    const { rows } = await sql`
      select count(*)::int as count, count(*) filter (where expires_at > now())::int as good from source_answers`.execute(
      db,
    );
    expect(rows).toEqual([{ count: 10, good: 10 }]);
  });
});
