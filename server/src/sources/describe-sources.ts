import type { Config } from '../platform/config.ts';
import { API_SOURCES } from '../platform/sources-config.ts';
import { ETIQUETTE } from './etiquette.ts';
import { photoIntervalSeconds } from './request-slots.ts';
import { GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS, GOOGLE_SCHOLAR_SEARCH } from './source.ts';
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

/**
 * The sources that this service may ask, asked or not yet; one that is switched off is told as `disabled`. Google Scholar's photos and its search by name
 * have cooldowns of their own, so each has its row, unless nobody is ever asked for them: a cooldown of Google Scholar is theirs as well.
 */
export function describeSources(config: Config, facts: readonly SourceFacts[]): SourceDescription[] {
  const known = new Map(facts.map((one) => [one.source, one]));
  const factsOf = (source: string): SourceFacts => known.get(source) ?? { ...NEVER_ASKED, source };
  const whole = factsOf(GOOGLE_SCHOLAR);
  const sides = [...sidesOf(config)].map(([source, setting]) => describe(inPauseOf(whole, factsOf(source)), setting));
  const [scholar, ...others] = [...settingsOf(config)].map(([source, setting]) => describe(factsOf(source), setting));
  return [...(scholar ? [scholar] : []), ...sides, ...others];
}

/** A side of Google Scholar: of the two cooldowns the one that lasts longer. */
function inPauseOf(whole: SourceFacts, side: SourceFacts): SourceFacts {
  if (whole.cooldown_seconds <= side.cooldown_seconds) return side;
  const { cooldown_until, cooldown_reason, cooldown_seconds } = whole;
  return { ...side, cooldown_until, cooldown_reason, cooldown_seconds };
}

function describe(facts: SourceFacts, setting: Setting): SourceDescription {
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
  const others = API_SOURCES.map((source): [string, Setting] => {
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
  return new Map([[GOOGLE_SCHOLAR, profiles], ...others]);
}

/** Neither is asked for where the source is switched off, or where its robots.txt is obeyed. */
function sidesOf({ googleScholar, ingestion }: Config): Map<string, Setting> {
  if (!googleScholar.enabled || googleScholar.obeysRobots) return new Map();
  const side = (seconds: number): Setting => ({
    enabled: true,
    configured: true,
    min_interval_seconds: Math.max(seconds, ingestion.minRequestDelaySeconds),
    dailyBudget: null,
  });
  return new Map([
    [GOOGLE_SCHOLAR_PHOTOS, side(photoIntervalSeconds(ingestion.minRequestDelaySeconds))],
    [GOOGLE_SCHOLAR_SEARCH, side(googleScholar.nameSearchIntervalSeconds)],
  ]);
}

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
