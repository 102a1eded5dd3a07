/** An e-mail address with the name of its owner, which may be empty. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Parses `ada@example.org` or `Ada Lovelace <ada@example.org>`; null if it is neither. */
export function parseMailbox(text: string): Mailbox | null {
  const [, name = '', inner] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = (inner ?? text).trim();
  return isMailAddress(address) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : null;
}

/** Only plain ASCII, because not every mail server takes other letters (RFC 6531). */
function isMailAddress(text: string): boolean {
  return /^[!-~]+$/.test(text) && /^[^@<>()",:;\\]+@[^@<>()",;\\]+$/.test(text);
}
