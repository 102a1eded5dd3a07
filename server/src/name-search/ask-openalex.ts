import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { openOwnKeys } from '../settings/open-own-keys.ts';
import { type Asked, askSource } from '../sources/ask-source.ts';
import { ETIQUETTE } from '../sources/etiquette.ts';
import { findKeyPause } from '../sources/key-pause-store.ts';
import { noteUnanswered } from '../sources/note-unanswered.ts';
import { openalexByName } from '../sources/openalex/openalex-requests.ts';
import { parseOpenAlexAuthors } from '../sources/openalex/parse-openalex-authors.ts';
import { ownCredential } from '../sources/own-credential.ts';
import { listRefusedCredentials, saveRefusedCredential, spend, takeSlots } from '../sources/pace-store.ts';
import type { FoundPeople } from '../sources/person.ts';
import { spendShare } from '../sources/share-store.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import type { Outcome } from './name-search.ts';

const SOURCE = 'openalex';
/** All searches together have half of the operator's budget, and half of the requests that are planned ahead: lookups have the rest at least. */
const SHARE = { name: 'shared:name_search', part: 0.5 };
/** For a place among the requests that are planned: lookups take two seconds of them at once. */
const PATIENCE_MS = 3000;
const LOOK_MS = 200;

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

/** Null when the cost is paid; else when there will be budget again. */
function pay({ db }: Services, { credential, dailyBudget }: Access, cost: number): Promise<Date | null> {
  return credential === 'shared'
    ? spendShare(db, SOURCE, cost, { ...SHARE, limit: dailyBudget })
    : spend(db, SOURCE, credential, cost, dailyBudget);
}

type NotAskedHere = Extract<Outcome, { kind: 'not_asked' }>;
type AskedHere = Exclude<Asked<FoundPeople>, { kind: 'spent' | 'key_paused' }> | NotAskedHere;

async function askWith(
  services: Services,
  access: Access,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<AskedHere> {
  const { credential, apiKey } = access;
  const pausedUntil = credential === 'shared' ? null : await findKeyPause(services.db, SOURCE, credential);
  const isOwn = credential !== 'shared';
  if (pausedUntil) return { kind: 'not_asked', reason: 'key_paused', until: pausedUntil, isOwn };
  const refusal = await awaitSlot(services, signal);
  if (refusal !== null) return refusal;
  const request = openalexByName({ baseUrl: services.config.sources.openalex.baseUrl, apiKey }, name);
  const resetsAt = await pay(services, access, request.cost);
  if (resetsAt) return { kind: 'not_asked', reason: 'budget_spent', until: resetsAt, isOwn };
  const asked = await askSource(services, { source: SOURCE, request, parse: parseOpenAlexAuthors, credential, signal });
  if (asked.kind === 'key_paused')
    return { kind: 'not_asked', reason: 'key_paused', until: asked.until, hasKnocked: true, isOwn };
  if (asked.kind !== 'spent') return asked;
  // the answer said when there will be one again, and that is noted by now
  const until = await pay(services, access, request.cost);
  return { kind: 'not_asked', reason: 'budget_spent', until, hasKnocked: true, isOwn };
}

/** Null when the request may be sent. */
async function awaitSlot({ db, config }: Services, signal: AbortSignal): Promise<NotAskedHere | null> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const pace = await takeSlots(db, SOURCE, 1, config.sources.openalex.minIntervalSeconds, SHARE.part);
    if (pace.kind === 'granted') {
      await pause(pace.startsInMs, signal);
      return signal.aborted ? { kind: 'not_asked', reason: 'busy', until: null } : null;
    }
    const until = new Date(Date.now() + pace.milliseconds);
    if (pace.reason === 'cooldown') return { kind: 'not_asked', reason: 'cooldown', until };
    if (signal.aborted || performance.now() + LOOK_MS > endsAt) return { kind: 'not_asked', reason: 'busy', until };
    await pause(LOOK_MS * (0.5 + Math.random()), signal);
  }
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
      const cooldown = await noteUnanswered(services, SOURCE, asked);
      if (reason === 'too_many_requests')
        return { kind: 'not_asked', reason: 'cooldown', until: cooldown?.until ?? null, hasKnocked: true };
      return { kind: 'failed', state: 'blocked_or_captcha', reason };
    }
    case 'absent':
    case 'changed':
    case 'unreachable': {
      // it was our patience that ended
      if (signal.aborted) return { kind: 'failed', state: 'network_error', reason: 'timeout' };
      await noteUnanswered(services, SOURCE, asked);
      const state = asked.kind === 'unreachable' ? 'network_error' : 'layout_changed';
      return { kind: 'failed', state, reason: asked.reason };
    }
  }
}
