import type { Publication } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { passTime } from '../support/due.ts';
import { type Shown, untilEnriched } from '../support/enrichment.ts';
import { ONE, type Service, serviceOfFile, startService } from '../support/service.ts';
import { until, untilNoLookups } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'collected' });
const YEAR = new Date().getUTCFullYear();

/** A preprint that a check has found and looked up. */
async function addPreprint({ sandbox, admin, runToEnd }: Service, change: Partial<Publication>): Promise<Publication> {
  const preprint = { title: 'Silt in the estuaries of two rivers', italic: null, year: YEAR, copy: 'direct' as const };
  const paper = sandbox.addPublication(ONE, { ...preprint, ...change });
  await runToEnd(admin);
  await untilEnriched(admin, 1);
  return paper;
}
const ARXIV = { doi: null, arxivId: '2611.10001', venue: 'arXiv preprint arXiv:2611.10001' };
const BIORXIV = { doi: '10.64898/2026.11.19.600001', arxivId: null, venue: 'bioRxiv, 2026.11.19.600001' };

const read = async ({ admin }: Service): Promise<Shown> => {
  const { publications } = await admin.ok('GET', '/publications');
  return admin.ok('GET', `/publications/${publications[0].publication_id}`);
};
const eventsOf = async (db: Database) =>
  (
    await sql<{
      kind: string;
      data: unknown;
    }>`select kind, data from events where kind in ('publication.published', 'publication.revised') order by id`.execute(
      db,
    )
  ).rows;

/** Lets a week pass. */
async function passWeek({ db, sandbox }: Service): Promise<string[]> {
  const before = sandbox.requests.length;
  await passTime(db);
  await untilNoLookups(db);
  return sandbox.requests
    .slice(before)
    .map(({ source, path }) => `${source} ${decodeURIComponent(path.split('?')[0] ?? '')}`);
}

test('a preprint is looked up each week, at the sources that say what became of it, and its PDF stays', async () => {
  for (const [change, requests] of [
    [ARXIV, ['datacite /datacite/dois']],
    [
      BIORXIV,
      [
        `openalex /openalex/works/doi:${BIORXIV.doi}`,
        `crossref /crossref/works/${BIORXIV.doi}`,
        `biorxiv /biorxiv/details/biorxiv/${BIORXIV.doi}/na/json`,
      ],
    ],
  ] as const) {
    const service = await openService();
    await addPreprint(service, change);
    const before = await read(service);
    expect(before).toMatchObject({ stage: 'preprint', pdf_status: 'resolved' });
    const nextOf = async () => {
      const [item] = (await service.admin.ok('GET', '/admin/db/pdf-queue')).items;
      return (Date.parse(item.next_attempt_at) - Date.now()) / 86_400_000;
    };
    for (const _ of [1, 2]) {
      expect(await nextOf()).toBeLessThan(7);
      expect((await passWeek(service)).toSorted()).toEqual(requests.toSorted());
    }
    expect(await nextOf()).toBeGreaterThan(5);
    expect(await read(service)).toEqual(before);
    expect(await eventsOf(service.db)).toEqual([]);
  }
});

test('an old preprint is looked up after each check of its PDF, and at arXiv if DataCite is disabled', async () => {
  for (const [env, path] of [
    [{}, 'datacite /datacite/dois'],
    [{ DATACITE_ENABLED: '0' }, 'arxiv /arxiv/api/query'],
  ] as const) {
    const service = await startService({ sources: 'all', scholar: 'collected', env });
    await addPreprint(service, { ...ARXIV, year: YEAR - 5 });
    await sql`update enrichment set last_attempt_at = last_attempt_at - interval '31 days'`.execute(service.db);
    const checked = await passWeek(service);
    expect(checked.filter((one) => /datacite|arxiv\/api/.test(one))).toEqual([]);
    expect(checked).not.toEqual([]);
    expect(await passWeek(service)).toEqual([path]);
  }
});

test('a preprint that is in no library is not looked up, until it is in one again', async () => {
  const service = await openService();
  const { admin, collect } = service;
  await addPreprint(service, ARXIV);
  const [{ id }] = (await admin.ok('GET', '/scholars')).scholars;
  await admin.ok('DELETE', `/scholars/${id}`);
  for (const _ of [1, 2]) expect(await passWeek(service)).toEqual([]);
  await collect(admin, [ONE]);
  expect(await passWeek(service)).toEqual(['datacite /datacite/dois']);
});

test('the look-up finds the article that DataCite or Crossref states, and tells it once', async () => {
  for (const change of [ARXIV, BIORXIV]) {
    const service = await openService();
    const paper = await addPreprint(service, change);
    const before = await read(service);
    const { publishedIn = '' } = service.sandbox.change(paper, 'publish') ?? {};
    await passWeek(service);
    const after = await read(service);
    expect(after).toMatchObject({ stage: 'published', is_read: before.is_read, pdf_url: before.pdf_url });
    expect(after.became_published_at).not.toBeNull();
    const [article, preprint, ...more] = after.versions;
    expect(more).toEqual([]);
    expect(article).toMatchObject({ stage: 'published', url: `https://doi.org/${after.doi}` });
    expect(publishedIn).toContain(article.venue);
    expect(preprint).toMatchObject({ stage: 'preprint', url: expect.stringMatching(/arxiv\.org|64898/) });
    expect(after.doi).not.toBe(change.doi);
    expect((await eventsOf(service.db)).map(({ kind }) => kind)).toEqual(['publication.published']);
    // the row of the profile says so, too
    await service.runToEnd(service.admin);
    await passWeek(service);
    expect((await eventsOf(service.db)).length).toBe(1);
    expect((await service.admin.ok('GET', '/publications')).total_count).toBe(1);
  }
});

test('a new version is announced of a preprint that was read, once', async () => {
  const service = await openService();
  const { admin, db, sandbox } = service;
  const paper = await addPreprint(service, ARXIV);
  const { publication_id: id } = await read(service);
  sandbox.change(paper, 'revise');
  await passWeek(service);
  expect(await eventsOf(db), 'who reads it now reads the latest one').toEqual([]);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [id] } });
  sandbox.change(paper, 'revise');
  for (const _ of [1, 2]) await passWeek(service);
  expect(await eventsOf(db)).toEqual([{ kind: 'publication.revised', data: { version_number: 3 } }]);
  expect((await read(service)).versions).toMatchObject([{ stage: 'preprint', venue: 'arXiv', version_number: 3 }]);
});

test('an article that the first look-up finds is not told: it was published before', async () => {
  const service = await openService();
  const paper = service.sandbox.addPublication(ONE, { ...ARXIV, title: 'Silt of old', italic: null, year: YEAR });
  service.sandbox.change(paper, 'publish');
  await service.runToEnd(service.admin);
  await untilEnriched(service.admin, 1);
  await until(async () => expect((await read(service)).stage).toBe('published'));
  await passWeek(service);
  expect(await eventsOf(service.db)).toEqual([]);
});
