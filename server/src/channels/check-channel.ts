import type { Static } from 'typebox';
import { readEmail } from '../accounts/email-key.ts';
import { checkReachable, type Outbound } from '../platform/connect-outbound.ts';
import type { Queries } from '../platform/database/database.ts';
import { invalidValue, type Problem } from '../platform/errors.ts';
import { usableUrl } from '../platform/parse-url.ts';
import { findUnknownIds } from './channel-store.ts';
import { type ChannelFilter, KINDS_FOR_PEOPLE, type NewTarget, type Schedule, type ShownFilter } from './contract.ts';
import { isDeliverable } from './mail/deliver-mail.ts';
import type { ChannelKind, Target } from './target.ts';

/**
 * Reads where a channel of this kind sends to. The host of a URL must exist and be public, or be named by the operator.
 * @throws Problem `validation_error`
 */
export async function checkTarget(
  kind: ChannelKind,
  { address, url, token }: NewTarget,
  outbound: Outbound,
): Promise<Omit<Target, 'signingSecrets'>> {
  if (token !== undefined && kind !== 'ntfy') throw invalid('target.token', 'is only for ntfy');
  if (kind === 'mail') {
    if (url !== undefined) throw invalid('target.url', 'is not for mail');
    const email = readEmail(address ?? '');
    if (email === null || !isDeliverable(email)) throw invalid('target.address', 'must be an email address');
    return { address: email, url: null, token: null };
  }
  if (address !== undefined) throw invalid('target.address', 'is only for mail');
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw invalid('target.token', 'must have visible ASCII characters and no spaces');
  return { address: null, url: await checkUrl(url ?? '', outbound), token: token ?? null };
}

async function checkUrl(text: string, outbound: Outbound): Promise<string> {
  const url = usableUrl(text.trim());
  if (url === null) throw invalid('target.url', 'must begin with https:// or http://, without user name and password');
  const refusals = {
    not_public: `leads to a private address. Ask the operator to add ${url.host} to OUTBOUND_ALLOW_HOSTS`,
    unknown_host: `has a host that does not exist: ${url.hostname}`,
    unresolved: `has a host whose address could not be looked up now: ${url.hostname}. Try again`,
  };
  const reached = await checkReachable(url, outbound);
  if (reached !== 'reachable') throw invalid('target.url', refusals[reached]);
  return url.href;
}

/**
 * What the user sees of a target: the address, or the host and the end of a URL, whose middle is a secret at most
 * services.
 */
export function showTarget({ address, url }: Pick<Target, 'address' | 'url'>): string {
  if (address !== null) return address;
  const { host, origin, href } = new URL(url ?? '');
  return `${host}…${href.slice(origin.length).slice(-4)}`;
}

/** @throws Problem `validation_error` */
export function checkSchedule({ frequency, weekdays, time_zone }: Schedule): void {
  if (frequency === 'weekly' && weekdays.length !== 1)
    throw invalid('schedule.weekdays', 'must have one day for a weekly message');
  if (!isTimeZone(time_zone)) throw invalid('schedule.time_zone', 'must be a time zone such as Europe/Berlin');
}

function isTimeZone(name: string): boolean {
  // an offset such as +02:00 is also accepted by Intl, but has no daylight saving time
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * A filter as it is stored, whatever name its scholars have. @throws Problem `validation_error` if they have both and
 * these differ
 */
export function readFilter<T extends Partial<Static<typeof ShownFilter>>>({
  scholar_profile_ids: scholarIds,
  ...filter
}: T): Omit<T, 'scholar_profile_ids'> {
  if (scholarIds === undefined) return filter;
  if (filter.scholar_ids !== undefined && filter.scholar_ids.join() !== scholarIds.join())
    throw invalid('filter.scholar_ids', 'must not differ from scholar_profile_ids');
  return { ...filter, scholar_ids: scholarIds };
}

/**
 * Checks that a channel of this kind can announce what the filter selects. What the filter `before` has may be gone
 * meanwhile: without it the channel would announce more than its user chose.
 * @throws Problem `validation_error`
 */
export async function checkFilter(
  db: Queries,
  userId: number,
  kind: ChannelKind,
  filter: ChannelFilter,
  before: ChannelFilter | null = null,
): Promise<void> {
  const wrong = kind === 'webhook' ? undefined : filter.event_kinds.find((one) => !KINDS_FOR_PEOPLE.includes(one));
  if (wrong !== undefined) throw invalid('filter.event_kinds', `must not have ${wrong}, which only webhooks can send`);
  const addedIds = (field: 'scholar_ids' | 'view_ids') => filter[field].filter((id) => !before?.[field].includes(id));
  const [scholarId] = await findUnknownIds(db, userId, 'scholars', addedIds('scholar_ids'));
  if (scholarId !== undefined)
    throw invalid('filter.scholar_profile_ids', `has ${scholarId}, which is none of your scholars`);
  const [viewId] = await findUnknownIds(db, userId, 'saved_views', addedIds('view_ids'));
  if (viewId !== undefined) throw invalid('filter.view_ids', `has ${viewId}, which is none of your views`);
}

function invalid(path: string, message: string): Problem {
  return invalidValue(path, message, `The channel was not saved: ${path} ${message}.`);
}
