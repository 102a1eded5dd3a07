import type { Static } from 'typebox';
import type { AuthorId } from '../sources/author-list.ts';
import type { FoundPerson } from '../sources/person.ts';
import type { Candidate } from './contract.ts';
import type { KeptSearch, Outcome, SearchState, UnavailableReason } from './name-search.ts';

const HOUR = 3600;
/** How long a result is kept. */
const LIFETIME_SECONDS = {
  ok: 24 * HOUR,
  no_results: 3 * HOUR,
  /** a result without a source that is unavailable for a short time, or with missing ORCID records */
  provisional: HOUR / 2,
  /** for all users who search for the name in the meantime */
  failure: 60,
  rate_limited: 5,
};

const BY_ADDRESS =
  'If you know the profile, track it by its address (https://scholar.google.com/citations?user=…) or its 12-character id.';
const WITHOUT_ID =
  "Some people were found without a Google Scholar id. You can track them by their OpenAlex page or ORCID iD. If you know the Google Scholar profile, add it on the scholar's page.";

type Failed = Exclude<Outcome, { kind: 'found' }>;
/** The result of the source with this name. */
type Named<T> = T & { readonly name: string };
type Found = Named<Extract<Outcome, { kind: 'found' }>>;

/**
 * The result of a search, and for how many seconds it is kept. It is `no_results` only if a source returned an empty
 * list. A source that was not to be searched has no outcome: Google Scholar unless the operator allows it, OpenAlex if
 * Google Scholar is enough.
 */
export function describeSearch(
  scholar: Outcome | null,
  openalex: Outcome | null,
): { search: KeptSearch; lifetimeSeconds: number } {
  const outcomes: Named<Outcome>[] = [
    ...(scholar ? [{ name: 'Google Scholar', ...scholar }] : []),
    ...(openalex ? [{ name: 'OpenAlex', ...openalex }] : []),
  ];
  const found = outcomes.filter((one) => one.kind === 'found');
  const failed = outcomes.filter((one) => one.kind !== 'found');
  const warnings = failed.map(describeFailure);
  if (found.length > 0) return describeFound(found, warnings, failed.some(isTemporary));
  const { state, reason } = failureOf(failed);
  const untils = failed.flatMap((one) => (one.kind === 'unavailable' ? (one.until?.getTime() ?? []) : []));
  const retryAt = state === 'rate_limited' && untils.length > 0 ? new Date(Math.min(...untils)).toISOString() : null;
  const search: KeptSearch = { state, reason, hint: `${HINTS[state]} ${BY_ADDRESS}`, people: [], warnings, retryAt };
  return { search, lifetimeSeconds: LIFETIME_SECONDS[state === 'rate_limited' ? state : 'failure'] };
}

/** Temporary reasons. */
const PASSING: ReadonlySet<UnavailableReason> = new Set(['cooldown', 'search_failing', 'busy', 'too_soon']);

const HINTS: Readonly<Record<Exclude<SearchState, 'ok' | 'no_results'>, string>> = {
  blocked_or_captcha: 'The sources refused the search.',
  layout_changed: 'The response of the source could not be read. Ask your operator to update Lectern.',
  network_error: 'The sources could not be reached. Search again in a few minutes.',
  rate_limited: 'The sources are at their rate limits. Search again later.',
};

/** A failure that the next search may not meet. Another user's search may use another key. */
function isTemporary(one: Failed): boolean {
  if (one.kind === 'failed') return one.state !== 'blocked_or_captcha';
  return PASSING.has(one.reason) || one.isOwn === true;
}

/**
 * Only the last source that responded may have people, because OpenAlex is queried only if Google Scholar found nobody.
 */
function describeFound(
  found: readonly Found[],
  failures: readonly string[],
  isIncomplete: boolean,
): { search: KeptSearch; lifetimeSeconds: number } {
  const people = found.flatMap((one) => one.people);
  const unreadable = found.reduce((total, one) => total + one.unreadable, 0);
  const unreadRecords = found.reduce((total, one) => total + (one.unreadRecords ?? 0), 0);
  const state = people.length > 0 ? 'ok' : 'no_results';
  const skipped =
    unreadable === 0 ? [] : [`${unreadable} ${unreadable === 1 ? 'result' : 'results'} could not be read`];
  const hint = people.some(({ scholarId }) => scholarId === null) ? WITHOUT_ID : null;
  const sourceNames = found.map(({ name }) => name).join(' and ');
  const none = `${sourceNames} found nobody. Try another spelling of the name. ${BY_ADDRESS}`;
  return {
    search: {
      state,
      reason: null,
      hint: people.length > 0 ? hint : none,
      people,
      warnings: [...failures, ...describeUnread(unreadRecords), ...skipped],
      retryAt: null,
    },
    lifetimeSeconds: isIncomplete || unreadRecords > 0 ? LIFETIME_SECONDS.provisional : LIFETIME_SECONDS[state],
  };
}

/**
 * A failed request counts more than a request that was not sent. A cooldown of the search counts as the failure that
 * started it.
 */
function failureOf(all: readonly Failed[]): { state: Exclude<SearchState, 'ok' | 'no_results'>; reason: string } {
  const failed = all.find((one) => one.kind === 'failed');
  if (failed !== undefined) return failed;
  const reasons = all.map(({ reason }) => reason);
  const reason = reasons.find((one) => one !== 'switched_off');
  if (reason === undefined) return { state: 'network_error', reason: 'no_source_enabled' };
  if (reason === 'search_refused') return { state: 'blocked_or_captcha', reason };
  if (reason === 'search_failing') return { state: 'network_error', reason };
  return { state: 'rate_limited', reason };
}

const UNAVAILABLE: Readonly<Record<UnavailableReason, string>> = {
  switched_off: 'it is disabled',
  cooldown: 'it has a cooldown',
  search_refused: 'its name search recently refused a request; it usually requires a sign-in',
  search_failing: 'its name search recently failed',
  busy: 'other requests come first',
  too_soon: 'another search was sent a moment ago',
  budget_spent: "today's budget for searches is spent",
  key_paused: 'the key for it reached its rate limit',
};

const FAILED = {
  blocked_or_captcha: 'it refused the search',
  layout_changed: 'its response could not be read',
  network_error: 'it could not be reached',
} as const;

function describeUnread(count: number): string[] {
  const records = count === 1 ? 'the record of a candidate' : `the records of ${count} candidates`;
  return count === 0 ? [] : [`ORCID could not be read for ${records}, which may name a Google Scholar profile.`];
}

function describeFailure(outcome: Named<Failed>): string {
  const { name } = outcome;
  if (outcome.kind === 'failed') {
    const why = outcome.reason === 'signin' ? 'it requires a sign-in' : `${FAILED[outcome.state]} (${outcome.reason})`;
    return `${name} is left out: ${why}.`;
  }
  const until = outcome.until === null ? '' : `, until ${outcome.until.toISOString()}`;
  return `${name} was not searched: ${UNAVAILABLE[outcome.reason]}${until}.`;
}

/**
 * A found person in the format of the API, with what is known of the person.
 * @param known `scholar` is the user's scholar with one of the ids
 * @param sourceUrl the base URL of Google Scholar
 */
export function candidateOf(
  person: FoundPerson,
  known: { ids: readonly AuthorId[]; scholar: { id: number; profile_image_url: string | null } | undefined },
  sourceUrl: string,
): Static<typeof Candidate> {
  const { ids, scholar } = known;
  const idAt = (source: AuthorId['source']) => ids.find((one) => one.source === source)?.id ?? null;
  const scholarId = person.scholarId ?? idAt('google_scholar');
  return {
    scholar_id: scholarId,
    display_name: person.name,
    affiliation: person.affiliation,
    email_domain: person.emailDomain,
    cited_by_count: person.citedByCount,
    interests: [...person.interests],
    profile_url: scholarId === null ? person.pageUrl : `${sourceUrl}/citations?user=${scholarId}&hl=en`,
    profile_image_url: scholar?.profile_image_url ?? null,
    orcid: person.orcid ?? idAt('orcid'),
    ids: [...ids],
    source: person.source,
    tracked_scholar_profile_id: scholar?.id ?? null,
  };
}
