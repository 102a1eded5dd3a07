import { DEGREES, OMISSION, OMISSION_WORDS, readAuthorName } from '../sources/record-authors.ts';

/** A word that makes a name that of an organization, in the languages in which such names are frequent. */
const ORGANIZATION =
  /(?<!\p{L})(?:academ(?:y|ies)|administration|agenc(?:y|ies)|associations?|cent(?:ers?|res?|ro|rum)|clinic|coalition|collaborat(?:ions?|ive|ors)|comisión|comissão|commission|committees?|company|consortium|corp|corporation|council|departments?|federation|foundation|fondazione|fundación|groups?|gmbh|government|hospital|inc|initiative|instituts?|institutet|institut[eo]s?|instituto|investigators|istituto|laborator(?:y|ies)|llc|ltd|ministère|minister(?:io|ium|stwo)|ministr(?:y|ies)|museum|network|office|organi[sz]ation|politecnico|programme|project|secretar(?:iat|ía)|services|society|stiftung|task force|team|united nations|(?:european|international|african) union|world bank|universi(?:ty|ties|tà|té|tat|tät|teit|tet|tetet|dad|dade)|uniwersytet|институт|академия|министерство|университет)(?!\p{L})|(?<=\p{L}{4})(?:amt|gesellschaft|gemeinschaft|institut|ministerium|verband)(?!\p{L})/iu;
/** A preposition that no name of a person has: "Bank of England", "Gesellschaft für Informatik". */
const PREPOSITION = /\s(?:of|for|on|für|voor|para|pour)\s/u;
/** What follows a family name: "J Smith, Jr.". */
export const SUFFIX = /^(?:jr|sr|ii|iii|iv|vi|vii|viii|2nd|3rd|4th)\.?$/i;
const AND = /\s(?:and|&|und|et(?!\s+al(?!\p{L})))\s/u;
/** "Bauer", or "van der Meer": a family name without given names. */
const FAMILY = /^(?:\p{Ll}[\p{L}'’]*\s)*[^\s,]+$/u;
/** "García Márquez", "El Lund" or "Ortega y Gasset": words without initials, which may be a family name. */
const WORDS = /^(?:[\p{L}][\p{L}\p{M}'’-]+\.?\s|[ye]\s){0,3}[\p{L}][\p{L}\p{M}'’-]+$/u;
/** "A.", "JK", "Th." or "John W.": given names without a family name. A particle may follow: "L. van der". */
const GIVEN =
  /^(?:\p{Lu}(?:\p{Ll}{1,2}\.|\.?)[\s-]?){1,4}(?:\s\p{Ll}{2,4})*$|\s\p{Lu}\.$|^\p{Lu}\p{Ll}+ (?:van|von|de|der|da|di|du|ten|ter)(?: \p{Ll}{2,3})?$/u;
const OMITTED = new RegExp(String.raw`(?:[,;，、]?\s+|(?<=[,，、].*\p{sc=Han}))(${OMISSION_WORDS})$`, 'u');
/** The rest of a longer text is ignored: lines of authors are shorter. */
const MAX_LENGTH = 20_000;
/** The parts of an enumeration in the name of an organization. */
const MAX_PARTS = 8;
const FAMILY_FIRST = /^[^,]+,[^,]+(?:,[^,]+)?$/;

/**
 * Splits a text of authors into names: "AB Smith, C van der Berg, …", "Smith, A.; Berg, C.", "Ada Smith and Carl Berg".
 * An omission ("…", "et al.") is an entry of the result. A name with a comma has the family name first: "Smith, Ada,
 * Jr.". Degrees and signs of footnotes are removed.
 */
export function splitAuthors(text: string): string[] {
  const whole = text.slice(0, MAX_LENGTH).trim();
  const omitted = OMITTED.exec(whole);
  const [listed, omission] = [whole.slice(0, omitted?.index), omitted?.[1]];
  const names = splitList(listed).flatMap((name) => (OMISSION.test(name) ? name : (readAuthorName(name) ?? [])));
  return omission === undefined ? names : [...names, omission];
}

function splitList(text: string): string[] {
  if (/[;；]/.test(text)) return parts(text, /[;；]/).map(withoutDegree);
  const inBibtex = parts(text, AND);
  if (inBibtex.length > 1 && inBibtex.every((name) => OMISSION.test(name) || isFamilyFirst(name))) return inBibtex;
  return joinPieces(joinEnumerations(text.split(/[,，、]/)).flatMap((piece) => parts(piece, /\n/).flatMap(splitPair)));
}

const isFamilyFirst = (name: string) => FAMILY_FIRST.test(name) && !isOrganization(name);

function parts(text: string, separator: RegExp): string[] {
  return text.split(separator).flatMap((part) => part.trim().replace(/^(?:and|&)\s+/, '') || []);
}

/** Whether a name is that of an organization: by a word, or a preposition. */
export function isOrganization(name: string): boolean {
  return ORGANIZATION.test(name) || PREPOSITION.test(name);
}

/**
 * Joins the name of an organization that enumerates: "Ministry of Health, Labour and Welfare", "Academies of Sciences,
 * Engineering, and Medicine".
 */
function joinEnumerations(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = (pieces[at] ?? '').trim();
    const next = PREPOSITION.test(piece) ? pieces.slice(at + 1, at + MAX_PARTS).map((one) => one.trim()) : [];
    const last = next.findIndex((one) => ENUMERATED_LAST.test(one));
    const isOne = last >= 0 && next.slice(0, last).every((one) => ENUMERATED.test(one));
    joined.push(isOne ? [piece, ...next.slice(0, last + 1)].join(', ') : piece);
    if (isOne) at += last + 1;
  }
  return joined;
}
const ENUMERATED = /^\p{Lu}\p{Ll}+$/u;
const ENUMERATED_LAST = /^(?:\p{Lu}\p{Ll}+ )?(?:and|&) \p{Lu}\p{Ll}+$/u;

/**
 * Splits "A Smith and B Berg", but not the name of an organization: "Ministry of Health and Welfare", "Johnson &
 * Johnson".
 */
function splitPair(piece: string): string[] {
  return isOrganization(piece) || /^\p{Lu}\p{L}+ & \p{Lu}\p{L}+$/u.test(piece) ? [piece] : parts(piece, AND);
}

/**
 * Joins what a comma separated within a name: "Bauer, A.", "van der Meer, L", "Smith, John W., Jr.", "Jane Roe, PhD".
 */
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
    } else if ((FAMILY.test(last) || WORDS.test(last)) && !OMISSION.test(last) && GIVEN.test(piece))
      names[names.length - 1] += `, ${piece}`;
    else names.push(piece);
  }
  return names;
}

const withSuffix = (name: string, suffix: string) => (name.includes(',') ? `${name}, ${suffix}` : `${name} ${suffix}`);

/** Whether a piece is a degree. "Smith, MA" and "van der Meer, MA" have initials. */
const isDegree = (piece: string, before: string) => DEGREES.test(piece) && /\s/.test(before) && !FAMILY.test(before);

function withoutDegree(name: string): string {
  const at = name.lastIndexOf(',');
  return at > 0 && isDegree(name.slice(at + 1).trim(), name.slice(0, at)) ? name.slice(0, at) : name;
}
