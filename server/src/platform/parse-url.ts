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
