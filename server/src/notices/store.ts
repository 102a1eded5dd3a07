import { sql } from 'kysely';
import { isPreprintDoi } from '../names/preprints.ts';
import type { Config } from '../platform/config.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { Notice, NoticeSource } from '../sources/notice.ts';

/** How many notices a statement saves, so that the JSON of a whole list is never in memory at once. */
const BATCH = 5_000;

/** Saves what Crossref says of papers, in place of what it said before. */
export async function saveNoticesOf(tx: Tx, dois: readonly string[], notices: readonly Notice[]): Promise<void> {
  if (dois.length === 0) return;
  await replaceNotices(tx, sql`n.source = 'crossref' and n.doi = any(${dois})`, notices);
}

/** Saves a whole list of a source, in place of the one before. Returns how many different notices it has. */
export async function saveList(tx: Tx, source: NoticeSource, notices: readonly Notice[]): Promise<number> {
  return replaceNotices(tx, sql`n.source = ${source}`, notices);
}

/** Saves notices in place of all others in a scope. Changes only rows that differ. Returns how many they are. */
async function replaceNotices(tx: Tx, scope: ReturnType<typeof sql>, notices: readonly Notice[]): Promise<number> {
  const unique = [...new Map(notices.map((one) => [`${one.doi} ${one.source} ${one.sourceId}`, one])).values()];
  await sql`
    delete from notices n where ${scope} and not exists (
      select from unnest(${unique.map(({ doi }) => doi)}::text[], ${unique.map(({ source }) => source)}::text[],
        ${unique.map(({ sourceId }) => sourceId)}::text[]) as k (doi, source, source_id)
      where k.doi = n.doi and k.source = n.source and k.source_id = n.source_id)`.execute(tx);
  for (let from = 0; from < unique.length; from += BATCH) {
    const rows = unique
      .slice(from, from + BATCH)
      .map(({ sourceId: source_id, noticeDoi: notice_doi, noticedOn: noticed_on, ...notice }) => ({
        ...notice,
        ...{ source_id, notice_doi, noticed_on, is_of_preprint: isPreprintDoi(notice.doi) },
      }));
    await sql`
      insert into notices as n (doi, source, source_id, nature, notice_doi, noticed_on, reasons, is_of_preprint)
      select doi, source, source_id, nature, notice_doi, noticed_on, array(select jsonb_array_elements_text(reasons)), is_of_preprint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as k (doi text, source text, source_id text, nature text, notice_doi text, noticed_on date, reasons jsonb, is_of_preprint boolean)
      order by doi, source, source_id
      on conflict (doi, source, source_id) do update set nature = excluded.nature, notice_doi = excluded.notice_doi,
        noticed_on = excluded.noticed_on, reasons = excluded.reasons, is_of_preprint = excluded.is_of_preprint
      where (n.nature, n.notice_doi, n.noticed_on, n.reasons, n.is_of_preprint)
        is distinct from (excluded.nature, excluded.notice_doi, excluded.noticed_on, excluded.reasons, excluded.is_of_preprint)`.execute(
      tx,
    );
  }
  return unique.length;
}

/** Deletes what a list that is not read any more has said. */
export async function forgetList(db: Queries, source: NoticeSource): Promise<void> {
  await sql`
    with gone as (delete from notice_lists where source = ${source} returning source)
    delete from notices n using gone where n.source = gone.source`.execute(db);
}

/** The state of a list that is read as a whole. */
interface ListState {
  /** of the last list that was saved; null: none was */
  readonly noticeCount: number | null;
  readonly isDue: boolean;
}

/** `everySeconds`: how long after it was saved a list is due; `retrySeconds`: after an attempt that failed. */
export async function readListState(
  db: Queries,
  source: NoticeSource,
  { everySeconds, retrySeconds }: Config['noticeList'],
): Promise<ListState> {
  const { rows } = await sql<ListState>`
    select l.notice_count as "noticeCount",
      coalesce(l.tried_at < now() - make_interval(secs => case when l.problem is null then ${everySeconds}::float8 else ${retrySeconds}::float8 end), true) as "isDue"
    from (values (1)) v left join notice_lists l on l.source = ${source}`.execute(db);
  return one(rows, 'the state of a list of notices');
}

/** Records an attempt to read a list; `noticeCount` is null if nothing was saved, which `problem` explains. */
export async function saveAttempt(
  db: Queries,
  source: NoticeSource,
  { noticeCount, problem }: { noticeCount: number | null; problem: string | null },
): Promise<void> {
  await sql`
    insert into notice_lists as l (source, notice_count, tried_at, problem)
    values (${source}, ${noticeCount}::integer, now(), ${problem})
    on conflict (source) do update set notice_count = coalesce(excluded.notice_count, l.notice_count),
      tried_at = excluded.tried_at, problem = excluded.problem`.execute(db);
}
