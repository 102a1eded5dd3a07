/**
 * The URL that a text is, relative to `base` if there is one; null if it is not a URL. The only place that parses text of unknown form:
 * `URL.canParse` of Node 20 returns false for a host outside ASCII as soon as the function is optimized.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
