import type { Config } from '../platform/config.ts';
import { Problem } from '../platform/errors.ts';
import { usableUrl } from '../platform/parse-url.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { PARTS } from '../reading-order/parts.ts';
import { PAGES, type SettingsChange } from './contract.ts';
import { KEY_NAMES, keyContext } from './own-key.ts';
import { isMask } from './own-keys.ts';
import { hasView, lockSettings, type SettingsRow, updateSettings } from './store.ts';

/** Saves the settings that a request contains, and leaves the others unchanged. @throws Problem `invalid_settings` */
export async function saveSettings(
  { db, config, secrets }: Pick<Services, 'db' | 'config' | 'secrets'>,
  userId: number,
  sent: SettingsChange,
): Promise<void> {
  const change = readChange(sent);
  checkChange(change, floorsOf(config));
  const columns = sealKeys(change, userId, secrets);
  if (Object.keys(columns).length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockSettings(tx, userId);
    const viewId = change.start_view_id ?? null;
    if (viewId !== null && !(await hasView(tx, userId, viewId)))
      throw invalidSettings([{ path: 'start_view_id', message: 'must be the id of one of your views, or null' }]);
    await updateSettings(tx, userId, columns);
  });
}

function sealKeys(change: SettingsChange, userId: number, secrets: Secrets): Partial<Omit<SettingsRow, 'user_id'>> {
  const { openalex_api_key, crossref_api_token, ...columns } = change;
  const encrypted = KEY_NAMES.flatMap((name) => {
    const key = change[name];
    return key === undefined ? [] : [[name, key && secrets.encrypt(key, keyContext(userId, name))] as const];
  });
  return { ...columns, ...Object.fromEntries(encrypted) };
}

const MAX_INTERVAL_MINUTES = 43_200;
const MAX_DELAY_SECONDS = 600;
const MAX_EMAIL_LENGTH = 254;
const KEY = /^[\x21-\x7e]{1,512}$/;
// one @ between two parts, without spaces, control or format characters
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;
const EMAIL_NAMES = ['crossref_api_mailto', 'unpaywall_email'] as const;
const ADDRESS_NAMES = ['link_resolver', 'proxy_prefix'] as const;
const MAX_ADDRESS_LENGTH = 2000;

/** The minimum values that a user may choose, as the operator set them. */
export interface Floors {
  readonly intervalMinutes: number;
  readonly delaySeconds: number;
}

export function floorsOf({ minRunIntervalMinutes, ingestion }: Config): Floors {
  return { intervalMinutes: minRunIntervalMinutes, delaySeconds: ingestion.minRequestDelaySeconds };
}

/**
 * Normalizes a change: trims texts, replaces empty texts with null, and sorts pages and parts. It drops a mask that the
 * client sent back, so that the key stays as it is. This includes the mask of an earlier key, and a mask where no key
 * is stored.
 */
export function readChange(sent: SettingsChange): SettingsChange {
  const change = { ...sent };
  for (const name of KEY_NAMES) {
    const text = sent[name];
    if (text === undefined) continue;
    if (text !== null && isMask(text)) delete change[name];
    else change[name] = text?.trim() || null;
  }
  for (const name of EMAIL_NAMES) {
    const text = sent[name];
    if (text !== undefined) change[name] = text?.trim().normalize('NFC') || null;
  }
  for (const name of ADDRESS_NAMES) {
    const text = sent[name];
    if (text !== undefined) change[name] = text?.trim() || null;
  }
  const pages = sent.nav_visible_pages;
  if (pages) change.nav_visible_pages = PAGES.filter((page) => pages.includes(page));
  const parts = sent.reading_order_parts;
  if (parts) change.reading_order_parts = PARTS.filter((part) => parts.includes(part));
  return change;
}

/** @throws Problem `invalid_settings` that lists every invalid field, without its value */
export function checkChange(change: SettingsChange, floors: Floors): void {
  const { run_interval_minutes: interval, request_delay_seconds: delay } = change;
  const details: Mistake[] = [];
  const reject = (path: keyof SettingsChange, message: string) => details.push({ path, message });
  if (interval !== undefined && (interval < floors.intervalMinutes || interval > MAX_INTERVAL_MINUTES)) {
    reject('run_interval_minutes', `must be from ${floors.intervalMinutes} to ${MAX_INTERVAL_MINUTES}`);
  }
  if (delay !== undefined && (delay < floors.delaySeconds || delay > MAX_DELAY_SECONDS)) {
    reject('request_delay_seconds', `must be from ${floors.delaySeconds} to ${MAX_DELAY_SECONDS}`);
  }
  for (const name of KEY_NAMES) {
    const key = change[name];
    if (key && !KEY.test(key)) reject(name, 'must have at most 512 visible ASCII characters and no spaces');
  }
  for (const name of EMAIL_NAMES) {
    const email = change[name];
    if (email && !(EMAIL.test(email) && [...email].length <= MAX_EMAIL_LENGTH))
      reject(name, 'must be an email address');
  }
  for (const name of ADDRESS_NAMES) {
    const address = change[name];
    if (address && !(usableUrl(address) && address.length <= MAX_ADDRESS_LENGTH))
      reject(name, 'must be an http or https address');
  }
  const [first, ...others] = details;
  if (first) throw invalidSettings([first, ...others]);
}

interface Mistake {
  readonly path: keyof SettingsChange;
  readonly message: string;
}

export function invalidSettings(details: readonly [Mistake, ...Mistake[]]): Problem {
  const [{ path, message }] = details;
  return new Problem('invalid', 'invalid_settings', `The settings were not saved: ${path} ${message}.`, details);
}
