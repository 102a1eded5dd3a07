export interface AuthorPart {
  readonly text: string;
  /** whether this is one of the scholars */
  readonly isTracked: boolean;
}

/**
 * Splits a source's author text ("A Lovelace, CB Babbage, ...") and finds the scholars with these names in it. Sources
 * cut long lists off, so the names that are not found are returned as `missing`.
 */
export function findTrackedAuthors(
  authorText: string,
  names: readonly string[],
): { authors: readonly AuthorPart[]; missing: readonly string[] } {
  const found = new Set<string>();
  const authors = splitAuthors(authorText).map((text) => {
    const name = findTracked(text, names);
    if (name !== undefined) found.add(name);
    return { text, isTracked: name !== undefined };
  });
  return { authors, missing: names.filter((name) => !found.has(name)) };
}

/** The authors in a source's text. */
export function splitAuthors(authorText: string): string[] {
  return authorText.split(/\s*,\s*/).filter(Boolean);
}

/** The name among `names` that an author's name stands for, as a source writes it. */
export function findTracked(author: string, names: readonly string[]): string | undefined {
  return names.find((name) => isSamePerson(author, name));
}

/** Longer lists are shortened. */
const MAX_SHOWN = 6;
const FIRST_SHOWN = 2;
/** How a source ends a list that it cut off. */
const CUT_OFF = /^(?:…|\.{3})$/;

/**
 * An author that is shown, or the number of those that are left out at the end; null between others, or if the source
 * does not say.
 */
export type ShownPart = AuthorPart | { readonly leftOut: number | null };

/**
 * Shortens a long list to the first authors, the tracked ones and those that are found, so that none of these is the
 * one that is cut off.
 */
export function shortenAuthors(authors: readonly AuthorPart[], isFound: (text: string) => boolean): ShownPart[] {
  if (authors.length <= MAX_SHOWN) return [...authors];
  const parts: ShownPart[] = [];
  let leftOut = 0;
  let isCutOff = false;
  for (const [at, author] of authors.entries()) {
    if (CUT_OFF.test(author.text)) isCutOff = true;
    else if (at < FIRST_SHOWN || author.isTracked || isFound(author.text)) {
      if (leftOut > 0) parts.push({ leftOut: null });
      leftOut = 0;
      parts.push(author);
    } else leftOut += 1;
  }
  if (leftOut > 0 || isCutOff) parts.push({ leftOut: isCutOff ? null : leftOut });
  return parts;
}

/**
 * Compares the last name and the first letter, so "A Lovelace" is "Ada Lovelace". Of a name in two scripts, such as "Na
 * Li (李娜)", one form is enough.
 */
function isSamePerson(written: string, name: string): boolean {
  return formsOf(written).some((ours) =>
    formsOf(name).some((theirs) => ours.at(-1) === theirs.at(-1) && ours[0]?.[0] === theirs[0]?.[0]),
  );
}

/** The words of a name in Latin letters, and those in other scripts. */
function formsOf(name: string): string[][] {
  const words = fold(name).match(/[\p{sc=Latin}\p{N}]+|(?:(?!\p{sc=Latin})\p{L})+/gu) ?? [];
  const isLatin = (word: string) => /^[\p{sc=Latin}\p{N}]/u.test(word);
  return [words.filter(isLatin), words.filter((word) => !isLatin(word))].filter((form) => form.length > 0);
}

/** Removes case and accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
