import type { Config } from '../platform/config.ts';
import { OTHER_SOURCES } from '../platform/sources-config.ts';
import { ETIQUETTE } from './etiquette.ts';
import { GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS } from './source.ts';
import type { SourceFacts } from './source-facts-store.ts';

export const SOURCE_STATES = ['ready', 'cooldown', 'budget_spent', 'not_configured', 'disabled'] as const;
type State = (typeof SOURCE_STATES)[number];

interface Setting {
  readonly enabled: boolean;
  /** whether all is there that the source asks for */
  readonly configured: boolean;
  readonly min_interval_seconds: number | null;
  readonly dailyBudget: number | null;
}

/** A source as it is set, and as it is. */
export interface SourceDescription extends SourceFacts {
  readonly state: State;
  readonly enabled: boolean;
  readonly min_interval_seconds: number | null;
  /** what may be spent today; null: there is no budget */
  readonly budget_limit: number | null;
}

/** All sources: those that the service knows, asked or not yet, and whatever else it keeps a state of. */
export function describeSources(config: Config, facts: readonly SourceFacts[]): SourceDescription[] {
  const settings = settingsOf(config);
  const known = new Map(facts.map((one) => [one.source, one]));
  const names = [...new Set([...settings.keys(), ...known.keys()])];
  return names.map((source) => describe(known.get(source) ?? { ...NEVER_ASKED, source }, settings.get(source)));
}

function describe(facts: SourceFacts, setting: Setting = UNKNOWN): SourceDescription {
  const budget_limit = facts.told_limit ?? setting.dailyBudget;
  const { enabled, min_interval_seconds } = setting;
  return { ...facts, state: stateOf(facts, setting, budget_limit), enabled, min_interval_seconds, budget_limit };
}

function stateOf(facts: SourceFacts, { enabled, configured }: Setting, limit: number | null): State {
  if (!enabled) return 'disabled';
  if (!configured) return 'not_configured';
  if (facts.cooldown_seconds > 0) return 'cooldown';
  return limit !== null && (facts.spent ?? 0) >= limit ? 'budget_spent' : 'ready';
}

function settingsOf({ googleScholar, ingestion, sources }: Config): Map<string, Setting> {
  const profiles = {
    enabled: googleScholar.enabled,
    configured: true,
    min_interval_seconds: ingestion.minRequestDelaySeconds,
    dailyBudget: null,
  };
  const others = OTHER_SOURCES.map((source): [string, Setting] => {
    const { enabled, minIntervalSeconds } = sources[source];
    const { dailyBudget } = ETIQUETTE[source];
    const hasKey = source === 'openalex' && sources.openalex.apiKey !== null;
    return [
      source,
      {
        enabled,
        configured: source !== 'unpaywall' || sources.unpaywall.email !== null,
        min_interval_seconds: minIntervalSeconds,
        dailyBudget: dailyBudget && (hasKey ? dailyBudget.own : dailyBudget.shared),
      },
    ];
  });
  return new Map([[GOOGLE_SCHOLAR, profiles], [GOOGLE_SCHOLAR_PHOTOS, profiles], ...others]);
}

const UNKNOWN: Setting = { enabled: true, configured: true, min_interval_seconds: null, dailyBudget: null };

const NEVER_ASKED: Omit<SourceFacts, 'source'> = {
  last_request_at: null,
  last_success_at: null,
  next_request_at: null,
  cooldown_until: null,
  cooldown_reason: null,
  cooldown_step: 0,
  cooldown_seconds: 0,
  blocked_in_a_row: 0,
  unreachable_in_a_row: 0,
  told_interval_seconds: null,
  spent: null,
  told_limit: null,
  resets_at: null,
  refused_until: null,
  own_key_count: 0,
  refused_key_count: 0,
};
