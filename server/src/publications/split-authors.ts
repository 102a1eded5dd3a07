import { OMISSION, readAuthorName } from '../sources/record-authors.ts';

/** A word that makes a name that of an organization, in the languages in which such names are frequent. */
export const ORGANIZATION =
  /(?<!\p{L})(?:academy|agency|association|board|bureau|cent(?:er|re|ro|rum)|clinic|coalition|collaborat(?:ions?|ive|ors)|commission|committee|company|consortium|corporation|council|department|federation|foundation|group|gmbh|hospital|inc|initiative|institut|institut[eo]|instituto|investigators|laborator(?:y|ies)|ministère|minister(?:io|ium)|ministry|museum|network|office|organi[sz]ation|programme|project|secretariat|service|society|task force|team|universi(?:ty|ties|tà|té|tat|tät|teit|tet|tetet|dad|dade))(?!\p{L})/iu;
/** What follows a family name: "J Smith, Jr.". */
export const SUFFIX = /^(?:jr|sr|ii|iii|iv|vi|vii|viii)\.?$/i;
const DEGREE =
  /^(?:b\.?a|b\.?sc|d\.?phil|dr|esq|f\.?a\.?c\.?s|f\.?r\.?c\.?p|m\.?a|m\.?b\.?a|m\.?d|m\.?p\.?h|m\.?sc|ph\.? ?d|pharm\.?d|r\.?n)\.?$/i;
const AND = /\s(?:and|&)\s/;
/** "Bauer", or "van der Meer": a family name without given names. */
const FAMILY = /^(?:\p{Ll}[\p{L}'’]*\s)*[^\s,]+$/u;
/** "A.", "JK" or "John W.": given names without a family name. */
const GIVEN = /^(?:\p{Lu}\.?[\s-]?){1,4}$|\s\p{Lu}\.$/u;
const FAMILY_FIRST = /^[^,]+,[^,]+(?:,[^,]+)?$/;

/**
 * Splits a text of authors into names: "AB Smith, C van der Berg, …", "Smith, A.; Berg, C.", "Ada Smith and Carl Berg". An omission ("…", "et al.") is an
 * entry of the result. A name with a comma has the family name first: "Smith, Ada, Jr.". Degrees and signs of footnotes are removed.
 */
export function splitAuthors(text: string): string[] {
  const [, listed = text, omission] = /^(.*?)[,;]?\s+(et al\.?)$/i.exec(text.trim()) ?? [];
  const names = splitList(listed).flatMap((name) => (OMISSION.test(name) ? name : (readAuthorName(name) ?? [])));
  return omission === undefined ? names : [...names, omission];
}

function splitList(text: string): string[] {
  if (/[;；]/.test(text)) return parts(text, /[;；]/).map(withoutDegree);
  const inBibtex = parts(text, AND);
  if (inBibtex.length > 1 && inBibtex.every((name) => OMISSION.test(name) || FAMILY_FIRST.test(name))) return inBibtex;
  return joinPieces(parts(text, /[,，、]/).flatMap(splitPair));
}

function parts(text: string, separator: RegExp): string[] {
  return text.split(separator).flatMap((part) => part.trim().replace(/^(?:and|&)\s+/, '') || []);
}

/** Splits "A Smith and B Berg", but not the name of an organization: "Ministry of Health and Welfare", "Johnson & Johnson". */
function splitPair(piece: string): string[] {
  return ORGANIZATION.test(piece) || /^\S+ & \S+$/.test(piece) ? [piece] : parts(piece, AND);
}

/** Joins what a comma separated within a name: "Bauer, A.", "van der Meer, L", "Smith, John W., Jr.", "Jane Roe, PhD". */
function joinPieces(pieces: readonly string[]): string[] {
  const names: string[] = [];
  for (const piece of pieces) {
    const [before, last] = [names.at(-2) ?? '', names.at(-1) ?? ''];
    const isSuffix = SUFFIX.test(piece);
    if (isSuffix || isDegree(piece, last)) {
      // "Smith, John, Jr." so far looks like two names
      const isSplit = FAMILY.test(before) && FAMILY.test(last);
      if (isSplit) names.pop();
      const name = isSplit ? `${before}, ${last}` : last;
      if (name !== '') names[names.length - 1] = isSuffix ? withSuffix(name, piece) : name;
    } else if (FAMILY.test(last) && !OMISSION.test(last) && GIVEN.test(piece)) names[names.length - 1] += `, ${piece}`;
    else names.push(piece);
  }
  return names;
}

const withSuffix = (name: string, suffix: string) => (name.includes(',') ? `${name}, ${suffix}` : `${name} ${suffix}`);

/** Whether a piece is a degree. "Smith, MA" has initials. */
const isDegree = (piece: string, before: string) => DEGREE.test(piece) && /\s/.test(before);

function withoutDegree(name: string): string {
  const at = name.lastIndexOf(',');
  return at > 0 && isDegree(name.slice(at + 1).trim(), name.slice(0, at)) ? name.slice(0, at) : name;
}
