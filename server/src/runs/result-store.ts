import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { ScholarResult } from './contract.ts';

/** A scholar's result. `exhausted`: its item was dropped after the last attempt. */
export type RunResult = ScholarResult & { readonly exhausted: boolean };

/** The results of a run, in the order in which its scholars were added. */
export async function listResults(db: Queries, runId: number): Promise<RunResult[]> {
  const { rows } = await sql<RunResult>`
    select r.scholar_id as scholar_profile_id, r.source_id as scholar_id, r.state, r.state_reason, r.outcome, r.attempt_count, r.publication_count,
      r.new_publication_count, r.start_cstart, r.continuation_cstart, r.continuation_enqueued, r.continuation_cleared, r.warnings, r.error, r.debug,
      r.is_exhausted as exhausted
    from run_scholars r where r.run_id = ${runId} order by r.id`.execute(db);
  return rows;
}
