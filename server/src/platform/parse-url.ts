/**
 * Parses a URL, relative to `base` if given; null if the text is not a URL. All code uses it for untrusted text,
 * because in Node 20 the optimized `URL.canParse` returns false for hosts outside ASCII.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * Parses an http or https URL, relative to `base` if given, and removes its fragment. Returns null for other texts and
 * for URLs with a user name or password.
 */
export function usableUrl(text: string, base?: URL): URL | null {
  const url = text === '' ? null : parseUrl(text, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url;
}
