import { cleanText } from '../../platform/clean-text.ts';

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
