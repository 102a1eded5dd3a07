import { sql } from 'kysely';
import type { RunStatus } from '../platform/database/column-values.ts';
import type { Tx } from '../platform/database/database.ts';

export interface AddedScholar {
  /** of the event */
  readonly number: number;
  readonly user_id: number;
  readonly scholar_id: number;
  readonly source: string;
  /** of its main profile */
  readonly sourceId: string;
}

/** The scholars that the events from a number on added. */
export async function listAddedScholars(tx: Tx, firstNumber: number): Promise<AddedScholar[]> {
  const { rows } = await sql<AddedScholar>`
    select e.number, e.user_id, e.scholar_id, p.source, p.source_id as "sourceId"
    from events e join scholars s on s.id = e.scholar_id join profiles p on p.id = s.profile_id
    where e.number >= ${firstNumber} and e.kind = 'scholar.added'`.execute(tx);
  return rows;
}

export interface EndedRun {
  /** of the event */
  readonly number: number;
  readonly run_id: number;
  readonly user_id: number;
  readonly trigger: 'manual' | 'scheduled';
  readonly status: RunStatus;
  /** the scholars that the run checked, and those of them that have new publications */
  readonly scholar_count: number;
  readonly scholars_with_new: number;
  readonly new_publication_count: number;
  /** How many profiles have a problem, by its state; `skipped`: were not requested. */
  readonly problem_counts: Readonly<Record<string, number>>;
}

/** The runs that ended by the events from a number on. */
export async function listEndedRuns(tx: Tx, firstNumber: number): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun>`
    select e.number, r.id as run_id, r.user_id, r.trigger_type as trigger, r.status, r.scholar_count, r.new_publication_count,
      (select count(distinct o.scholar_id) from run_scholars o where o.run_id = r.id and o.new_publication_count > 0) as scholars_with_new,
      coalesce((
        select jsonb_object_agg(n.problem, n.profiles order by n.problem) from (
          select coalesce(nullif(nullif(o.state, 'ok'), 'no_results'), 'skipped') as problem, count(*) as profiles from run_scholars o
          where o.run_id = r.id and o.outcome in ('failed', 'skipped') and coalesce(o.state_reason, '') not in ('no_longer_tracked', 'disabled')
          group by 1
        ) n), '{}') as problem_counts
    from events e join runs r on r.id = (e.data ->> 'run_id')::bigint
    where e.number >= ${firstNumber} and e.kind = 'run.finished'`.execute(tx);
  return rows;
}
