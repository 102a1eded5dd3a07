/** Where a request came from, so that users can distinguish their sessions and sign-ins. */
export interface Origin {
  /** the client's address */
  readonly address: string;
  /** the client's User-Agent header */
  readonly userAgent: string | null;
}

const MAX_USER_AGENT_LENGTH = 200;

/** The User-Agent header as it is stored: at most 200 characters, or null. */
export function shownUserAgent({ userAgent }: Origin): string | null {
  return userAgent?.slice(0, MAX_USER_AGENT_LENGTH) || null;
}

/** The address as it is stored. An IPv4 address on an IPv6 socket loses its prefix. */
export function shownAddress({ address }: Origin): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
