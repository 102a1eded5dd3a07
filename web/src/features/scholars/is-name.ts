/** Whether what was typed reads as one person's name, and not as addresses or ids of profiles. */
export function isName(typed: string): boolean {
  const text = typed.trim();
  return mayBeName(text) && !text.split(/\s+/).some(isProfile);
}

/** Whether it can be searched for at all: one line with two letters. */
export function mayBeName(typed: string): boolean {
  return !typed.trim().includes('\n') && (typed.match(/\p{L}/gu)?.length ?? 0) >= 2;
}

/** What was typed, profile by profile: one a line, or several in a line when all of it are such. */
export function profilesIn(typed: string): string[] {
  return typed.split('\n').flatMap((line) => {
    const words = line.split(/[\s,;]+/).filter(Boolean);
    return words.every(isProfile) ? words : [line.trim()].filter(Boolean);
  });
}

/** An address, or twelve characters that are not simply a long word. */
function isProfile(word: string): boolean {
  return /:\/\/|user=/.test(word) || (/^[\w-]{12}$/.test(word) && !/^\p{L}\p{Ll}+(-\p{L}\p{Ll}+)?$/u.test(word));
}
