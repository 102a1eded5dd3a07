const MASK_CHARACTER = '•';
const SHOWN_CHARACTERS = 4;

/**
 * Returns a key as the API shows it: only its end, so that the user recognizes it, and at most half of it. Null is a
 * key that cannot be decrypted.
 */
export function maskKey(key: string | null): string {
  const shown = Math.min(SHOWN_CHARACTERS, Math.floor((key?.length ?? 0) / 2));
  return MASK_CHARACTER.repeat(4) + (key && shown > 0 ? key.slice(-shown) : '');
}

/** Returns whether a client sent back a mask. No key contains this character. */
export function isMask(text: string): boolean {
  return text.includes(MASK_CHARACTER);
}
