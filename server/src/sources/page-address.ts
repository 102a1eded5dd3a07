import { parseUrl } from '../platform/parse-url.ts';

/** Longer texts are not addresses. */
const MAX_LENGTH = 2000;
/** A scheme, or the name of a host before a path. */
const ADDRESS = /^(?:(?:https?:)?\/\/|[\w-]+(?:\.[\w-]+)+\/)/i;

/**
 * Reads the address of a page, with or without `https://`. Returns null for anything else, and for an address with user
 * info.
 */
export function readPageAddress(text: string): URL | null {
  const given = text.trim();
  if (given.length > MAX_LENGTH || !ADDRESS.test(given)) return null;
  const url = parseUrl(/^https?:/i.test(given) ? given : `https://${given}`);
  return url === null || url.username !== '' || url.password !== '' ? null : url;
}

/**
 * Returns the id in the address of a page, or the text itself if it is not an address.
 * @param page matches the host in lower case and the decoded path; its first group is the id
 */
export function readIdOfPage(text: string, page: RegExp): string {
  const url = readPageAddress(text);
  return url === null ? text.trim() : (page.exec(url.host + decodePercent(url.pathname))?.[1] ?? '');
}

/** Returns the text itself if its percent-encoding is not valid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
