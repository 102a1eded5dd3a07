/**
 * Prepares a text of a source for a chat: one line of at most `maxLength` characters, in which no service finds a mention, a link or an emoji.
 * Such things begin with "@", or with a colon or a dot inside a word. Each is replaced by a character that looks alike, because not every service has
 * a way to escape them. `fallback` is for texts without a visible character.
 */
export function safeText(text: string | null, maxLength: number, fallback = ''): string {
  const line = (text ?? '')
    .toWellFormed()
    // joiners are letters' neighbors in Persian and Indic scripts; other format characters change the direction or are invisible
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
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
