import type { Config } from '../platform/config.ts';
import { Problem } from '../platform/errors.ts';
import { PAGES, type SettingsChange } from './contract.ts';
import { isMask } from './mask-key.ts';
import { KEY_NAMES } from './own-key.ts';

const LONGEST_INTERVAL_MINUTES = 43_200;
const LONGEST_DELAY_SECONDS = 600;
const LONGEST_EMAIL = 254;
const KEY = /^[\x21-\x7e]{1,512}$/;
// one @ between two parts; no space, control or format character
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;
const EMAIL_NAMES = ['crossref_api_mailto', 'unpaywall_email'] as const;

/** The least that a user may choose, as the operator set it. */
export interface Floors {
  readonly intervalMinutes: number;
  readonly delaySeconds: number;
}

export function floorsOf({ minRunIntervalMinutes, ingestion }: Config): Floors {
  return { intervalMinutes: minRunIntervalMinutes, delaySeconds: ingestion.minRequestDelaySeconds };
}

/**
 * What a client means: texts without blanks around them, null for an empty one, pages in their order. A mask that was sent back is left
 * out, so that the key stays: also an old one, and one where there is no key.
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
  const pages = sent.nav_visible_pages;
  if (pages) change.nav_visible_pages = PAGES.filter((page) => pages.includes(page));
  return change;
}

/** @throws Problem `invalid_settings` that lists all that is wrong, without the values */
export function checkChange(change: SettingsChange, floors: Floors): void {
  const { run_interval_minutes: interval, request_delay_seconds: delay } = change;
  const details: { path: string; message: string }[] = [];
  const refuse = (path: keyof SettingsChange, message: string) => details.push({ path, message });
  if (interval !== undefined && (interval < floors.intervalMinutes || interval > LONGEST_INTERVAL_MINUTES)) {
    refuse('run_interval_minutes', `must be from ${floors.intervalMinutes} to ${LONGEST_INTERVAL_MINUTES}`);
  }
  if (delay !== undefined && (delay < floors.delaySeconds || delay > LONGEST_DELAY_SECONDS)) {
    refuse('request_delay_seconds', `must be from ${floors.delaySeconds} to ${LONGEST_DELAY_SECONDS}`);
  }
  for (const name of KEY_NAMES) {
    const key = change[name];
    if (key && !KEY.test(key)) refuse(name, 'must have 512 visible ASCII characters at most, none of them a space');
  }
  for (const name of EMAIL_NAMES) {
    const email = change[name];
    if (email && !(EMAIL.test(email) && [...email].length <= LONGEST_EMAIL)) refuse(name, 'must be an e-mail address');
  }
  const [first] = details;
  if (first === undefined) return;
  const message = `The settings are not as they should be: ${first.path} ${first.message}.`;
  throw new Problem('invalid', 'invalid_settings', message, details);
}
