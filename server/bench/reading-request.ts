import { medianMs } from './measure.ts';
import { encoded, importFile, withService } from './portability.ts';
import { withDatabase } from './with-database.ts';

/** Two of three are unread. */
const PUBLICATIONS = 15_000;
const FAVORITES = 200;

/**
 * Measures whole requests: the first after a start, which reads all texts, and later ones. Each publication has an
 * abstract and references.
 */
export async function timeRequests(): Promise<string[]> {
  const lines: string[] = [];
  await withService(async (_service, session, dataDir) => {
    await importFile(session, encoded(PUBLICATIONS));
    await withDatabase(dataDir, async (client) => {
      await client.query(`
        insert into publication_metadata (publication_id, source, fetched_at, abstract, authors, has_all_authors, referenced_works)
        select id, 'openalex', now(), (
            select string_agg('word' || (power(hashint8extended(id * 1000 + n, 1) & 1023, 2) / 40)::int || 'x', ' ') from generate_series(1, 180) n
          ), '[]', true, array(select '10.1000/' || (hashint8extended(id * 1000 + n, 2) & 65535) from generate_series(1, 40) n)
        from publications`);
      await client.query(`
        insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications
        where publication_id % (select count(*) / ${FAVORITES} from user_publications) = 0 on conflict do nothing`);
      await client.query('analyze');
    });
    const list = (sort: string) => () => session.call('GET', `/publications?mode=unread&sort_by=${sort}`);
    const start = performance.now();
    await list('reading')();
    const first = performance.now() - start;
    const { unread_count: unread } = await session.call<{ unread_count: number }>('GET', '/publications');
    const [reading, newest] = [await timeOf(list('reading')), await timeOf(list('first_seen'))];
    lines.push(
      `| first request for ${unread} unread publications after a start | ${first.toFixed(0)} |`,
      `| later request, p50 | ${reading} |`,
      `| the same list in the default order, p50 | ${newest} |`,
    );
  });
  return lines;
}

const timeOf = async (call: () => Promise<unknown>) => (await medianMs(call, { times: 50, warmUp: 10 })).toFixed(1);
