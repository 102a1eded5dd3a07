import { openInside } from './inside.ts';
import { median } from './measure.ts';
import { load } from './product.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { secondsOf } from './scale-measure.ts';
import { FOLLOWERS, fillForMerges, MANY } from './scale-merges-data.ts';
import { type Row, rowOf } from './scale-table.ts';
import { ACCOUNT } from './service-process.ts';
import { watchIdentity } from './watch-identity.ts';

const { repairDuplicates } = await load<typeof import('../src/duplicates/repair-duplicates.ts')>(
  'duplicates/repair-duplicates.js',
);
const { undoMerges } = await load<typeof import('../src/duplicates/undo-merges.ts')>('duplicates/undo-merges.js');

const USERS = 1000;
const TIMES = 3;
/** A cluster has at most a hundred members, one of which stays. */
const CLUSTER = 99;

/**
 * Measures repair jobs that merge near duplicates, and their undo, in libraries of new users, and how long others wait
 * for the lock on identity meanwhile. Deletes these users and their publications afterwards.
 */
export async function benchMerges({ client, dataDir, databaseUrl, readerId }: ScaleLibrary): Promise<Row[]> {
  const { rows: known } = await client.query('select max(id) as id from publications');
  const { rows: users } = await client.query<{ id: string }>(
    `insert into users (email, email_key, password_hash)
     select a, a, 'none' from generate_series(1, ${USERS}) n, lateral (select 'merges' || n || '@lectern.example' as a) k returning id`,
  );
  const userIds = users.map(({ id }) => Number(id));
  const { services, close } = await openInside(dataDir, {});
  const operator = { name: ACCOUNT.email, userId: readerId };
  const waits = await watchIdentity(databaseUrl);
  const idsOf = async (keys: readonly string[]) => {
    const { rows } = await client.query<{ id: string }>(
      'select r.publication_id as id from unnest($1::text[]) with ordinality as k (key, at) join records r using (key) order by k.at',
      [keys],
    );
    return rows.map(({ id }) => Number(id));
  };
  const merge = (keys: string[]) =>
    repairDuplicates(
      services,
      {
        ...{ dry_run: false, similarity_threshold: 0.2, selected_cluster_keys: keys },
        confirmation_text: 'MERGE SELECTED DUPLICATES',
      },
      operator,
    );
  const measure = async (keys: string[]) => {
    let jobId = 0;
    let merged = 0;
    waits.restart();
    const merging = await secondsOf(async () => {
      const { job_id, summary } = await merge(keys);
      jobId = job_id;
      merged = Number(summary.merged_publication_count);
    });
    const mergeWait = waits.restart();
    const undoing = await secondsOf(() => undoMerges(services, jobId, operator));
    return { merging, mergeWait, undoing, undoWait: waits.restart(), merged };
  };
  try {
    await fillForMerges(services, userIds);
    await client.query('vacuum analyze user_publications, unread, listings, records, publications');
    const pair = clusterKey(await idsOf(['Merges000001:a', 'Merges000002:b']));
    const popular = [await measure([pair])];
    while (popular.length < TIMES) popular.push(await measure([pair]));
    const [canonical, ...others] = await idsOf(Array.from({ length: MANY + 1 }, (_, at) => `Merges000003:${at}`));
    const keys: string[] = [];
    for (let at = 0; at < MANY; at += CLUSTER)
      keys.push(clusterKey([canonical ?? 0, ...others.slice(at, at + CLUSTER)]));
    const many = await measure(keys);
    if (popular[0]?.merged !== 1 || many.merged !== MANY) throw new Error(`${many.merged} publications were merged`);
    const of = (part: 'merging' | 'undoing' | 'mergeWait' | 'undoWait') => median(popular.map((one) => one[part]));
    const [users, into] = [USERS.toLocaleString('en'), `${MANY.toLocaleString('en')} publications into one`];
    return [
      rowOf(`merge of a publication in ${users} libraries (median of ${TIMES})`, of('merging'), 's', { max: 1 }),
      rowOf('longest wait for the identity lock meanwhile', of('mergeWait'), 's', { max: 1 }),
      rowOf('its undo', of('undoing'), 's', { max: 1 }),
      rowOf('longest wait for the identity lock meanwhile', of('undoWait'), 's', { max: 1 }),
      rowOf(`merge of ${into}, in ${FOLLOWERS} libraries`, many.merging, 's'),
      rowOf('longest wait for the identity lock meanwhile', many.mergeWait, 's'),
      rowOf('its undo', many.undoing, 's'),
      rowOf('longest wait for the identity lock meanwhile', many.undoWait, 's'),
    ];
  } finally {
    await waits.stop();
    await close();
    await client.query('delete from users where id = any($1)', [userIds]);
    await client.query('delete from publications where id > $1', [known[0]?.id]);
    await client.query("delete from profiles where source_id like 'Merges%'");
    await client.query('vacuum analyze user_publications, unread, listings, records, publications');
  }
}

const clusterKey = (ids: number[]) =>
  ids
    .toSorted((a, b) => a - b)
    .map((id) => id.toString(36))
    .join('.');
