import { invalidValue } from '../platform/errors.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import type { Services } from '../platform/services.ts';
import { addOrcidProfiles } from './add-orcid-profiles.ts';
import { describeSearch } from './describe-search.ts';
import { type KeptSearch, type Outcome, readName } from './name-search.ts';
import { searchGoogleScholar } from './search-google-scholar.ts';
import { searchOpenAlex } from './search-openalex.ts';
import { deleteOldSearches, findSearch, type StoredSearch, saveSearch } from './store.ts';

/** The longest wait of a user. */
const DEADLINE_MS = 10_000;
const MAX_DELETED = 20;

const limitSearches = limitConcurrency({
  // as many may wait as run, so that each starts before its deadline
  running: 8,
  waiting: 8,
  refusal: 'Too many searches are running. Search again in a few seconds.',
});

/** The last search for each name that is searched for now. */
const underWay = new Map<string, Promise<unknown>>();

interface Search {
  readonly userId: number;
  readonly text: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/**
 * Searches for scholars by name, first in kept results and then at the sources, one after the other. Simultaneous
 * searches for the same name send one request; two processes may send two, which their request slots keep apart. A
 * search ends within about ten seconds. Failures of sources are reported in the result's state.
 * @throws Problem `validation_error` if the query has no name, `not_ready` if too many searches are running
 */
export async function searchNames(
  services: Services,
  userId: number,
  query: string,
): Promise<StoredSearch & { readonly text: string }> {
  const name = readName(query);
  if (name === null) throw invalidValue('query', 'does not contain a name', 'Send a name of at least two letters.');
  const { text, key } = name;
  const search = { userId, text, key, signal: AbortSignal.timeout(DEADLINE_MS) };
  const found = async () =>
    (await findSearch(services.db, key)) ?? limitSearches(() => searchSources(services, search));
  const kept = await findSearch(services.db, key);
  return { text, ...(kept ?? (await afterOthers(key, found))) };
}

/** Runs searches for one name one after the other, so that the later ones find the result of the first. */
async function afterOthers<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}

async function searchSources(services: Services, { userId, text, key, signal }: Search): Promise<StoredSearch> {
  const requestedAt = new Date();
  if (signal.aborted) return { search: TOO_BUSY, requestedAt };
  const scholar = services.config.googleScholar.searchesNames
    ? await searchGoogleScholar(services, text, signal)
    : null;
  // Google Scholar's next slot is seconds away, and OpenAlex does not know its ids
  const isSoon = scholar?.kind === 'unavailable' && scholar.reason === 'too_soon';
  const isEnough = isSoon || (scholar?.kind === 'found' && scholar.people.length > 0);
  const openalex = isEnough ? null : await searchOpenAlex(services, { userId, name: text }, signal);
  const result = describeSearch(scholar, await withProfiles(services, openalex, signal));
  const { search } = result;
  // a result without the user's own key is not one for others; one of Google Scholar is always kept, or each repetition
  // would send a request
  if (scholar?.kind !== 'found' && openalex?.kind === 'unavailable' && openalex.isOwn) return { search, requestedAt };
  await saveSearch(services.db, key, { ...result, requestedAt });
  await deleteOldSearches(services.db, MAX_DELETED);
  return { search, requestedAt };
}

async function withProfiles(services: Services, outcome: Outcome | null, signal: AbortSignal): Promise<Outcome | null> {
  if (outcome?.kind !== 'found') return outcome;
  return { ...outcome, ...(await addOrcidProfiles(services, outcome.people, signal)) };
}

/** Others were searched for until the deadline. */
const TOO_BUSY: KeptSearch = {
  state: 'rate_limited',
  reason: 'busy',
  hint: 'No source was searched. Search again in a few seconds. Results of recent searches are shown at once.',
  people: [],
  warnings: [],
  retryAt: null,
};
