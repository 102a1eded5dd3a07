import { cleanText } from '../../platform/clean-text.ts';
import { usableUrl } from '../../platform/parse-url.ts';

/**
 * Prepares a text of a source for a chat: one line of at most `maxLength` characters, in which no service finds a
 * mention, a link or an emoji. Such things begin with "@", or with a colon or a dot inside a word. Each is replaced by
 * a character that looks alike, because not every service has a way to escape them. `fallback` is for texts without a
 * visible character.
 */
export function safeText(text: string | null, maxLength: number, fallback = ''): string {
  // joiners belong to the spelling of Persian and Indic words; other format characters change the direction or are
  // invisible
  const line = (cleanText(text) ?? '').replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}]/gu, '').trim();
  const safe = cut(line, maxLength)
    .replaceAll('@', '\uff20')
    .replace(/:(?=\S)/g, '\u2236')
    .replace(/\.(?=\S)/g, '\u2024')
    // an HTML entity could stand for each of them
    .replace(/&(?=#?\w+;)/g, '\uff06');
  return /[^\s\u200c\u200d]/.test(safe) ? safe : fallback;
}

function cut(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
}

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
