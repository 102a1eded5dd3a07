import { readEmail } from '../../accounts/email-key.ts';

/**
 * Whether a mail server can be given this address: one address, without the signs that separate addresses and names.
 */
export function isDeliverable(address: string): boolean {
  return readEmail(address) === address && !/[<>()",:;\\]/.test(address);
}
