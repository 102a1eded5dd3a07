import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { Notice, NoticeSource } from '../sources/notice.ts';

/** How many notices a statement saves, so that the JSON of a whole list is never in memory at once. */
const BATCH = 5_000;

/**
 * Saves what Crossref says of papers, in place of what it said before. Notices of Retraction Watch that it passes on
 * are added to those of the list.
 */
export async function saveNoticesOf(tx: Tx, dois: readonly string[], notices: readonly Notice[]): Promise<void> {
  if (dois.length === 0) return;
  await deleteOthers(tx, sql`n.source = 'crossref' and n.doi = any(${dois})`, notices);
  await saveBatches(tx, notices);
  await renewCurrent(tx, dois);
}

/** Saves a whole list of a source, in place of the one before. Changes only rows that differ. */
export async function replaceNotices(tx: Tx, source: NoticeSource, notices: readonly Notice[]): Promise<void> {
  const deleted = await deleteOthers(tx, sql`n.source = ${source}`, notices);
  const saved = await saveBatches(tx, notices);
  await renewCurrent(tx, [...new Set([...deleted, ...saved])]);
}

/** Deletes the notices in a scope that are not among these; returns their DOIs. */
async function deleteOthers(tx: Tx, scope: ReturnType<typeof sql>, kept: readonly Notice[]): Promise<string[]> {
  const { rows } = await sql<{ doi: string }>`
    delete from notices n where ${scope} and not exists (
      select from unnest(${kept.map(({ doi }) => doi)}::text[], ${kept.map(({ source }) => source)}::text[],
        ${kept.map(({ sourceId }) => sourceId)}::text[]) as k (doi, source, source_id)
      where k.doi = n.doi and k.source = n.source and k.source_id = n.source_id)
    returning n.doi`.execute(tx);
  return rows.map(({ doi }) => doi);
}

/** Returns the DOIs of the notices that changed. */
async function saveBatches(tx: Tx, notices: readonly Notice[]): Promise<string[]> {
  const unique = [...new Map(notices.map((one) => [`${one.doi} ${one.source} ${one.sourceId}`, one])).values()];
  const changed: string[] = [];
  for (let from = 0; from < unique.length; from += BATCH) {
    const rows = unique
      .slice(from, from + BATCH)
      .map(({ sourceId: source_id, noticeDoi: notice_doi, noticedOn: noticed_on, ...notice }) => ({
        ...notice,
        ...{ source_id, notice_doi, noticed_on },
      }));
    const { rows: saved } = await sql<{ doi: string }>`
      insert into notices as n (doi, source, source_id, nature, notice_doi, noticed_on, reasons)
      select doi, source, source_id, nature, notice_doi, noticed_on, array(select jsonb_array_elements_text(reasons))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as k (doi text, source text, source_id text, nature text, notice_doi text, noticed_on date, reasons jsonb)
      order by doi, source, source_id
      on conflict (doi, source, source_id) do update set nature = excluded.nature, notice_doi = excluded.notice_doi,
        noticed_on = excluded.noticed_on, reasons = excluded.reasons
      where (n.nature, n.notice_doi, n.noticed_on, n.reasons)
        is distinct from (excluded.nature, excluded.notice_doi, excluded.noticed_on, excluded.reasons)
      returning n.doi`.execute(tx);
    for (const { doi } of saved) changed.push(doi);
  }
  return changed;
}

/**
 * Marks the notice that says what each paper is now. The word of Retraction Watch counts before that of a publisher,
 * then the latest one; of the same day a retraction counts before a reinstatement, and that before a concern.
 */
async function renewCurrent(tx: Tx, dois: readonly string[]): Promise<void> {
  if (dois.length === 0) return;
  await sql`
    update notices n set is_current = k.is_current
    from (
      select doi, source, source_id, nature not in ('correction', 'reinstatement') and row_number() over (partition by doi
        order by nature = 'correction', source = 'retraction_watch' desc, noticed_on desc nulls last,
          array_position('{retraction,withdrawal,reinstatement,concern}', nature), source_id) = 1 as is_current
      from notices where doi = any(${dois})
    ) k
    where n.doi = k.doi and n.source = k.source and n.source_id = k.source_id and n.is_current <> k.is_current`.execute(
    tx,
  );
}

/** The state of a list that is read as a whole. */
interface ListState {
  /** of the last list that was saved; null: none was */
  readonly rowCount: number | null;
  readonly isDue: boolean;
}

/** A list is due a week after it was saved, and a day after an attempt that failed. */
export async function readListState(db: Queries, source: NoticeSource): Promise<ListState> {
  const { rows } = await sql<ListState>`
    select l.row_count as "rowCount",
      coalesce(l.tried_at < now() - case when l.problem is null then interval '7 days' else interval '1 day' end, true) as "isDue"
    from (values (1)) v left join notice_lists l on l.source = ${source}`.execute(db);
  return one(rows, 'the state of a list of notices');
}

/** Records an attempt to read a list; `rowCount` is null if nothing was saved, which `problem` explains. */
export async function saveAttempt(
  db: Queries,
  source: NoticeSource,
  { rowCount, problem }: { rowCount: number | null; problem: string | null },
): Promise<void> {
  await sql`
    insert into notice_lists as l (source, row_count, saved_at, tried_at, problem)
    values (${source}, ${rowCount}::integer, case when ${rowCount}::integer is not null then now() end, now(), ${problem})
    on conflict (source) do update set row_count = coalesce(excluded.row_count, l.row_count),
      saved_at = coalesce(excluded.saved_at, l.saved_at), tried_at = excluded.tried_at, problem = excluded.problem`.execute(
    db,
  );
}
