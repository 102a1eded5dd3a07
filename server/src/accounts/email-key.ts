import { invalidValue } from '../platform/errors.ts';

const MAX_EMAIL_LENGTH = 254;
// one @ between two parts, without spaces, control or format characters, or unpaired surrogates
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/**
 * Returns the key by which accounts are compared. Addresses that differ only in letter case or Unicode composition have
 * one key.
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase().normalize('NFC');
}

/** Returns an address as it is stored and shown; null if it is not a valid address. */
export function readEmail(email: string): string | null {
  const kept = email.trim().normalize('NFC');
  return EMAIL.test(kept) && [...kept].length <= MAX_EMAIL_LENGTH ? kept : null;
}

/** Returns an address as it is stored and shown. @throws Problem `validation_error` if it is not a valid address */
export function checkEmail(email: string): string {
  const kept = readEmail(email);
  if (kept !== null) return kept;
  const message = 'must be an email address';
  throw invalidValue('email', message, `The email ${message}.`);
}
