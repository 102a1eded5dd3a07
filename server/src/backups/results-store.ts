import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

/** The results of the latest scheduled backups, and the database's time. */
export interface BackupResults {
  readonly now: Date;
  /** when the latest one started, successful or not; null: none yet */
  readonly startedAt: Date | null;
  readonly success: { readonly finishedAt: Date; readonly file: string; readonly bytes: number } | null;
  readonly failure: { readonly finishedAt: Date; readonly reason: string } | null;
}

interface Success {
  readonly outcome: 'success';
  readonly finished_at: Date;
  readonly file: string;
  readonly bytes: number;
  readonly reason: null;
}

interface Failure {
  readonly outcome: 'failure';
  readonly finished_at: Date;
  readonly file: null;
  readonly bytes: null;
  readonly reason: string;
}

export async function readBackupResults(db: Queries): Promise<BackupResults> {
  const { rows } = await sql<
    { now: Date; started_at: Date | null } & (Success | Failure | Record<keyof Success, null>)
  >`
    select now() as now, outcome, started_at, finished_at, file, bytes::float8 as bytes, reason
    from (select) one left join backup_results on true order by started_at`.execute(db);
  const now = rows[0]?.now ?? new Date();
  const success = rows.find((row) => row.outcome === 'success');
  const failure = rows.find((row) => row.outcome === 'failure');
  return {
    now,
    startedAt: rows.findLast(({ started_at }) => started_at !== null)?.started_at ?? null,
    success: success ? { finishedAt: success.finished_at, file: success.file, bytes: success.bytes } : null,
    failure: failure ? { finishedAt: failure.finished_at, reason: failure.reason } : null,
  };
}

/** Saves the result of a backup. `startedAt` is in the database's time. */
export async function saveBackupResult(
  db: Queries,
  startedAt: Date,
  result: { readonly file: string; readonly bytes: number } | { readonly reason: string },
): Promise<void> {
  const { file, bytes, reason } = { file: null, bytes: null, reason: null, ...result };
  await sql`
    insert into backup_results (outcome, started_at, finished_at, file, bytes, reason)
    values (${reason === null ? 'success' : 'failure'}, ${startedAt}, clock_timestamp(), ${file}, ${bytes}, ${reason})
    on conflict (outcome) do update set started_at = excluded.started_at, finished_at = excluded.finished_at, file = excluded.file,
      bytes = excluded.bytes, reason = excluded.reason`.execute(db);
}
