import type { Static } from 'typebox';
import type { Config } from '../platform/config.ts';
import { isEnabled } from '../sources/enabled-sources.ts';
import { authorPageUrl } from '../sources/parse-author-id.ts';
import type { Scholar } from './contract.ts';
import { imageOf } from './image.ts';
import type { ScholarRow } from './store.ts';

/** Returns a tracked scholar as the API shows it. */
export function scholarOf(row: ScholarRow, config: Pick<Config, 'googleScholar' | 'sources'>): Static<typeof Scholar> {
  const main = { source: row.source, id: row.source_id };
  const profiles = [main, ...(row.other_profiles ?? [])];
  const hasEnabledSource = profiles.some(({ source }) => isEnabled(config, source));
  return {
    id: row.id,
    scholar_id: row.source_id,
    display_name: row.display_name,
    affiliation: row.affiliation,
    profile_url: authorPageUrl(main, config.googleScholar.baseUrl),
    ...imageOf(row),
    is_enabled: row.is_enabled,
    baseline_completed: row.baseline_completed,
    publication_count: row.publication_count,
    unread_count: row.unread_count,
    last_run_dt: row.last_run_dt,
    last_run_status: row.last_run_status,
    created_at: row.created_at,
    profiles: profiles.map((profile) => ({ ...profile, state: 'confirmed' as const })),
    crawl: {
      state: hasEnabledSource ? crawlState(row) : 'waiting',
      collected: row.publication_count,
      next_attempt_dt: hasEnabledSource && row.item_status === 'queued' ? row.next_attempt_dt : null,
      reason: hasEnabledSource ? row.item_error : 'source_disabled',
    },
  };
}

function crawlState(row: ScholarRow): 'idle' | 'queued' | 'running' | 'waiting' {
  if (row.item_status === null) return 'idle';
  if (row.item_status === 'retrying') return 'running';
  return row.item_due ? 'queued' : 'waiting';
}
