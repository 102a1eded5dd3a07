/** Whether the text looks like a person's name and not like profile addresses or ids. */
export function isName(typed: string): boolean {
  const text = typed.trim();
  return canSearchByName(text) && !text.split(/\s+/).some(isProfile);
}

/** Whether the text can be searched for as a name: one line with at least two letters. */
export function canSearchByName(typed: string): boolean {
  return !typed.trim().includes('\n') && (typed.match(/\p{L}/gu)?.length ?? 0) >= 2;
}

/** Splits the text into profiles: one per line, or several if the whole line consists of them. */
export function splitProfiles(typed: string): string[] {
  return typed.split('\n').flatMap((line) => {
    const words = line.split(/[\s,;]+/).filter(Boolean);
    return words.every(isProfile) ? words : [line.trim()].filter(Boolean);
  });
}

/** A profile address, or twelve characters that are not just a long word. */
function isProfile(word: string): boolean {
  return /:\/\/|user=/.test(word) || (/^[\w-]{12}$/.test(word) && !/^\p{L}\p{Ll}+(-\p{L}\p{Ll}+)?$/u.test(word));
}
