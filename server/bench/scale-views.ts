import { FREQUENT_WORD, SELECTIVE_SEARCHES } from '../test/support/fill-library.ts';
import { reportStep } from './measure.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { medianWithCpu } from './scale-measure.ts';
import { type Row, rowOfMs } from './scale-table.ts';

/** What people save: by person, topic, venue, age and impact. Some find very many publications, and some very few. */
const SEARCHES = [
  ...SELECTIVE_SEARCHES,
  FREQUENT_WORD,
  `${FREQUENT_WORD} deba`,
  `title:${FREQUENT_WORD}`,
  `"${FREQUENT_WORD} deba"`,
  'author:ba',
  'author:ba author:deba',
  'venue:journal',
  'added:<1d',
  'has:pdf year:2024.. -venue:journal',
  'has:abstract',
  `abstract:${FREQUENT_WORD}`,
  `${FREQUENT_WORD} or year:2024`,
  'tag:rare',
  'tag:frequent',
  'tag:frequent -tag:rare cited:>10',
];
const MAX_MS = 5;

/**
 * Measures the unread counts of 30 views, counted and kept, with some publications unread and with all. Restores marks
 * and tags.
 */
export async function benchViews({ client, session, dataDir, readerId }: ScaleLibrary): Promise<Row[]> {
  await tagSome(client, readerId);
  const ids: number[] = [];
  for (const search of SEARCHES)
    ids.push((await session.call<{ id: number }>('POST', '/views', { name: search, parameters: { search } })).id);
  await client.query('create temporary table unread_before as select * from unread where user_id = $1', [readerId]);
  const count = () => session.call('GET', '/views/counts');
  const countAnew = async () => {
    await client.query('delete from view_counts where user_id = $1', [readerId]);
    await count();
  };
  const rows: Row[] = [];
  const number = SEARCHES.length;
  for (const [name, limit] of [
    ['5,000 unread', 5000],
    ['all unread', null],
  ] as const) {
    await client.query('delete from unread where user_id = $1', [readerId]);
    await client.query(
      `insert into unread select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications
       where user_id = $1 and hidden_as is null order by first_seen_at desc limit $2`,
      [readerId, limit],
    );
    await client.query('vacuum analyze unread');
    rows.push(
      rowOfMs(`unread counts of ${number} views after a change, ${name}`, await medianWithCpu(dataDir, countAnew)),
      rowOfMs(`unread counts of ${number} views, ${name}`, await medianWithCpu(dataDir, count), MAX_MS),
    );
  }
  await client.query('delete from unread where user_id = $1', [readerId]);
  await client.query('insert into unread select * from unread_before');
  await client.query('drop table unread_before');
  await client.query('delete from stored_views where user_id = $1', [readerId]);
  await client.query('delete from stored_tags where user_id = $1', [readerId]);
  await client.query('vacuum analyze unread, publication_tags');
  reportStep('marks, tags and views are as before');
  return rows;
}

/** Tags every tenth publication of the reader as frequent, and every thousandth as rare. */
async function tagSome(client: ScaleLibrary['client'], readerId: number): Promise<void> {
  for (const [name, each] of [
    ['frequent', 10],
    ['rare', 1000],
  ] as const) {
    await client.query(
      `with tag as (insert into stored_tags (user_id, name, name_key, color) values ($1, $2, $2, 'blue') returning id)
       insert into publication_tags (user_id, publication_id, tag_id)
       select user_id, publication_id, (select id from tag) from user_publications where user_id = $1 and entry_number % $3 = 0`,
      [readerId, name, each],
    );
  }
  await client.query('vacuum analyze publication_tags');
}
