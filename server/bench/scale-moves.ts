import { sql } from 'kysely';
import { FREQUENT_WORD } from '../test/support/fill-library.ts';
import { openInside } from './inside.ts';
import { median } from './measure.ts';
import { encoded, importFile } from './portability.ts';
import { load } from './product.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { secondsOf } from './scale-measure.ts';
import { type Row, rowOf } from './scale-table.ts';
import { Session } from './session.ts';

const { applyRules } = await load<typeof import('../src/rules/apply-rules.ts')>('rules/apply-rules.js');
const { claimFresh } = await load<typeof import('../src/crawling/claim-store.ts')>('crawling/claim-store.js');
const { googleScholar } = await load<typeof import('../src/crawling/crawled-source.ts')>('crawling/crawled-source.js');
const { trackScholar } = await load<typeof import('../src/crawling/track-scholar.ts')>('crawling/track-scholar.js');
const { useFreshCrawl } =
  await load<typeof import('../src/crawling/use-fresh-crawl.ts')>('crawling/use-fresh-crawl.js');

const EFFECTS = 30_000;
const MAX_IMPORT = 100_000;
const SCHOLARS = 5;
const TIMES = 3;
const ARRIVALS = 20;
const MOVER = { email: 'mover@lectern.example', password: 'a phrase for the mover' };

/**
 * Measures what moves many entries of one library at once. Afterwards the library is as before, and a second user of
 * the bench is deleted.
 */
export async function benchMoves(library: ScaleLibrary): Promise<Row[]> {
  return [...(await benchUndoOfRule(library)), ...(await benchScholars(library))];
}

/** One rule that tags, marks as read and as favorite acts on the reader's newest entries, and is undone. */
async function benchUndoOfRule({ client, session, dataDir, readerId, entries }: ScaleLibrary): Promise<Row[]> {
  const rule = { name: 'many', search: `${FREQUENT_WORD} or -${FREQUENT_WORD}`, tags: ['tag of many'] };
  const marks = { mark_read: true, mark_favorite: true };
  const { id } = await session.call<{ id: number }>('POST', '/rules', { ...rule, ...marks });
  await client.query('update rules set after_entry_number = 0 where id = $1', [id]);
  await client.query(
    `insert into rule_candidates (user_id, publication_id, entry_number) select user_id, publication_id, entry_number from user_publications
     where user_id = $1 and hidden_as is null order by first_seen_at desc, entry_number limit $2`,
    [readerId, EFFECTS],
  );
  const { services, close } = await openInside(dataDir, {});
  const acting = await secondsOf(async () => {
    while (await applyRules(services.db, readerId));
  });
  await close();
  await client.query('vacuum analyze');
  const undoing = await secondsOf(() => session.call('POST', `/rules/${id}/undo`));
  await session.call('DELETE', `/rules/${id}`);
  await client.query("delete from stored_tags where name = 'tag of many'");
  await client.query('delete from read_batches where user_id = $1', [readerId]);
  await client.query('vacuum analyze');
  const number = Math.min(EFFECTS, entries).toLocaleString('en');
  return [rowOf(`a rule acts on ${number} publications`, acting, 's'), rowOf('its undo', undoing, 's')];
}

/**
 * A second user imports five scholars, stops tracking one and tracks it again, and gets publications that the database
 * has.
 */
async function benchScholars(library: ScaleLibrary): Promise<Row[]> {
  const { client, session, service, dataDir, publications } = library;
  const { rows: before } = await client.query('select max(id) as publication from publications');
  const { rows: profiles } = await client.query('select max(id) as id from profiles');
  const { id } = await session.call<{ id: number }>('POST', '/admin/users', { ...MOVER, is_admin: false });
  const mover = await new Session(service.url).signIn(MOVER);
  const count = Math.min(publications, MAX_IMPORT);
  await importFile(mover, encoded(count, count / SCHOLARS));
  await client.query('vacuum analyze');
  const { services, close } = await openInside(dataDir, {});
  try {
    const untracking: number[] = [];
    const tracking: number[] = [];
    for (let n = 0; n < TIMES; n += 1) {
      const { scholars } = await mover.call<{ scholars: { id: number; scholar_id: string }[] }>('GET', '/scholars');
      const scholar = scholars.find(({ scholar_id }) => scholar_id === 'Port00000001');
      untracking.push(await secondsOf(() => mover.call('DELETE', `/scholars/${scholar?.id}`)));
      tracking.push(await secondsOf(() => mover.call('POST', '/scholars', { scholar_id: scholar?.scholar_id })));
    }
    await client.query('delete from queue_items where user_id = $1', [id]);
    const arrivals = await benchArrivals(services, client, id);
    const many = (count / SCHOLARS).toLocaleString('en');
    const large = `in a library of ${count.toLocaleString('en')}`;
    return [
      rowOf(`stop tracking a scholar with ${many} publications ${large}`, median(untracking), 's'),
      rowOf('track that scholar again', median(tracking), 's'),
      rowOf(`about 100 publications that the database has arrive ${large}`, arrivals, 'ms'),
    ];
  } finally {
    await close();
    await client.query('delete from users where id = $1', [id]);
    await client.query('delete from publications where id > $1', [before[0]?.publication]);
    await client.query('delete from profiles where id > $1', [profiles[0]?.id]);
    await client.query('vacuum analyze');
  }
}

type Inside = Awaited<ReturnType<typeof openInside>>['services'];

/**
 * The median time of a first crawl without a request, because the profile was just crawled for somebody else. In
 * milliseconds.
 */
async function benchArrivals(services: Inside, client: ScaleLibrary['client'], userId: number): Promise<number> {
  const { rows } = await client.query<{ source_id: string }>(
    `update profiles set crawled_at = now() where id in (
       select id from profiles where source_id like 'Bench%' order by abs(last_listing_number - 100), id limit ${ARRIVALS}
     ) returning source_id`,
  );
  for (const { source_id: scholarId } of rows) await trackScholar(services.db, userId, { scholarId, imageUrl: null });
  const { pace } = googleScholar(services);
  const taken: number[] = [];
  for (let n = 0; n < rows.length; n += 1) {
    const begin = performance.now();
    const item = await claimFresh(services.db, pace);
    if (!item) throw new Error(`no fresh profile after ${n}`);
    await useFreshCrawl(services, item);
    taken.push(performance.now() - begin);
  }
  const { rows: left } = await sql`select from queue_items where user_id = ${userId}`.execute(services.db);
  if (left.length > 0) throw new Error(`${left.length} profiles were refused`);
  return median(taken);
}
