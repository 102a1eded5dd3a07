import { pause } from '../platform/clock.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import { askGoogleScholar } from './ask-google-scholar.ts';
import { askOpenAlex } from './ask-openalex.ts';
import { askOrcid } from './ask-orcid.ts';
import { describeSearch } from './describe-search.ts';
import { type KeptSearch, type Outcome, readName } from './name-search.ts';
import {
  claimSearch,
  deleteOldSearches,
  findSearch,
  releaseSearch,
  returnAllowance,
  saveSearch,
  spendAllowance,
} from './store.ts';

/** Nobody waits longer. */
const DEADLINE_MS = 10_000;
const CLAIM_SECONDS = 20;
/** Between two looks whether somebody else's question is answered. */
const LOOK_MS = 200;
/** Searches for which a source is asked cost the budget that all share: a user has 20 in a go, and 30 an hour. */
const ALLOWANCE = { burst: 20, stepSeconds: 120 };
const MOST_DELETED = 20;

const takeTurn = limitConcurrency({
  // as many wait as are asked for: each has its turn before its time is over
  running: 8,
  waiting: 8,
  refusal: 'Too many names are searched for at this moment. Search again in a few seconds.',
});

export interface NameSearch {
  readonly text: string;
  readonly search: KeptSearch;
  /** null: no source was asked */
  readonly askedAt: Date | null;
}

/**
 * Searches for scholars by name: from what is kept, else in the sources, one after the other. A name that several search for at once, on whatever
 * replica, is asked for once. It ends within some ten seconds, whatever the sources do, and what they do is told in the answer's state.
 * @throws Problem `validation_error` for what holds no name, `not_ready` when too many search
 */
export async function searchNames(services: Services, userId: number, query: string): Promise<NameSearch> {
  const name = readName(query);
  if (name === null) {
    throw new Problem('invalid', 'validation_error', 'Send a name of at least two letters.', [
      { path: 'query', message: 'holds no name' },
    ]);
  }
  const { db } = services;
  const { text, key } = name;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  for (;;) {
    const kept = await findSearch(db, key);
    if (kept) return { text, ...kept };
    const claim = await claimSearch(db, key, CLAIM_SECONDS);
    if (claim !== null) return { text, ...(await askInTurn(services, { userId, text, key, claim, signal })) };
    await pause(LOOK_MS, signal);
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

async function askInTurn(services: Services, asked: Claimed): Promise<{ search: KeptSearch; askedAt: Date | null }> {
  const { db } = services;
  const { userId, key, claim, signal } = asked;
  let isKept = false;
  try {
    return await takeTurn(async () => {
      if (signal.aborted) return { search: notNow('busy', null), askedAt: null };
      const freeAt = await spendAllowance(db, userId, ALLOWANCE);
      if (freeAt) return { search: notNow('too_many_searches', freeAt), askedAt: null };
      const { search, lifetimeSeconds, isAsked, isOwn } = await askSources(services, asked);
      if (!isAsked) await returnAllowance(db, userId, ALLOWANCE);
      if (isOwn) return { search, askedAt: isAsked ? new Date() : null };
      const askedAt = await saveSearch(db, key, { claim, search, lifetimeSeconds });
      isKept = true;
      await deleteOldSearches(db, MOST_DELETED);
      return { search, askedAt };
    });
  } finally {
    if (!isKept) await releaseSearch(db, key, claim);
  }
}

interface AskedSources {
  readonly search: KeptSearch;
  readonly lifetimeSeconds: number;
  /** a request was sent, to whomever */
  readonly isAsked: boolean;
  /** it would be another answer without the caller's own key, so it is not kept for others */
  readonly isOwn: boolean;
}

async function askSources(services: Services, { userId, text, signal }: Claimed): Promise<AskedSources> {
  const scholar = await askGoogleScholar(services, text, signal);
  // its turn comes in seconds, with ids that OpenAlex does not know
  const isSoon = scholar.kind === 'not_asked' && scholar.reason === 'too_soon';
  const isEnough = scholar.kind === 'found' || isSoon;
  const openalex = isEnough ? null : await askOpenAlex(services, { userId, name: text }, signal);
  const isAsked = [scholar, openalex].some(
    (one) => one !== null && (one.kind !== 'not_asked' || one.hasKnocked === true),
  );
  const isOwn = openalex?.kind === 'not_asked' && openalex.isOwn === true;
  return { ...describeSearch(scholar, await withProfiles(services, openalex, signal)), isAsked, isOwn };
}

async function withProfiles(services: Services, outcome: Outcome | null, signal: AbortSignal): Promise<Outcome | null> {
  if (outcome?.kind !== 'found') return outcome;
  return { ...outcome, ...(await askOrcid(services, outcome.people, signal)) };
}

function notNow(reason: string, freeAt: Date | null): KeptSearch {
  const when = freeAt === null ? 'in a few seconds' : 'later';
  return {
    state: 'rate_limited',
    reason,
    hint: `Nobody was asked. Search again ${when}. Names that were searched for lately are answered at once.`,
    people: [],
    warnings: [],
    retryAt: freeAt?.toISOString() ?? null,
  };
}
