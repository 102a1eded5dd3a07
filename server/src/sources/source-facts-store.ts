import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { CooldownReason } from './cooldown.ts';

/** What is kept of a source, for those who look after the service. Seconds and times are the database's. */
export interface SourceFacts {
  readonly source: string;
  readonly last_request_at: Date | null;
  readonly last_success_at: Date | null;
  readonly next_request_at: Date | null;
  readonly cooldown_until: Date | null;
  readonly cooldown_reason: CooldownReason | null;
  readonly cooldown_step: number;
  /** 0: there is none */
  readonly cooldown_seconds: number;
  readonly blocked_in_a_row: number;
  readonly unreachable_in_a_row: number;
  readonly told_interval_seconds: number | null;
  /** of the operator's budget of today, null when nothing was taken from it */
  readonly spent: number | null;
  /** what the source said is the whole of it */
  readonly told_limit: number | null;
  readonly resets_at: Date | null;
  /** the operator's own key was refused */
  readonly refused_until: Date | null;
  /** users' own keys that were used today, and those that the source refused lately */
  readonly own_key_count: number;
  readonly refused_key_count: number;
}

/** All sources that were ever asked. */
export async function listSourceFacts(db: Queries): Promise<SourceFacts[]> {
  const { rows } = await sql<SourceFacts>`
    select s.source, s.last_request_at, s.last_success_at, s.cooldown_reason, s.cooldown_step, s.blocked_in_a_row, s.unreachable_in_a_row,
      s.told_interval_seconds, s.cooldown_until,
      case when s.next_request_at > clock_timestamp() then s.next_request_at end as next_request_at,
      greatest(0, coalesce(extract(epoch from s.cooldown_until - clock_timestamp()), 0))::float8 as cooldown_seconds,
      b.spent, b.told_limit, b.resets_at, r.refused_until,
      coalesce(o.used, 0) as own_key_count, coalesce(o.refused, 0) as refused_key_count
    from source_states s
    left join source_budgets b on b.source = s.source and b.credential = 'shared' and b.resets_at > clock_timestamp()
    left join source_budgets r on r.source = s.source and r.credential = 'shared' and r.refused_until > clock_timestamp()
    left join lateral (
      select count(*) filter (where resets_at > clock_timestamp() and spent > 0) as used,
        count(*) filter (where refused_until > clock_timestamp()) as refused
      from source_budgets where source = s.source and credential like 'user:%'
    ) o on true
    order by s.source`.execute(db);
  return rows;
}
