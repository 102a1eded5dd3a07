import type { Publication, Sandbox } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
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

async function lookUp(...works: Partial<Publication>[]): Promise<Service> {
  const service = await startService({ sources: 'all' });
  service.sandbox.addScholar(ONE, 0);
  for (const work of works) service.sandbox.addPublication(ONE, work);
  await service.collect(service.admin, [ONE]);
  await untilLookedUp(service.db, works.length);
  return service;
}

const expire = ({ db }: Service) =>
  sql`update source_responses set expires_at = now() - interval '1 second'`.execute(db);

test('publications with the same query cost one request a source, at once and later', async () => {
  const service = await lookUp(UNKNOWN, { ...UNKNOWN, venue: 'Proceedings on Lattices' });
  const { sandbox, db, admin, runToEnd } = service;
  expect(counts(sandbox)).toEqual([1, 1, 1, 0, 1]);
  sandbox.addPublication(ONE, { ...UNKNOWN, venue: 'Lattices in brief' });
  await runToEnd(admin);
  await untilLookedUp(db, 3);
  expect(counts(sandbox)).toEqual([1, 1, 1, 0, 1]);
  const { rows } = await sql`select status, failure_reason from enrichment`.execute(db);
  expect(rows).toEqual(Array(3).fill({ status: 'failed', failure_reason: 'no_identifier' }));
});

test('the cached response for a DOI serves the next publication with it', async () => {
  const known = { ...BY_DOI, oddity: null, copy: 'closed' } as const;
  const { sandbox, db, admin, runToEnd } = await lookUp(known);
  const before = counts(sandbox);
  expect(before).toEqual([1, 0, 0, 1, 1]);
  const second = `${TITLE}: a second look`;
  sandbox.addPublication(ONE, { ...known, title: second });
  await runToEnd(admin);
  await untilLookedUp(db, 2);
  expect(counts(sandbox)).toEqual(before);
  const [first, other] = [await identifiersOf(db, TITLE), await identifiersOf(db, second)];
  expect(other).toEqual(first);
  expect(first.map(({ kind }) => kind)).toContain('openalex');
});

test('automatic retries repeat no title search until the response has expired', async () => {
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

test('an unknown DOI is cached for less than a day, so the next automatic retry finds news', async () => {
  const { sandbox, db } = await lookUp(BY_DOI);
  const asked = counts(sandbox);
  // Crossref last, for the publication's page
  expect(asked).toEqual([1, 1, 0, 1, 1]);
  await searchAgain(db);
  await untilLookedUp(db, 1);
  expect(counts(sandbox)).toEqual(asked);
  const { rows } = await sql<{ hours: number; records: unknown[] }>`
    select records, round(extract(epoch from expires_at - asked_at) / 3600)::int as hours from source_responses`.execute(
    db,
  );
  expect(rows).toEqual(Array(4).fill({ records: [], hours: 20 }));
});

test('the response with copies is cached for a week', async () => {
  const { db } = await lookUp({ ...BY_DOI, oddity: null, copy: 'direct' });
  const { rows } = await sql<{ source: string; hours: number }>`
    select source, round(extract(epoch from expires_at - asked_at) / 3600)::int as hours from source_responses`.execute(
    db,
  );
  expect(rows).toEqual([{ source: 'openalex', hours: 168 }]);
});

test('expired responses are deleted, however many there are, and others stay', async () => {
  const { db } = await startService({ sources: 'google_scholar' });
  await sql`
    insert into source_responses (source, query, records, expires_at)
    select 'crossref', 'title:' || at, '[]', now() + make_interval(secs => case when at <= 2500 then -at else 600 end)
    from generate_series(1, 2510) at`.execute(db);
  await runJob(db, 'prune-answers');
  await until(async () => {
    const { rows } = await sql`
      select count(*)::int as count, count(*) filter (where expires_at > now())::int as good from source_responses`.execute(
      db,
    );
    expect(rows).toEqual([{ count: 10, good: 10 }]);
  });
});
