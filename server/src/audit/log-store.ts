import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import type { JobFacts } from './repair-job.ts';

interface AuditRow {
  readonly id: number;
  readonly created_at: Date;
  readonly actor: string;
  readonly actor_user_id: number | null;
  readonly action: string;
  readonly repair_job_id: number | null;
  readonly user_id: number | null;
  readonly publication_id: number | null;
  readonly before: JobFacts | null;
  readonly after: JobFacts | null;
}

/** The audit log, the latest change first: all of it, or what one repair did, or what was done to one work. */
export async function listAuditLog(
  db: Queries,
  { repair_job_id, publication_id }: { repair_job_id: number | null; publication_id: number | null },
  { limit, offset }: RowWindow,
): Promise<{ rows: AuditRow[]; totalCount: number }> {
  const ofJob = repair_job_id === null ? sql`` : sql`and repair_job_id = ${repair_job_id}`;
  const ofWork = publication_id === null ? sql`` : sql`and publication_id = ${publication_id}`;
  const which = sql`from audit_log where true ${ofJob} ${ofWork}`;
  const [page, count] = await Promise.all([
    // the window is read from an index alone, so that a late page costs little more than the first
    sql<AuditRow>`
      select a.id, a.created_at, a.actor, a.actor_user_id, a.action, a.repair_job_id, a.user_id, a.publication_id, a.before, a.after
      from (select id ${which} order by id desc limit ${limit} offset ${offset}) k join audit_log a on a.id = k.id
      order by a.id desc`.execute(db),
    sql<{ n: number }>`select count(*) as n ${which}`.execute(db),
  ]);
  return { rows: page.rows, totalCount: count.rows[0]?.n ?? 0 };
}
