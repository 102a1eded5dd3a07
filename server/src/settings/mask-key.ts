const MASK_CHARACTER = '•';
const SHOWN_CHARACTERS = 4;

/**
 * What a key looks like on the wire: its end tells which one it is, and at most half of it is told. Null stands for one that cannot be
 * opened.
 */
export function maskKey(key: string | null): string {
  const shown = Math.min(SHOWN_CHARACTERS, Math.floor((key?.length ?? 0) / 2));
  return MASK_CHARACTER.repeat(4) + (key && shown > 0 ? key.slice(-shown) : '');
}

/** Whether a client sent back what it was shown; no key has such a character. */
export function isMask(text: string): boolean {
  return text.includes(MASK_CHARACTER);
}
