import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { openOwnKeys } from '../settings/open-own-keys.ts';
import { type Asked, askSource } from '../sources/ask-source.ts';
import { ETIQUETTE } from '../sources/etiquette.ts';
import { noteUnanswered } from '../sources/note-unanswered.ts';
import { openalexByName } from '../sources/openalex/openalex-requests.ts';
import { parseOpenAlexAuthors } from '../sources/openalex/parse-openalex-authors.ts';
import { ownCredential } from '../sources/own-credential.ts';
import { listRefusedCredentials, saveRefusedCredential, spend, takeSlots } from '../sources/pace-store.ts';
import type { FoundPeople } from '../sources/person.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import type { Outcome } from './name-search.ts';

const SOURCE = 'openalex';

/** A key, and whose budget it spends. */
interface Access {
  readonly credential: string;
  readonly apiKey: string | null;
  readonly dailyBudget: number;
}

/** Asks OpenAlex for authors of that name, as lookups ask it: at its pace, with the user's own key and budget where there is one, else the operator's. */
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

type AskedHere = Exclude<Asked<FoundPeople>, { kind: 'spent' }> | Extract<Outcome, { kind: 'not_asked' }>;

async function askWith(
  services: Services,
  { credential, apiKey, dailyBudget }: Access,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<AskedHere> {
  const { db, config } = services;
  const { baseUrl, minIntervalSeconds } = config.sources.openalex;
  const pace = await takeSlots(db, SOURCE, 1, minIntervalSeconds);
  if (pace.kind === 'wait') {
    const until = new Date(Date.now() + pace.milliseconds);
    return { kind: 'not_asked', reason: pace.reason === 'cooldown' ? 'cooldown' : 'busy', until };
  }
  await pause(pace.startsInMs, signal);
  if (signal.aborted) return { kind: 'not_asked', reason: 'busy', until: null };
  const request = openalexByName({ baseUrl, apiKey }, name);
  const resetsAt = await spend(db, SOURCE, credential, request.cost, dailyBudget);
  if (resetsAt) return { kind: 'not_asked', reason: 'budget_spent', until: resetsAt };
  const asked = await askSource(services, { source: SOURCE, request, parse: parseOpenAlexAuthors, credential, signal });
  if (asked.kind !== 'spent') return asked;
  // the answer said when there will be one again, and that is noted by now
  const until = await spend(db, SOURCE, credential, request.cost, dailyBudget);
  return { kind: 'not_asked', reason: 'budget_spent', until };
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
        return { kind: 'not_asked', reason: 'cooldown', until: cooldown?.until ?? null };
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
