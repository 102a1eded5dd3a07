/** An e-mail address with the name of its owner, which may be empty. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/**
 * Parses `ada@example.org` or `Ada Lovelace <ada@example.org>`; null if it is neither. Addresses are plain ASCII, because not every mail server
 * takes others (RFC 6531).
 */
export function parseMailbox(text: string): Mailbox | null {
  const [, name = '', inner] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = (inner ?? text).trim();
  if (!/^[!-~]+$/.test(address) || !/^[^@<>()",:;\\]+@[^@<>()",;\\]+$/.test(address)) return null;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
