import type { Services } from '../platform/services.ts';
import { openOwnKeys } from '../settings/own-keys.ts';
import { openalexByName } from '../sources/openalex/openalex-requests.ts';
import { openalexShare } from '../sources/openalex/openalex-share.ts';
import { parseOpenAlexAuthors } from '../sources/openalex/parse-openalex-authors.ts';
import type { FoundPeople } from '../sources/person.ts';
import { type QueryResult, querySource, reportFailedQuery } from '../sources/query-source.ts';
import { awaitSlot, type RefusedSlot, reserve, type SlotRequest } from '../sources/request-slots.ts';
import { listRefusedCredentials, saveRefusedCredential } from '../sources/slot-store.ts';
import { SOURCE_LIMITS } from '../sources/source-limits.ts';
import { saveSuccess } from '../sources/store.ts';
import { ownCredential } from '../sources/write-request.ts';
import type { Outcome } from './name-search.ts';

const SOURCE = 'openalex';
/** The longest wait for a request slot, because enrichment reserves slots too. */
const MAX_WAIT_MS = 3000;
/** Enrichment reserves slots two seconds ahead, so searches leave it half of them. */
const HORIZON_MS = 1000;

/** A key, and the budget that it spends. */
interface Access {
  readonly credential: string;
  readonly apiKey: string | null;
  readonly dailyBudget: number;
}

/**
 * Searches OpenAlex for authors by name, within its rate limit. Uses the user's own key and budget if there is one,
 * else the operator's key and the searches' share of its budget.
 */
export async function searchOpenAlex(
  services: Services,
  { userId, name }: { userId: number; name: string },
  signal: AbortSignal,
): Promise<Outcome> {
  if (!services.config.sources.openalex.enabled) return { kind: 'unavailable', reason: 'switched_off', until: null };
  const own = await findOwnAccess(services, userId);
  const result = await searchWith(services, own ?? sharedAccess(services), { name, signal });
  if (result.kind !== 'key_refused' || own === null) return settle(services, result, signal);
  services.log.warn(
    { source: SOURCE, credential: own.credential },
    "a source refused a user's own key; not using it for a day",
  );
  await saveRefusedCredential(services.db, SOURCE, own.credential);
  return settle(services, await searchWith(services, sharedAccess(services), { name, signal }), signal);
}

async function findOwnAccess(services: Services, userId: number): Promise<Access | null> {
  const apiKey = (await openOwnKeys(services, [userId])).get(userId)?.openalexApiKey ?? null;
  if (apiKey === null) return null;
  const credential = ownCredential(userId, apiKey);
  if ((await listRefusedCredentials(services.db, SOURCE)).has(credential)) return null;
  return { credential, apiKey, dailyBudget: budgets().own };
}

function sharedAccess({ config }: Services): Access {
  const { apiKey } = config.sources.openalex;
  return { credential: 'shared', apiKey, dailyBudget: apiKey === null ? budgets().shared : budgets().own };
}

function budgets(): { shared: number; own: number } {
  return SOURCE_LIMITS[SOURCE].dailyBudget ?? { shared: Number.MAX_SAFE_INTEGER, own: Number.MAX_SAFE_INTEGER };
}

type Unavailable = Extract<Outcome, { kind: 'unavailable' }>;
type SearchResult = Exclude<QueryResult<FoundPeople>, { kind: 'spent' | 'key_paused' }> | Unavailable;

async function searchWith(
  services: Services,
  access: Access,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<SearchResult> {
  const { db, config } = services;
  const { credential, apiKey, dailyBudget } = access;
  const { baseUrl, minIntervalSeconds: intervalSeconds } = config.sources.openalex;
  const request = openalexByName({ baseUrl, apiKey }, name);
  const { cost } = request;
  const isOwn = credential !== 'shared';
  const host: SlotRequest = { source: SOURCE, intervalSeconds, credential, cost, dailyBudget };
  const wanted = isOwn ? host : openalexShare('openalex_search', host);
  const slot = await awaitSlot(db, wanted, { maxWaitMs: MAX_WAIT_MS, horizonMs: HORIZON_MS, signal });
  if (!slot.isGranted) return refusalOf(slot, isOwn);
  const result = await querySource(services, {
    source: SOURCE,
    request,
    parse: parseOpenAlexAuthors,
    credential,
    signal,
  });
  if (result.kind === 'key_paused') return { kind: 'unavailable', reason: 'key_paused', until: result.until, isOwn };
  if (result.kind !== 'spent') return result;
  // the response advertised when the budget resets, and the time is already saved
  const next = await reserve(db, wanted);
  const until = next.isGranted ? null : next.until;
  return { kind: 'unavailable', reason: 'budget_spent', until, isOwn };
}

function refusalOf({ reason, by, until }: RefusedSlot, isOwn: boolean): Unavailable {
  if (reason === 'budget') return { kind: 'unavailable', reason: 'budget_spent', until, isOwn };
  if (reason === 'rate_limit') return { kind: 'unavailable', reason: 'busy', until };
  return by === 'own'
    ? { kind: 'unavailable', reason: 'key_paused', until, isOwn }
    : { kind: 'unavailable', reason: 'cooldown', until };
}

/** Records failures for all processes, because enrichment uses the same source. */
async function settle(services: Services, result: SearchResult, signal: AbortSignal): Promise<Outcome> {
  switch (result.kind) {
    case 'unavailable':
      return result;
    case 'found':
      await saveSuccess(services.db, SOURCE);
      return { kind: 'found', ...result.value };
    case 'refused_request':
      return { kind: 'failed', state: 'layout_changed', reason: `unexpected_status_${result.status}` };
    case 'blocked':
    case 'key_refused': {
      const reason = result.kind === 'blocked' ? result.reason : result.kind;
      const cooldown = await reportFailedQuery(services, SOURCE, result);
      if (reason === 'too_many_requests')
        return { kind: 'unavailable', reason: 'cooldown', until: cooldown?.until ?? null };
      return { kind: 'failed', state: 'blocked_or_captcha', reason };
    }
    case 'absent':
    case 'changed':
    case 'unreachable': {
      // our own deadline passed
      if (signal.aborted) return { kind: 'failed', state: 'network_error', reason: 'timeout' };
      await reportFailedQuery(services, SOURCE, result);
      const state = result.kind === 'unreachable' ? 'network_error' : 'layout_changed';
      return { kind: 'failed', state, reason: result.reason };
    }
  }
}
