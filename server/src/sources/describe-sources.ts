import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { API_SOURCES } from '../platform/sources-config.ts';
import { photoIntervalSeconds } from './request-slots.ts';
import type { SafetyState } from './safety-contract.ts';
import { type CooldownReason, GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS, GOOGLE_SCHOLAR_SEARCH } from './source.ts';
import type { ProfileCounts, SourceFacts } from './source-facts-store.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { findSourceState, getSafetyCounters } from './store.ts';

export const SOURCE_STATES = ['ready', 'cooldown', 'budget_spent', 'not_configured', 'disabled'] as const;
type State = (typeof SOURCE_STATES)[number];

interface Setting {
  readonly enabled: boolean;
  /** all settings that the source needs are set */
  readonly configured: boolean;
  readonly min_interval_seconds: number | null;
  readonly dailyBudget: number | null;
}

/** The settings and the current state of a source. */
export interface SourceDescription extends SourceFacts {
  readonly state: State;
  readonly enabled: boolean;
  readonly min_interval_seconds: number | null;
  /** today's budget; null if there is no budget */
  readonly budget_limit: number | null;
}

/**
 * Describes all sources, including those that are disabled or were never used. Google Scholar's photos and its name
 * search have their own rows, because they have their own cooldowns. They also wait during a cooldown of Google Scholar
 * itself.
 */
export function describeSources(config: Config, facts: readonly SourceFacts[]): SourceDescription[] {
  const known = new Map(facts.map((one) => [one.source, one]));
  const factsOf = (source: string): SourceFacts => known.get(source) ?? { ...NO_FACTS, source };
  const scholarFacts = factsOf(GOOGLE_SCHOLAR);
  const parts = [...photosAndSearchOf(config)].map(([source, setting]) =>
    describe(withLongerCooldown(scholarFacts, factsOf(source)), setting),
  );
  const [scholar, ...others] = [...settingsOf(config)].map(([source, setting]) => describe(factsOf(source), setting));
  return [...(scholar ? [scholar] : []), ...parts, ...others];
}

/** Shows the longer of two cooldowns: that of Google Scholar or that of the part itself. */
function withLongerCooldown(scholarFacts: SourceFacts, part: SourceFacts): SourceFacts {
  if (scholarFacts.cooldown_seconds <= part.cooldown_seconds) return part;
  const { cooldown_until, cooldown_reason, cooldown_response, cooldown_seconds } = scholarFacts;
  return { ...part, cooldown_until, cooldown_reason, cooldown_response, cooldown_seconds };
}

function describe(facts: SourceFacts, setting: Setting): SourceDescription {
  const budget_limit = facts.advertised_limit ?? setting.dailyBudget;
  const { enabled, min_interval_seconds } = setting;
  return { ...facts, state: stateOf(facts, setting, budget_limit), enabled, min_interval_seconds, budget_limit };
}

/**
 * How many profiles are crawled at a source, and when the last of those that were not crawled within a day can have
 * been crawled, if each needs one request. The time is null if all were crawled, or if the source gets no requests.
 */
export function describeProfiles(
  { state, cooldown_seconds, min_interval_seconds, resets_at }: SourceDescription,
  { profile_count, crawled_count, now }: ProfileCounts,
) {
  const waits = {
    ready: 0,
    cooldown: 1000 * cooldown_seconds,
    budget_spent: resets_at === null ? 0 : Math.max(0, resets_at.getTime() - now.getTime()),
    not_configured: null,
    disabled: null,
  }[state];
  const remaining = profile_count - crawled_count;
  const crawled_by = now.getTime() + (waits ?? 0) + 1000 * remaining * (min_interval_seconds ?? 0);
  const allCrawledAt = waits === null || remaining === 0 ? null : new Date(crawled_by);
  return {
    count: profile_count,
    crawled_today: crawled_count,
    all_crawled_at: allCrawledAt,
    all_crawled_by_dt: allCrawledAt,
  };
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
  const others = API_SOURCES.map((source): [string, Setting] => {
    const { enabled, minIntervalSeconds } = sources[source];
    const { dailyBudget } = SOURCE_LIMITS[source];
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
  return new Map([[GOOGLE_SCHOLAR, profiles], ...others]);
}

/** Only those that are requested. Google Scholar's robots.txt allows neither. */
function photosAndSearchOf({ googleScholar, ingestion }: Config): Map<string, Setting> {
  if (!googleScholar.enabled || googleScholar.obeysRobots) return new Map();
  const part = (seconds: number): Setting => ({
    enabled: true,
    configured: true,
    min_interval_seconds: Math.max(seconds, ingestion.minRequestDelaySeconds),
    dailyBudget: null,
  });
  const photos = part(photoIntervalSeconds(ingestion.minRequestDelaySeconds));
  const search = part(googleScholar.nameSearchIntervalSeconds);
  return new Map([
    [GOOGLE_SCHOLAR_PHOTOS, photos],
    ...(googleScholar.searchesNames ? [[GOOGLE_SCHOLAR_SEARCH, search] as const] : []),
  ]);
}

const NO_FACTS: Omit<SourceFacts, 'source'> = {
  last_request_at: null,
  last_success_at: null,
  next_request_at: null,
  cooldown_until: null,
  cooldown_reason: null,
  cooldown_response: null,
  cooldown_step: 0,
  cooldown_seconds: 0,
  blocked_in_a_row: 0,
  unreachable_in_a_row: 0,
  advertised_interval_seconds: null,
  spent: null,
  advertised_limit: null,
  resets_at: null,
  refused_until: null,
  own_key_count: 0,
  refused_key_count: 0,
};

const WORDS: Readonly<Record<CooldownReason, { label: string; action: string }>> = {
  blocked_failure_threshold_exceeded: {
    label: 'Google Scholar refused requests',
    action: 'No action is needed. Crawls of Google Scholar continue automatically after the cooldown.',
  },
  network_failure_threshold_exceeded: {
    label: 'Google Scholar could not be reached',
    action:
      'Check that this machine can reach the internet. Crawls of Google Scholar continue automatically after the cooldown.',
  },
};

/** The cooldown of Google Scholar, which is the same for all users, and the user's own counters. */
export async function readSafetyState(db: Database, userId: number): Promise<SafetyState> {
  const state = await findSourceState(db, GOOGLE_SCHOLAR);
  const counters = await getSafetyCounters(db, userId);
  const remainingMs = state?.cooldownUntil ? state.cooldownUntil.getTime() - state.now.getTime() : 0;
  const reason = remainingMs > 0 ? (state?.cooldownReason ?? null) : null;
  return {
    cooldown_active: reason !== null,
    cooldown_reason: reason,
    cooldown_reason_label: reason && WORDS[reason].label,
    cooldown_until: reason && state ? state.cooldownUntil : null,
    cooldown_remaining_seconds: reason ? Math.ceil(remainingMs / 1000) : 0,
    recommended_action: reason && WORDS[reason].action,
    counters,
  };
}
