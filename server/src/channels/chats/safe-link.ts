import { usableUrl } from '../../platform/usable-url.ts';

/** Longer ones would fill a message. */
const MAX_LENGTH = 500;

/**
 * A URL without characters that end a link, or mean something else, in the markup of a service. They are encoded, which
 * servers read like the characters themselves. Null: the address cannot be written like this.
 */
export function safeLink(text: string | null): string | null {
  const url = usableUrl(text ?? '');
  if (url === null || !/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(url.origin)) return null;
  const rest = `${url.pathname}${url.search}`.replace(/[^\w/?&=%.+,:-]|_/g, encode);
  const link = url.origin + rest;
  return link.length <= MAX_LENGTH ? link : null;
}

function encode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
