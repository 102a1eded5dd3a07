import type { Services } from '../platform/http/endpoint.ts';
import { openOwnKeys } from '../settings/open-own-keys.ts';
import { type Asked, askSource, reportUnanswered } from '../sources/ask-source.ts';
import { ETIQUETTE } from '../sources/etiquette.ts';
import { openalexByName } from '../sources/openalex/openalex-requests.ts';
import { parseOpenAlexAuthors } from '../sources/openalex/parse-openalex-authors.ts';
import { ownCredential } from '../sources/own-credential.ts';
import type { FoundPeople } from '../sources/person.ts';
import { awaitSlot, type RefusedSlot, reserve, type SlotRequest } from '../sources/request-slots.ts';
import { listRefusedCredentials, saveRefusedCredential } from '../sources/slot-store.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import type { Outcome } from './name-search.ts';

const SOURCE = 'openalex';
/** All searches together have half of the operator's budget: lookups have the rest at least. */
const SHARE = { source: SOURCE, credential: 'shared:name_search', budgetPart: 0.5 };
/** For a request slot behind those of lookups. */
const PATIENCE_MS = 3000;
/** Lookups reserve slots two seconds ahead: half of them are left to these. */
const HORIZON_MS = 1000;

/** A key, and whose budget it spends. */
interface Access {
  readonly credential: string;
  readonly apiKey: string | null;
  readonly dailyBudget: number;
}

/**
 * Asks OpenAlex for authors of that name, as lookups ask it: at its pace, with the user's own key and budget where there is one, else the operator's, of
 * which searches have their share.
 */
export async function askOpenAlex(
  services: Services,
  { userId, name }: { userId: number; name: string },
  signal: AbortSignal,
): Promise<Outcome> {
  if (!services.config.sources.openalex.enabled) return { kind: 'not_asked', reason: 'switched_off', until: null };
  const own = await findOwnAccess(services, userId);
  const asked = await askWith(services, own ?? sharedAccess(services), { name, signal });
  if (asked.kind !== 'key_refused' || own === null) return settle(services, asked, signal);
  services.log.warn(
    { source: SOURCE, credential: own.credential },
    "a user's own key was refused: it is left out for a day",
  );
  await saveRefusedCredential(services.db, SOURCE, own.credential);
  return settle(services, await askWith(services, sharedAccess(services), { name, signal }), signal);
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
  return ETIQUETTE[SOURCE].dailyBudget ?? { shared: Number.MAX_SAFE_INTEGER, own: Number.MAX_SAFE_INTEGER };
}

type NotAskedHere = Extract<Outcome, { kind: 'not_asked' }>;
type AskedHere = Exclude<Asked<FoundPeople>, { kind: 'spent' | 'key_paused' }> | NotAskedHere;

async function askWith(
  services: Services,
  access: Access,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<AskedHere> {
  const { db, config } = services;
  const { credential, apiKey, dailyBudget } = access;
  const { baseUrl, minIntervalSeconds: intervalSeconds } = config.sources.openalex;
  const request = openalexByName({ baseUrl, apiKey }, name);
  const { cost } = request;
  const isOwn = credential !== 'shared';
  const wanted: SlotRequest = {
    source: SOURCE,
    intervalSeconds,
    credential,
    cost,
    dailyBudget,
    ...(isOwn ? {} : { kind: SHARE }),
  };
  const slot = await awaitSlot(db, wanted, { patienceMs: PATIENCE_MS, horizonMs: HORIZON_MS, signal });
  if (!slot.isGranted) return refusalOf(slot, isOwn);
  const asked = await askSource(services, { source: SOURCE, request, parse: parseOpenAlexAuthors, credential, signal });
  if (asked.kind === 'key_paused')
    return { kind: 'not_asked', reason: 'key_paused', until: asked.until, hasKnocked: true, isOwn };
  if (asked.kind !== 'spent') return asked;
  // the answer said when there will be a budget again, and that is saved by now
  const next = await reserve(db, wanted);
  const until = next.isGranted ? null : next.until;
  return { kind: 'not_asked', reason: 'budget_spent', until, hasKnocked: true, isOwn };
}

function refusalOf({ reason, by, until }: RefusedSlot, isOwn: boolean): NotAskedHere {
  if (reason === 'budget') return { kind: 'not_asked', reason: 'budget_spent', until, isOwn };
  if (reason === 'rate_limit') return { kind: 'not_asked', reason: 'busy', until };
  return by === 'own'
    ? { kind: 'not_asked', reason: 'key_paused', until, isOwn }
    : { kind: 'not_asked', reason: 'cooldown', until };
}

/** A failure is noted for all services: lookups ask the same source. */
async function settle(services: Services, asked: AskedHere, signal: AbortSignal): Promise<Outcome> {
  switch (asked.kind) {
    case 'not_asked':
      return asked;
    case 'found':
      await saveGoodAnswer(services.db, SOURCE);
      return { kind: 'found', ...asked.value };
    case 'refused_request':
      return { kind: 'failed', state: 'layout_changed', reason: `unexpected_status_${asked.status}` };
    case 'blocked':
    case 'key_refused': {
      const reason = asked.kind === 'blocked' ? asked.reason : asked.kind;
      const cooldown = await reportUnanswered(services, SOURCE, asked);
      if (reason === 'too_many_requests')
        return { kind: 'not_asked', reason: 'cooldown', until: cooldown?.until ?? null, hasKnocked: true };
      return { kind: 'failed', state: 'blocked_or_captcha', reason };
    }
    case 'absent':
    case 'changed':
    case 'unreachable': {
      // it was our patience that ended
      if (signal.aborted) return { kind: 'failed', state: 'network_error', reason: 'timeout' };
      await reportUnanswered(services, SOURCE, asked);
      const state = asked.kind === 'unreachable' ? 'network_error' : 'layout_changed';
      return { kind: 'failed', state, reason: asked.reason };
    }
  }
}
