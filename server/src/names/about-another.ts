import { normalizeTitle } from './fingerprint.ts';

const BY_WHOM = '(?:(?:an?|the|some|further|authors?|author s|editorial|partial|publisher|publisher s|in) )*';
const REACTION =
  'addend(?:um|a)|comments?|commentary|corrections?|corrigend(?:um|a)|errat(?:um|a)|rejoinder|repl(?:y|ies)|response|retraction(?: note)?|expression of concern';
/** "Reply to …", "Retraction Note: …", "Notice of Retraction: …": in the form of `normalizeTitle`. */
const REACTION_BEFORE = new RegExp(
  `^(?:${BY_WHOM}(?:${REACTION}|discussion|review|withdrawal) (?:on|of|to|for|by|from|regarding|article)\\b|` +
    `${BY_WHOM}(?:addend|correction|corrigend|errat|rejoinder|reply|retract|withdrawn|withdrawal|corrected|expression of concern)|` +
    '(?:notice|statement) of (?:correction|retraction|withdrawal|removal|duplicate publication)|(?:removal|withdrawal) no(?:te|tice)|' +
    // in the form of normalizeTitle, which drops accents
    '(?:(?:nota|aviso|nota editorial) de )?(?:retratacao|retractacion|ritrattazione)\\b|fe de err|(?:fehler)?berichtigung|korrektur zu|korrigendum|rectificati[fo]|rettifica|' +
    'исправлени|опечатки|ретракция|(?:更正|勘误|勘誤|訂正|正誤表|撤稿(?:声明|启事|通知)|撤回(?:公告|声明|通知)|정정)(?= )|' +
    // "Publisher's Note: Retraction of …", but not "Editorial: …", which is a form
    '(?:editor|publisher|editorial)(?: s)? note(?= )|' +
    'replication packages? (?:for|of)|(?:research )?data supporting|appendix (?:for|to)|(?:poster|slides|presentation slides|artifacts?|artefacts?) for|code accompanying|' +
    'rezension(?:en)?(?: zu)?(?= )|compte rendu(?: de)?(?= )|resena(?: de)?(?= )|resenha(?: de)?(?= )|recensione(?: di)?(?= )|рецензия|(?:书评|書評|서평)(?= )|' +
    '(?:moesm|esm) ?\\p{N}+ of|sj [a-z]+ \\p{N}+ |' +
    '(?:book review|review|preface|supplement to|data (?:from|for)|dataset|supplement(?:ary|al)? (?:data|information|materials?|files?|figures?|tables?)|' +
    'supporting information|(?:faculty opinions|f1000\\w*) recommendation of)(?= ))',
  'u',
);
/**
 * A subtitle of a publication about another one. "A review" and "discussion" are missing, because original publications
 * have them, too.
 */
const REACTION_BEHIND = new RegExp(`^${BY_WHOM}(?:${REACTION}|book review)$`);

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/**
 * What an item beside a publication is called, and the words that say which one it is: "Supplementary table 2 of …".
 */
const ITEM = wordsIn(
  'appendices appendix code data dataset datasets editorial fig figs figure figures file files image images information material materials movie movies poster presentation scripts sheet ' +
    'slides software supplement supplements table tables video videos',
);
const WHICH_ITEM = wordsIn(
  'additional and electronic online raw replication source supplemental supplementary supporting underlying',
);
/** The same of what others say about it before it is published: "Peer review report 2 on …". */
const VERDICT = wordsIn('assessment evaluation letter recommendation report reports response review');
const WHICH_VERDICT = wordsIn(
  'author authors decision editor editors elife peer public referee referees reviewer reviewers s',
);
/**
 * Enough without such a word if a colon follows: "Poster: …". "Report: …" and "Letter: …" name the form of an article.
 */
const ENOUGH_BEFORE = wordsIn(
  'appendix code data dataset datasets editorial poster presentation scripts slides software supplement video',
);
/** Enough without such a word behind the title: "…: slides". */
const ENOUGH_BEHIND = wordsIn(
  'appendices appendix code data dataset datasets editorial scripts slides supplement supplements',
);
/** Behind a title, other words may be its subject: "…: peer review", "…: software". */
const ITEM_BEHIND = new Set([
  ...ENOUGH_BEHIND,
  ...wordsIn('figures file files information material materials package packages set sets tables'),
]);
/** Before a title, the further words may be the beginning of its subject: "Research software for harbors". */
const WHICH_BEHIND = new Set([...WHICH_ITEM, ...wordsIn('internet research technical web')]);
/** Enough in brackets, where no subject stands: "… [video]". */
const ENOUGH_IN_BRACKETS = wordsIn('poster presentation software video videos');
/** The form in which a publication is listed, perhaps by one source only. It has the identifiers of the publication. */
const FORMS = wordsIn('editorial poster presentation slides video');
/** The label of a review that has the title of the book. Some sources leave the words away. */
export const BOOK_REVIEW = '… book review';
/**
 * The first words of labels before a title, and the last words of those behind it. Most titles have neither, so their
 * punctuation need not be read.
 */
const FIRST = new Set([...ITEM, ...WHICH_ITEM, ...VERDICT, ...WHICH_VERDICT]);
const LAST = new Set([
  ...ITEM_BEHIND,
  ...ENOUGH_IN_BRACKETS,
  ...wordsIn(
    'addenda addendum comment comments commentary concern correction corrections corrigenda corrigendum errata erratum note rejoinder replies reply response retraction review',
  ),
]);
const NUMBER = /^(?:s?\p{N}+\p{L}?|moesm\p{N}*)$/u;
/**
 * A label is short. It ends with a colon, perhaps after a preposition, or with a preposition: "Figure 3 from: …",
 * "Table 1 of …".
 */
const BEFORE_COLON = /^([^:：]{3,60}?)(?: (?:for|from|of|on|to))?\s*[:：]/i;
const BEFORE_PREPOSITION = /^(.{3,60}?) (for|from|of|on|to)\b/i;
const BEHIND = /([:.([—–]|\s-)\s*([\p{L}'’& ]+?)\s*[)\].]*\s*$/u;

/**
 * What makes a title that of a publication about another one, or of an item beside it, in the form of `normalizeTitle`:
 * "erratum", "comment on", "additional file"; behind the title "… data and code". Such a publication has the title of
 * the other one, but not its identifiers. Returns "" for the title of an original publication.
 * @param plain the title without markup
 * @param normalized the same without the first article, in the form of `normalizeTitle`
 */
export function findLabel(plain: string, normalized: string): string {
  if (/^re: /i.test(plain)) return 're';
  const reaction = REACTION_BEFORE.exec(normalized)?.[0];
  if (reaction !== undefined) return reaction;
  const before = FIRST.has(normalized.slice(0, normalized.indexOf(' '))) ? labelBefore(plain) : null;
  if (before !== null) return before;
  const isBehind = LAST.has(normalized.slice(normalized.lastIndexOf(' ') + 1));
  return (isBehind ? labelBehind(plain) : null) ?? '';
}

/** Whether a label only says in which form a publication is listed. */
export function isForm(label: string): boolean {
  return FORMS.has(label.replace('… ', ''));
}

function labelBefore(plain: string): string | null {
  const beforeColon = readLabel(BEFORE_COLON.exec(plain)?.[1]);
  if (beforeColon !== null && (beforeColon.saysWhich || ENOUGH_BEFORE.has(beforeColon.text))) return beforeColon.text;
  const [, text, preposition = ''] = BEFORE_PREPOSITION.exec(plain) ?? [];
  const label = readLabel(text);
  if (label === null) return null;
  // "Additional data on the tides" and "Software for harbors" are titles of their own
  const canBeOn = label.hasNumber || preposition.toLowerCase() !== 'on';
  return canBeOn && (label.saysWhich || /^(?:code|scripts)$/.test(label.text)) ? label.text : null;
}

interface Label {
  /** without numbers */
  readonly text: string;
  readonly hasNumber: boolean;
  /** by a number or by a word such as "additional" */
  readonly saysWhich: boolean;
}

/** Reads a label: only numbers and words of one kind, of which the last one says what the item is. */
function readLabel(text = ''): Label | null {
  const words = wordsOf(text);
  const named = words.filter((word) => !NUMBER.test(word));
  if (!consistsOf(named, ITEM, WHICH_ITEM) && !consistsOf(named, VERDICT, WHICH_VERDICT)) return null;
  const hasNumber = words.length > named.length;
  return { text: named.join(' '), hasNumber, saysWhich: hasNumber || named.length > 1 };
}

function labelBehind(plain: string): string | null {
  const [, opening = '', text = ''] = BEHIND.exec(plain.slice(-60)) ?? [];
  const words = wordsOf(text);
  const label = words.join(' ');
  if (/[([]/.test(opening) && ENOUGH_IN_BRACKETS.has(label)) return `… ${label}`;
  if (REACTION_BEHIND.test(label)) return `… ${label.replace(/^(?:an?|the) /, '')}`;
  if (!consistsOf(words, ITEM_BEHIND, WHICH_BEHIND)) return null;
  return words.length > 1 || ENOUGH_BEHIND.has(label) ? `… ${label}` : null;
}

const wordsOf = (text: string) =>
  normalizeTitle(text.replaceAll('&', ' and ').replaceAll('#', ' ')).split(' ').filter(Boolean);

function consistsOf(words: readonly string[], nouns: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return nouns.has(words.at(-1) ?? '') && words.every((word) => nouns.has(word) || others.has(word));
}
