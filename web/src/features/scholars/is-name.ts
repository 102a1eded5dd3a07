/** Whether what was typed reads as one person's name, and not as addresses or ids of profiles. */
export function isName(typed: string): boolean {
  const text = typed.trim();
  return mayBeName(text) && !text.split(/\s+/).some(isProfile);
}

/** Whether it can be searched for at all: one line with two letters. */
export function mayBeName(typed: string): boolean {
  return !typed.trim().includes('\n') && (typed.match(/\p{L}/gu)?.length ?? 0) >= 2;
}

/** An address, or twelve characters that are not simply a long word. */
function isProfile(word: string): boolean {
  return /:\/\/|user=/.test(word) || (/^[\w-]{12}$/.test(word) && !/^\p{L}\p{Ll}+(-\p{L}\p{Ll}+)?$/u.test(word));
}
