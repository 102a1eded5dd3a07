export interface AuthorPart {
  readonly text: string;
  /** whether it names one of the scholars */
  readonly isTracked: boolean;
}

/**
 * Splits authors as a source writes them ("A Lovelace, CB Babbage, ...") and tells which of them are the scholars of these names. Those
 * that it does not name, since sources cut long lists off, come back as `missing`.
 */
export function findWriters(
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

/** The same last word, and first words that begin alike: "A Lovelace" and "Ada Lovelace". */
function isSamePerson(written: string, name: string): boolean {
  const [ours, theirs] = [wordsOf(written), wordsOf(name)];
  return ours.at(-1) === theirs.at(-1) && ours[0]?.[0] === theirs[0]?.[0];
}

function wordsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Without case and accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
