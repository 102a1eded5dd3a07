import { medianFetchMs, medianPageMs } from './crawl.ts';
import { openInside } from './inside.ts';
import { reportStep } from './measure.ts';
import { startPageStandIn } from './page-stand-in.ts';
import { encoded, importFile } from './portability.ts';
import { load } from './product.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { secondsOf, withCpu } from './scale-measure.ts';
import { type Row, rowOf, rowOfMs } from './scale-table.ts';
import { Session } from './session.ts';

const { startRun } = await load<typeof import('../src/runs/start-run.ts')>('runs/start-run.js');
const { trackScholar } = await load<typeof import('../src/crawling/track-scholar.ts')>('crawling/track-scholar.js');

const COLLECTOR = { email: 'collector@lectern.example', password: 'a phrase for the collector' };
const MAX_IMPORT = 100_000;
const PAGES = 60;
/** What imports and crawls write to, without small tables. */
const GROWN = 'publications, records, listings, publication_identifiers, enrichment, user_publications, unread';

/**
 * Measures an import, and crawled pages into the library that it made. A second user does this. Afterwards the user and
 * everything that it added are deleted. If the bench is stopped before, a kept database has to be made again.
 */
export async function benchGrowth(library: ScaleLibrary): Promise<Row[]> {
  const { client, session, service } = library;
  const { rows: before } = await client.query<{ publication: string; profile: string }>(
    'select (select max(id) from publications) as publication, (select max(id) from profiles) as profile',
  );
  const { id } = await session.call<{ id: number }>('POST', '/admin/users', { ...COLLECTOR, is_admin: false });
  const collector = await new Session(service.url).signIn(COLLECTOR);
  const count = Math.min(library.publications, MAX_IMPORT);
  const importing = await secondsOf(() => importFile(collector, encoded(count)));
  // as autovacuum would do within a minute or two
  await client.query(`vacuum analyze ${GROWN}`);
  const rows = [
    rowOf(`import of as many publications, at most ${MAX_IMPORT.toLocaleString('en')}`, importing, 's'),
    ...(await benchPages(library, id)),
  ];
  const deleting = await secondsOf(async () => {
    await client.query('delete from users where id = $1', [id]);
    await client.query('delete from publications where id > $1', [before[0]?.publication]);
    await client.query('delete from profiles where id > $1', [before[0]?.profile]);
    await client.query(`vacuum analyze ${GROWN}`);
  });
  reportStep(`deleted what the collector added in ${deleting.toFixed(1)} s`);
  return rows;
}

/** Crawls new profiles one page after another in this process, as a worker does, and then again in a run. */
async function benchPages({ client, dataDir }: ScaleLibrary, userId: number): Promise<Row[]> {
  const standIn = await startPageStandIn();
  const { services, close } = await openInside(dataDir, {
    GOOGLE_SCHOLAR_BASE_URL: standIn.origin,
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
    PROFILE_FRESH_MINUTES: '0',
  });
  try {
    await client.query('update user_settings set request_delay_seconds = 0 where user_id = $1', [userId]);
    // as if a page had been crawled for each user; a kept database keeps these rows, which change no other figure
    await client.query(
      `insert into user_request_slots (source, user_id, last_request_at)
       select 'google_scholar', id, now() from users on conflict do nothing`,
    );
    const scholarIds: number[] = [];
    for (let n = 0; n < PAGES; n++) {
      const scholarId = `Fresh${String(n).padStart(7, '0')}`;
      scholarIds.push(await trackScholar(services.db, userId, { scholarId, imageUrl: null }));
    }
    // the scholars of the import are not crawled
    const dropOthers = () =>
      client.query('delete from queue_items where user_id = $1 and scholar_id <> all($2)', [userId, scholarIds]);
    const crawl = () => withCpu(dataDir, PAGES, () => medianPageMs(services, PAGES));
    await dropOthers();
    const allNew = await crawl();
    const { rows } = await client.query<{ n: string }>(
      'select count(*) as n from user_publications where user_id = $1 and first_scholar_id = any($2)',
      [userId, scholarIds],
    );
    if (Number(rows[0]?.n) !== 100 * PAGES) throw new Error(`${PAGES} pages added ${rows[0]?.n} entries`);
    await startRun(services, userId, null);
    await dropOthers();
    const known = await crawl();
    const waiting = await medianFetchMs(standIn);
    const besides = ({ ms, cpuMs }: typeof known) => ({ ms: ms - waiting, cpuMs });
    return [
      rowOfMs('a crawled page besides waiting, 100 new publications', besides(allNew), 20),
      rowOfMs('a crawled page besides waiting, nothing new', besides(known), 5),
    ];
  } finally {
    await close();
    await standIn.close();
  }
}
