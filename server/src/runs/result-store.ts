import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { AuthorSource } from '../sources/author-list.ts';
import type { ScholarResult } from './contract.ts';

/** The result of one profile of a scholar. */
export interface ProfileResult extends Omit<ScholarResult, 'scholar_id' | 'sources'> {
  readonly scholar_number: number;
  /** of all profiles of the scholar together */
  readonly scholar_outcome: ScholarResult['outcome'];
  readonly source: AuthorSource;
  readonly source_id: string;
  /** its item was dropped after the last attempt */
  readonly exhausted: boolean;
}

/** The results of a run, in the order in which its scholars were added; the main profile of each comes first. */
export async function listResults(db: Queries, runId: number): Promise<ProfileResult[]> {
  const { rows } = await sql<ProfileResult>`
    select r.scholar_id as scholar_number, s.id as scholar_profile_id, o.outcome as scholar_outcome, f.source, f.source_id, r.state, r.state_reason,
      r.outcome, r.attempt_count, r.publication_count, r.new_publication_count, r.start_cstart, r.continuation_cstart, r.continuation_enqueued,
      r.continuation_cleared, r.warnings, r.error, r.debug, r.is_exhausted as exhausted
    from run_scholars r join run_results o on o.run_id = r.run_id and o.scholar_id = r.scholar_id join profiles f on f.id = r.profile_id
    left join scholars s on s.id = r.scholar_id
    where r.run_id = ${runId} order by r.id`.execute(db);
  return rows;
}
