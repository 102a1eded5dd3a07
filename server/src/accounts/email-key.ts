import { Problem } from '../platform/errors.ts';

const LONGEST_EMAIL = 254;
// one @ between two parts; no space, control or format character, no half of a surrogate pair
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** An e-mail address as accounts are compared by: two that differ in letter case or in Unicode composition are one account. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase().normalize('NFC');
}

/** An address as it is kept and shown. @throws Problem `validation_error` when nobody could be reached at it */
export function checkEmail(email: string): string {
  const kept = email.trim().normalize('NFC');
  if (EMAIL.test(kept) && [...kept].length <= LONGEST_EMAIL) return kept;
  const message = 'must be an e-mail address';
  throw new Problem('invalid', 'validation_error', `The e-mail ${message}.`, [{ path: 'email', message }]);
}
