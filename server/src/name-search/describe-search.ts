import type { KeptSearch, NotAsked, Outcome, SearchState } from './name-search.ts';

const HOUR = 3600;
/** How long an answer is believed. */
const LIFETIME_SECONDS = {
  ok: 24 * HOUR,
  no_results: 3 * HOUR,
  /** from OpenAlex alone, while Google Scholar is away for a short time, or ORCID did not say who has a profile */
  makeshift: HOUR / 2,
  /** all who search for the name meanwhile hear the same, and no source is asked again */
  failure: 60,
  rate_limited: 5,
};

const BY_ADDRESS =
  'If you know the profile, track it by its address (https://scholar.google.com/citations?user=…) or its 12-character id.';
const FIND_ID =
  'Some people were found without a Google Scholar id. Open the ORCID record or the own page of the person, follow its link to Google Scholar, and track the address of that profile (https://scholar.google.com/citations?user=…).';

type Failed = Exclude<Outcome, { kind: 'found' }>;
type Found = Extract<Outcome, { kind: 'found' }>;

/**
 * What a search tells, and for how many seconds it holds. Nobody is called unknown unless a source said so: `no_results` comes from an answer alone.
 * `openalex` is null when Google Scholar's answer was enough, or its turn comes in a moment.
 */
export function describeSearch(
  scholar: Outcome,
  openalex: Outcome | null,
): { search: KeptSearch; lifetimeSeconds: number } {
  if (scholar.kind === 'found') return describeFound(scholar, [], false);
  if (openalex?.kind === 'found') {
    const isMakeshift =
      scholar.kind === 'failed' ? scholar.state !== 'blocked_or_captcha' : PASSING.has(scholar.reason);
    const { unasked = 0 } = openalex;
    const warnings = [tell('Google Scholar', scholar), ...tellUnasked(unasked)];
    return describeFound(openalex, warnings, isMakeshift || unasked > 0);
  }
  const failed: Failed[] = openalex === null ? [scholar] : [scholar, openalex];
  const { state, reason } = failureOf(scholar, openalex);
  const untils = failed.flatMap((one) => (one.kind === 'not_asked' ? (one.until?.getTime() ?? []) : []));
  const retryAt = state === 'rate_limited' && untils.length > 0 ? new Date(Math.min(...untils)).toISOString() : null;
  const search: KeptSearch = {
    state,
    reason,
    hint: `${HINTS[state]} ${BY_ADDRESS}`,
    people: [],
    warnings: [tell('Google Scholar', scholar), ...(openalex === null ? [] : [tell('OpenAlex', openalex)])],
    retryAt,
  };
  return { search, lifetimeSeconds: LIFETIME_SECONDS[state === 'rate_limited' ? state : 'failure'] };
}

/** Reasons that are gone soon. */
const PASSING: ReadonlySet<NotAsked> = new Set(['cooldown', 'search_failing', 'busy', 'too_soon']);

const HINTS: Readonly<Record<Exclude<SearchState, 'ok' | 'no_results'>, string>> = {
  blocked_or_captcha: 'The sources refused the search.',
  layout_changed:
    'The source answered with something that cannot be read; an operator may want to look for a newer version.',
  network_error: 'The sources could not be reached. Search again in a few minutes.',
  rate_limited: 'The sources may not be asked at this moment. Search again later.',
};

function describeFound(
  { people, unreadable }: Found,
  warnings: readonly string[],
  isMakeshift: boolean,
): { search: KeptSearch; lifetimeSeconds: number } {
  const state = people.length > 0 ? 'ok' : 'no_results';
  const skipped =
    unreadable === 0 ? [] : [`${unreadable} ${unreadable === 1 ? 'result' : 'results'} could not be read`];
  const hint = people.some(({ scholarId }) => scholarId === null) ? FIND_ID : null;
  const none = `Try another spelling of the name. ${BY_ADDRESS}`;
  return {
    search: {
      state,
      reason: null,
      hint: people.length > 0 ? hint : none,
      people,
      warnings: [...warnings, ...skipped],
      retryAt: null,
    },
    lifetimeSeconds: isMakeshift ? LIFETIME_SECONDS.makeshift : LIFETIME_SECONDS[state],
  };
}

/** What was met this time counts more than what was not tried; a search that is left alone counts as what it was left alone for. */
function failureOf(
  scholar: Failed,
  openalex: Failed | null,
): { state: Exclude<SearchState, 'ok' | 'no_results'>; reason: string } {
  if (scholar.kind === 'failed') return scholar;
  if (openalex?.kind === 'failed') return openalex;
  const reasons = openalex === null ? [scholar.reason] : [scholar.reason, openalex.reason];
  if (reasons.every((reason) => reason === 'switched_off' || reason === 'robots'))
    return { state: 'network_error', reason: 'no_source_enabled' };
  if (scholar.reason === 'search_refused') return { state: 'blocked_or_captcha', reason: scholar.reason };
  if (scholar.reason === 'search_failing') return { state: 'network_error', reason: scholar.reason };
  return {
    state: 'rate_limited',
    reason: reasons.find((reason) => reason !== 'switched_off' && reason !== 'robots') ?? 'busy',
  };
}

const NOT_ASKED: Readonly<Record<NotAsked, string>> = {
  switched_off: 'it is switched off',
  robots: 'its robots.txt disallows searches, and GOOGLE_SCHOLAR_OBEY_ROBOTS is on',
  cooldown: 'it is left alone at present',
  search_refused: 'its name search refused lately; it usually asks for a sign-in',
  search_failing: 'its name search failed lately',
  busy: 'other requests come first',
  too_soon: 'another name was searched for a moment ago',
  budget_spent: "the day's budget for searches is spent",
  key_paused: 'your own key for it was used too often',
};

const FAILED = {
  blocked_or_captcha: 'it refused the search',
  layout_changed: 'its answer could not be read',
  network_error: 'it could not be reached',
} as const;

function tellUnasked(count: number): string[] {
  const whose = count === 1 ? 'the record of a candidate' : `the records of ${count} candidates`;
  return count === 0 ? [] : [`ORCID gave no answer about ${whose}: a Google Scholar profile may be named there.`];
}

function tell(source: string, outcome: Failed): string {
  if (outcome.kind === 'failed') {
    const why =
      outcome.reason === 'signin' ? 'it asks for a sign-in there' : `${FAILED[outcome.state]} (${outcome.reason})`;
    return `${source} is left out: ${why}.`;
  }
  const until = outcome.until === null ? '' : `, until ${outcome.until.toISOString()}`;
  return `${source} was not asked: ${NOT_ASKED[outcome.reason]}${until}.`;
}
