import { pause } from '../platform/clock.ts';
import { invalidValue } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import { addOrcidProfiles } from './add-orcid-profiles.ts';
import { describeSearch } from './describe-search.ts';
import { type KeptSearch, type Outcome, readName } from './name-search.ts';
import { searchGoogleScholar } from './search-google-scholar.ts';
import { searchOpenAlex } from './search-openalex.ts';
import {
  claimSearch,
  deleteOldSearches,
  findSearch,
  releaseSearch,
  returnAllowance,
  saveSearch,
  spendAllowance,
} from './store.ts';

/** The longest wait of a user. */
const DEADLINE_MS = 10_000;
const CLAIM_SECONDS = 20;
/** How often it is checked whether another search for the same name has its result. */
const POLL_MS = 200;
/** A search that sends requests spends the budget of all users, so each user has 20 at once and 30 an hour. */
const ALLOWANCE = { burst: 20, stepSeconds: 120 };
const MAX_DELETED = 20;

const limitSearches = limitConcurrency({
  // as many may wait as run, so that each starts before its deadline
  running: 8,
  waiting: 8,
  refusal: 'Too many searches are running. Search again in a few seconds.',
});

export interface NameSearch {
  readonly text: string;
  readonly search: KeptSearch;
  /** null if no request was sent */
  readonly askedAt: Date | null;
}

/**
 * Searches for scholars by name, first in kept results and then at the sources, one after the other. Simultaneous searches for the same name, in
 * any process, send one request. A search ends within about ten seconds. Failures of sources are reported in the result's state.
 * @throws Problem `validation_error` if the query has no name, `not_ready` if too many searches are running
 */
export async function searchNames(services: Services, userId: number, query: string): Promise<NameSearch> {
  const name = readName(query);
  if (name === null) throw invalidValue('query', 'does not contain a name', 'Send a name of at least two letters.');
  const { db } = services;
  const { text, key } = name;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  for (;;) {
    const kept = await findSearch(db, key);
    if (kept) return { text, ...kept };
    const claim = await claimSearch(db, key, CLAIM_SECONDS);
    if (claim !== null) return { text, ...(await searchClaimed(services, { userId, text, key, claim, signal })) };
    await pause(POLL_MS, signal);
    if (signal.aborted) return { text, search: notNow('same_search_under_way', null), askedAt: null };
  }
}

interface Claimed {
  readonly userId: number;
  readonly text: string;
  readonly key: string;
  readonly claim: number;
  readonly signal: AbortSignal;
}

async function searchClaimed(
  services: Services,
  claimed: Claimed,
): Promise<{ search: KeptSearch; askedAt: Date | null }> {
  const { db } = services;
  const { userId, key, claim, signal } = claimed;
  let isKept = false;
  try {
    return await limitSearches(async () => {
      if (signal.aborted) return { search: notNow('busy', null), askedAt: null };
      const freeAt = await spendAllowance(db, userId, ALLOWANCE);
      if (freeAt) return { search: notNow('too_many_searches', freeAt), askedAt: null };
      const { search, lifetimeSeconds, isSent, isOwn } = await searchSources(services, claimed);
      if (!isSent) await returnAllowance(db, userId, ALLOWANCE);
      if (isOwn) return { search, askedAt: isSent ? new Date() : null };
      const askedAt = await saveSearch(db, key, { claim, search, lifetimeSeconds });
      isKept = true;
      await deleteOldSearches(db, MAX_DELETED);
      return { search, askedAt };
    });
  } finally {
    if (!isKept) await releaseSearch(db, key, claim);
  }
}

interface SourcesResult {
  readonly search: KeptSearch;
  readonly lifetimeSeconds: number;
  /** a request was sent */
  readonly isSent: boolean;
  /** the result depends on the user's own key, so it is not kept for others */
  readonly isOwn: boolean;
}

async function searchSources(services: Services, { userId, text, signal }: Claimed): Promise<SourcesResult> {
  const scholar = await searchGoogleScholar(services, text, signal);
  // Google Scholar's next slot is seconds away, and OpenAlex does not know its ids
  const isSoon = scholar.kind === 'unavailable' && scholar.reason === 'too_soon';
  const isEnough = isSoon || (scholar.kind === 'found' && scholar.people.length > 0);
  const openalex = isEnough ? null : await searchOpenAlex(services, { userId, name: text }, signal);
  const isSent = [scholar, openalex].some((one) => one !== null && (one.kind !== 'unavailable' || one.isSent === true));
  // a result of Google Scholar is always kept, because otherwise each repetition would send it a request
  const isOwn = scholar.kind !== 'found' && openalex?.kind === 'unavailable' && openalex.isOwn === true;
  return { ...describeSearch(scholar, await withProfiles(services, openalex, signal)), isSent, isOwn };
}

async function withProfiles(services: Services, outcome: Outcome | null, signal: AbortSignal): Promise<Outcome | null> {
  if (outcome?.kind !== 'found') return outcome;
  return { ...outcome, ...(await addOrcidProfiles(services, outcome.people, signal)) };
}

function notNow(reason: string, freeAt: Date | null): KeptSearch {
  const when = freeAt === null ? 'in a few seconds' : 'later';
  return {
    state: 'rate_limited',
    reason,
    hint: `No source was searched. Search again ${when}. Results of recent searches are shown at once.`,
    people: [],
    warnings: [],
    retryAt: freeAt?.toISOString() ?? null,
  };
}
