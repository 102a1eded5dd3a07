import { parseUrl } from './parse-url.ts';
/** An http or https address without name, password and fragment, relative to `base` when there is one; null when it is none or names somebody. */
export function usableUrl(text: string, base?: URL): URL | null {
  const url = text === '' ? null : parseUrl(text, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url;
}
