import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { SHARED } from './slot-store.ts';
import type { CooldownReason } from './source.ts';

/** The stored state of a source, for operators. Times are by the database's clock. */
export interface SourceFacts {
  readonly source: string;
  readonly last_request_at: Date | null;
  readonly last_success_at: Date | null;
  readonly next_request_at: Date | null;
  readonly cooldown_until: Date | null;
  readonly cooldown_reason: CooldownReason | null;
  /** the word of the response that started the cooldown, such as `challenge` or `timeout` */
  readonly cooldown_response: string | null;
  readonly cooldown_step: number;
  /** 0 if there is no cooldown */
  readonly cooldown_seconds: number;
  readonly blocked_in_a_row: number;
  readonly unreachable_in_a_row: number;
  readonly advertised_interval_seconds: number | null;
  /** the part of the operator's budget that was spent today; null if nothing was */
  readonly spent: number | null;
  /** the total budget that the source advertises */
  readonly advertised_limit: number | null;
  readonly resets_at: Date | null;
  /** set if the source refused the operator's key */
  readonly refused_until: Date | null;
  /** how many users' own keys were used today, and how many the source refused within the last day */
  readonly own_key_count: number;
  readonly refused_key_count: number;
}

/** The crawled profiles at a source. */
export interface ProfileCounts {
  readonly source: string;
  readonly profile_count: number;
  /** how many of them were crawled within the last day */
  readonly crawled_count: number;
  /** by the database's clock */
  readonly now: Date;
}

/** Counts the profiles that users track, by source. */
export async function countProfiles(db: Queries): Promise<ProfileCounts[]> {
  const { rows } = await sql<ProfileCounts>`
    select f.source, count(*) as profile_count, clock_timestamp() as now,
      count(*) filter (where f.crawled_at > clock_timestamp() - interval '1 day') as crawled_count
    from profiles f where f.gone_at is null and exists (select from scholar_profiles c where c.profile_id = f.id)
    group by f.source`.execute(db);
  return rows;
}

/** All sources that were ever used. */
export async function listSourceFacts(db: Queries): Promise<SourceFacts[]> {
  const { rows } = await sql<SourceFacts>`
    select s.source, s.last_request_at, s.last_success_at, s.cooldown_reason, s.cooldown_response, s.cooldown_step, s.blocked_in_a_row, s.unreachable_in_a_row,
      s.advertised_interval_seconds, s.cooldown_until,
      case when s.next_request_at > clock_timestamp() then s.next_request_at end as next_request_at,
      greatest(0, coalesce(extract(epoch from s.cooldown_until - clock_timestamp()), 0))::float8 as cooldown_seconds,
      case when s.resets_at > clock_timestamp() then s.spent end as spent, case when s.resets_at > clock_timestamp() then s.advertised_limit end as advertised_limit,
      case when s.resets_at > clock_timestamp() then s.resets_at end as resets_at,
      case when s.refused_until > clock_timestamp() then s.refused_until end as refused_until,
      coalesce(o.used, 0) as own_key_count, coalesce(o.refused, 0) as refused_key_count
    from source_states s
    left join lateral (
      select count(*) filter (where k.resets_at > clock_timestamp() and k.spent > 0) as used,
        count(*) filter (where k.refused_until > clock_timestamp()) as refused
      from source_states k where k.source = s.source and k.credential like 'user:%'
    ) o on true
    where s.credential = ${SHARED}
    order by s.source`.execute(db);
  return rows;
}
