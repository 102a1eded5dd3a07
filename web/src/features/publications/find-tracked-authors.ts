export interface AuthorPart {
  readonly text: string;
  /** whether this is one of the scholars */
  readonly isTracked: boolean;
}

/**
 * Splits a source's author text ("A Lovelace, CB Babbage, ...") and finds the scholars with these names in it. Sources cut long lists off,
 * so the names that are not found are returned as `missing`.
 */
export function findTrackedAuthors(
  authorText: string,
  names: readonly string[],
): { authors: readonly AuthorPart[]; missing: readonly string[] } {
  const found = new Set<string>();
  const authors = authorText
    .split(/\s*,\s*/)
    .filter(Boolean)
    .map((text) => {
      const name = names.find((candidate) => isSamePerson(text, candidate));
      if (name !== undefined) found.add(name);
      return { text, isTracked: name !== undefined };
    });
  return { authors, missing: names.filter((name) => !found.has(name)) };
}

/** Compares the last name and the first letter, so "A Lovelace" is "Ada Lovelace". */
function isSamePerson(written: string, name: string): boolean {
  const [ours, theirs] = [wordsOf(written), wordsOf(name)];
  return ours.at(-1) === theirs.at(-1) && ours[0]?.[0] === theirs[0]?.[0];
}

function wordsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Removes case and accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
