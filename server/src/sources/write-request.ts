import { createHash } from 'node:crypto';
import type { Config } from '../platform/config.ts';
import { VERSION } from '../platform/version.ts';

/** The sources' search engines reject longer queries, and the beginning of a title is distinctive enough. */
const MAX_QUERY = 300;

const TEX_FORMATTING = /\\(?:text[a-z]*|math[a-z]*|emph|rm|bf|it|sc|em)(?![a-z])/gi;

/** Builds an address below a base URL. Leaves out empty parameters. */
export function addressOf(
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, string | null>> = {},
): string {
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  );
  const query = new URLSearchParams(given);
  const address = baseUrl.replace(/\/+$/, '') + path;
  return query.size === 0 ? address : `${address}?${query}`;
}

/** Encodes a DOI for a path. Slashes stay; every other possible delimiter is encoded. */
export function encodeDoi(doi: string): string {
  return doi
    .split('/')
    .map((part) =>
      encodeURIComponent(part.toWellFormed()).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}

/**
 * The words of a title or name for a search engine, without anything that is an operator, a field, a phrase or a
 * wildcard. Hyphens, apostrophes and periods inside words stay.
 */
export function plainWords(text: string): string {
  const words = text
    .slice(0, 20 * MAX_QUERY)
    .toWellFormed()
    .replace(TEX_FORMATTING, ' ')
    .replaceAll(/[{}$]|\p{Cf}/gu, '')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[‐‑]/g, '-')
    .replaceAll(/[^\p{L}\p{N}\p{M}'.-]+/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}\p{M}])['.-]+|['.-]+(?![\p{L}\p{N}\p{M}])/gu, ' ')
    .replaceAll(/(?<=^|\s)(?:AND|OR|NOT|ANDNOT|TO)(?=\s|$)/g, (word) => word.toLowerCase());
  const line = words.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_QUERY) return line;
  const cut = line.slice(0, MAX_QUERY + 1).replace(/\s+\S*$/, '');
  return cut.slice(0, MAX_QUERY).toWellFormed().replaceAll('\ufffd', '').trim();
}

/** Trims a key that a user pasted. Returns null for an empty key, because a source would refuse it. */
export function readKey(key: string | null): string | null {
  return key?.trim() || null;
}

/** Names the program and the operator's contact address. */
export function userAgentOf({ contact }: Pick<Config, 'contact'>): string {
  return `Lectern/${VERSION} (publication tracker${contact ? `; mailto:${contact}` : ''})`;
}

/**
 * The name of the credential of a user's own key. It contains a digest instead of the key, so a new key is a new
 * credential.
 */
export function ownCredential(userId: number | null, key: string): string {
  const digest = createHash('sha256').update(key).digest('base64url').slice(0, 8);
  return `user:${userId}:${digest}`;
}
