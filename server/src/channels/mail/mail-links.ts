import { type Secrets, SIGNATURE_BYTES } from '../../platform/secrets.ts';

/**
 * What a link in a mail does, and the numbers that it carries. Each link works without a session, so it carries a
 * signature:
 *
 * - `unsubscribe`: the channel
 * - `confirm`: the channel, and when the link expires; its signature is also bound to the address
 * - `read`: the delivery, and when the link expires
 * - `unread`, which undoes such a `read`: the channel, and read number and time as in `library/mark-read.ts`
 *
 * Times are in milliseconds since 1970.
 */
export const LINK_PURPOSES = { unsubscribe: 1, confirm: 2, read: 2, unread: 3 } as const;
export type LinkPurpose = keyof typeof LINK_PURPOSES;

export interface MailLink {
  readonly purpose: LinkPurpose;
  readonly numbers: readonly number[];
}

const CONTEXT = 'link in a mail';
const SIGNATURE_LENGTH = Math.ceil((SIGNATURE_BYTES * 4) / 3);
const TOKEN = new RegExp(`^([a-z]{1,20})((?:-\\d{1,15}){1,3})-([\\w-]{${SIGNATURE_LENGTH}})$`);

/**
 * The token of a link, such as `read-88-1795600000000-…`. `boundTo`: what must not have changed when the link is used.
 */
export function writeMailLink(secrets: Secrets, { purpose, numbers }: MailLink, boundTo = ''): string {
  const text = [purpose, ...numbers].join('-');
  return `${text}-${secrets.sign(`${text}\n${boundTo}`, CONTEXT).toString('base64url')}`;
}

/** What a token says, before its signature was checked; null if it cannot be a token. */
export function parseMailLink(token: string): MailLink | null {
  const [, purpose = '', numbers = ''] = TOKEN.exec(token) ?? [];
  if (!isPurpose(purpose)) return null;
  const found = numbers.slice(1).split('-').map(Number);
  return found.length === LINK_PURPOSES[purpose] ? { purpose, numbers: found } : null;
}

/** Whether the token was signed by this service, for what it says and what it is bound to. */
export function isMailLinkSigned(secrets: Secrets, token: string, boundTo = ''): boolean {
  const text = token.slice(0, -SIGNATURE_LENGTH - 1);
  return secrets.isSigned(`${text}\n${boundTo}`, CONTEXT, Buffer.from(token.slice(-SIGNATURE_LENGTH), 'base64url'));
}

/** The address of a link. A browser gets the page there, and a mail program posts to it (RFC 8058). */
export function mailLinkUrl(origin: string, token: string): string {
  return `${origin}/mail/${token}`;
}

function isPurpose(text: string): text is LinkPurpose {
  return Object.hasOwn(LINK_PURPOSES, text);
}
