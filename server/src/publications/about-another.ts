import { normalizeTitle } from './fingerprint.ts';

const BY_WHOM = '(?:(?:an?|the|some|further|authors?|author s|editorial|partial|publisher|publisher s|in) )*';
const REACTION =
  'addend(?:um|a)|comments?|commentary|corrections?|corrigend(?:um|a)|errat(?:um|a)|rejoinder|repl(?:y|ies)|response|retraction(?: note)?|expression of concern';
/** "Reply to …", "Retraction Note: …", "Notice of Retraction: …": in the form of `normalizeTitle`. */
const REACTION_BEFORE = new RegExp(
  `^(?:${BY_WHOM}(?:${REACTION}|discussion|review|withdrawal) (?:on|of|to|for|by|from|regarding|article)\\b|` +
    `${BY_WHOM}(?:addend|correction|corrigend|errat|rejoinder|reply|retract|withdrawn|withdrawal|corrected|expression of concern)|` +
    '(?:notice|statement) of (?:correction|retraction|withdrawal|removal)|(?:removal|withdrawal) no(?:te|tice)|' +
    '(?:re|book review|review|preface|supplement to|data (?:from|for)|dataset|supplement(?:ary|al)? (?:data|information|materials?|files?|figures?|tables?)|' +
    'supporting information|(?:faculty opinions|f1000\\w*) recommendation of)(?= ))',
);
/** A subtitle of a publication about another one. "A review" and "discussion" are missing, because original publications have them, too. */
const REACTION_BEHIND = new RegExp(`^${BY_WHOM}(?:${REACTION}|book review)$`);

/** What an item beside a publication is called, after words such as "additional" and with a number: "Additional file 1 of …", "Peer review report 2 on …". */
const KINDS = new Set(
  (
    'appendices appendix assessment code data dataset datasets editorial evaluation fig figs figure figures file files image images information letter material materials movie movies ' +
    'poster presentation recommendation report reports response review scripts sheet slides software supplement supplements table tables video videos'
  ).split(' '),
);
const SAYS_WHICH = new Set(
  'additional author authors decision editor editors elife electronic online peer public raw referee referees replication reviewer reviewers s source supplemental supplementary supporting underlying and'.split(
    ' ',
  ),
);
/** Enough without such a word if a colon follows: "Poster: …". "Report: …" and "Letter: …" name the form of an article. */
const ENOUGH_BEFORE = new Set(
  'appendix code data dataset datasets editorial poster presentation scripts slides software supplement video'.split(
    ' ',
  ),
);
/** Enough without such a word behind the title: "…: slides". */
const ENOUGH_BEHIND = new Set(
  'appendices appendix code data dataset datasets editorial scripts slides supplement supplements'.split(' '),
);
/** Behind a title, other kinds may be its subject: "…: peer review". */
const KINDS_BEHIND = new Set([
  ...ENOUGH_BEHIND,
  ...'figures file files information material materials tables'.split(' '),
]);
/** The form in which a publication is listed, perhaps by one source only. It has the identifiers of the publication. */
const FORMS = new Set('editorial poster presentation slides video'.split(' '));
const NUMBER = /^(?:s?\p{N}+\p{L}?|moesm\p{N}*)$/u;
/** A label is short. It ends with a colon, perhaps after a preposition, or with a preposition: "Figure 3 from: …", "Table 1 of …". */
const BEFORE_COLON = /^([^:：]{3,60}?)(?: (?:for|from|of|on|to))?\s*[:：]/i;
const BEFORE_PREPOSITION = /^(.{3,60}?) (for|from|of|on|to)\b/i;
const BEHIND = /(?:[:.([—–]|\s-)\s*([\p{L}'’& ]+?)\s*[)\].]*\s*$/u;

/**
 * What makes a title that of a publication about another one, or of an item beside it, in the form of `normalizeTitle`: "erratum", "comment on", "additional file",
 * "data and code". Such a publication has the title of the other one, but not its identifiers. Returns "" for the title of an original publication.
 * @param plain the title without markup
 * @param normalized the same without the first article, in the form of `normalizeTitle`
 */
export function findLabel(plain: string, normalized: string): string {
  return REACTION_BEFORE.exec(normalized)?.[0] ?? labelBefore(plain) ?? labelBehind(plain) ?? '';
}

/** Whether a label only says in which form a publication is listed. */
export function isForm(label: string): boolean {
  return FORMS.has(label);
}

function labelBefore(plain: string): string | null {
  const beforeColon = readLabel(BEFORE_COLON.exec(plain)?.[1]);
  if (beforeColon !== null && (beforeColon.isSaid || ENOUGH_BEFORE.has(beforeColon.text))) return beforeColon.text;
  const [, text, preposition = ''] = BEFORE_PREPOSITION.exec(plain) ?? [];
  const label = readLabel(text);
  if (label === null) return null;
  // "Additional data on the tides" and "Software for harbors" are titles of their own
  const isBeside =
    label.hasNumber || (preposition.toLowerCase() !== 'on' && (label.isSaid || /\b(?:code|scripts)$/.test(label.text)));
  return isBeside ? label.text : null;
}

interface Label {
  /** without numbers */
  readonly text: string;
  readonly hasNumber: boolean;
  /** it says which item it is, by a number or by a word such as "additional" */
  readonly isSaid: boolean;
}

function readLabel(text = ''): Label | null {
  const words = wordsOf(text);
  const named = words.filter((word) => !NUMBER.test(word));
  if (!isLabel(named, KINDS)) return null;
  const hasNumber = words.length > named.length;
  return { text: named.join(' '), hasNumber, isSaid: hasNumber || named.length > 1 };
}

function labelBehind(plain: string): string | null {
  const text = BEHIND.exec(plain.slice(-60))?.[1] ?? '';
  const label = wordsOf(text);
  if (REACTION_BEHIND.test(label.join(' '))) return label.join(' ').replace(/^(?:an?|the) /, '');
  if (!isLabel(label, KINDS_BEHIND)) return null;
  return label.length > 1 || ENOUGH_BEHIND.has(label[0] ?? '') ? label.join(' ') : null;
}

const wordsOf = (text: string) =>
  normalizeTitle(text.replaceAll('&', ' and ').replaceAll('#', ' ')).split(' ').filter(Boolean);

/** Whether all words belong to a label, and the last one says what it is. */
function isLabel(words: readonly string[], kinds: ReadonlySet<string>): boolean {
  return kinds.has(words.at(-1) ?? '') && words.every((word) => kinds.has(word) || SAYS_WHICH.has(word));
}
