/**
 * What a publisher says of a publication in its title:
 * - `retracted`: retracted or withdrawn;
 * - `removed`: taken offline, perhaps for a time;
 * - `concern`: published with an expression of concern.
 */
export type TitleStatus = 'retracted' | 'removed' | 'concern';

export interface MarkedTitle {
  /** the title without marks */
  readonly title: string;
  /** of the outermost mark; null without a mark */
  readonly status: TitleStatus | null;
}

/** Without one of these stems there is no mark. Most titles end here. */
const HINT =
  /retract|withdr|remov|concern|violation|r[ée]tract|retir|retrat|ritrat|ritir|zur[üu]e?ck|getrokken|wycofan|retragov|staženo|visszavon|ditarik|återkal|tilba[kg]e|отозв|ретраг|відклик|çek[iİ]l|αποσύρ|αποσυρ|مسحوب|سحب|撤|取り?下げ|철회/i;

const RETRACTED =
  'retracted|withdrawn|r[ée]tract[ée]e?|retir[ée]e?|retractad[oa]|retratad[oa]|retirad[oa]|ritrattat[oa]|ritirat[oa]|zur(?:ü|ue|u)ckgezogene?[rs]?|' +
  'zur(?:ü|ue|u)ckgenommen|(?:in|terug)getrokken|wycofan[yaeo]|retragován[oay]?|staženo|visszavon(?:t|va)|ditarik|återkallad|tilbake?trukke[nt]|trukket tilbage|' +
  'отозван[ао]?|отозванная|ретрагирован(?:[ао]|ная)?|відкликан[оа]?|ger[iİ] çek[iİ]l(?:d[iİ]|en|m[iİ]ş(?:t[iİ]r)?)|αποσύρθηκε|αποσυρθηκε|مسحوبة?|تم سحب|' +
  '撤稿|撤回済み?|撤回|撤销|撤銷|取り?下げ|철회';
const REMOVED = 'removed|temporary removal';
/**
 * What stands beside these words: "This article has been retracted by the authors". "Note" and "notice" are missing:
 * they announce another publication.
 */
const BESIDE =
  'this|the|article|paper|chapter|manuscript|publication|review|case|report|letter|study|has|have|been|was|is|now|by|from|its|authors?|editors?|publishers?|journal|temporarily|partially|and|' +
  "replaced|republished|dieser|artikel|beitrag|publikation|wurde|cet|l['’]?article|art[íi]culo|artigo|articolo|artyku[łl]|praca|článek|artikkel|статья|стаття|makale|المقال|البحث";
/** In scripts that need no spaces. */
const BESIDE_SIGNS = '(?:\\s?(?:本文|此文|该文|文章|论文|論文|논문|게재|稿件|已|被|된|됨|되었음|されました))*';
const WORDS = `(?<retracted>${BESIDE_SIGNS}\\s*(?:${RETRACTED})\\s*${BESIDE_SIGNS})|(?<removed>${REMOVED})`;
const MARK = `(?:(?:${BESIDE})\\s+)*(?:${WORDS})(?:[\\s-]+(?:${BESIDE}))*`;
const [OPEN, CLOSE] = ['[\\[(（【［〔{«<*]+\\s*', '\\s*:?[\\])）】］〕}»>*]+'];
/** When or why, in front of a title: "Withdrawn due to an error: T", "Retracted (12 May 2020): T". */
const REASON =
  '(?:,?\\s+(?:due|because)(?!\\p{L})[^:：]{1,60}|,?\\s*(?:on\\s+)?\\(?(?:\\p{N}{1,2}\\s\\p{L}+\\s)?\\p{N}{4}\\)?)?';
/** What follows a mark behind a title: "Retracted article. See vol. 12, pg. 3, 2016". */
const DETAILS = '(?:\\s*[.,:;].*|\\s+(?:see|due|because|on|in|\\p{N}+)(?!\\p{L}).*)?';

const isMark = (pattern: string, flags = 'isu') => new RegExp(pattern, flags);
const FORMS: readonly RegExp[] = [
  // "[Retracted] T", "(Retracted article): T"
  isMark(`^\\s*${OPEN}${MARK}${REASON}${CLOSE}[\\s:：.–—-]*(?<title>.+)$`),
  // "RETRACTED: T", "Withdrawn – T", "Retracted | T"
  isMark(`^\\s*${MARK}${REASON}\\s*(?:[:：|｜]|\\.\\s|\\s[-–]+\\s|—)\\s*(?<title>.+)$`),
  // sources that drop punctuation: "RETRACTED ARTICLE T"
  isMark(`^\\s*(?<retracted>retracted article)[\\s–-]\\s*(?<title>\\p{L}.+)$`),
  isMark('^\\s*(?<retracted>RETRACTED|WITHDRAWN)(?:\\s+|\\s*[–-]\\s*)(?<title>\\p{L}(?=.*\\p{Ll}).+)$', 'su'),
  // "T (Retracted article. See vol. 12, pg. 3, 2016)"; the bracket may be cut off
  isMark(`^(?<title>.+?)\\s*${OPEN}${MARK}${DETAILS}(?:${CLOSE}|…|\\.\\.\\.|$)[\\s.]*$`),
  // citation indexes write so behind the article: "T (Retraction of vol 3, pg 1, 2015)"
  isMark(
    `^(?<title>.+?)\\s*${OPEN}(?<retracted>(?:retraction|withdrawal) (?:(?:of|in) (?:vol(?!\\p{L})|\\p{N})|in:|published).*)$`,
  ),
  // "T - RETRACTED", "T: withdrawn"
  isMark(`^(?<title>.+?)(?:\\s+[-–]+\\s+|\\s*—\\s*|[:：.]\\s+)${MARK}[\\s.]*$`),
  isMark('^(?<title>.*\\p{Ll}.*?),?\\s+(?<retracted>RETRACTED|WITHDRAWN)[\\s.]*$', 'su'),
  isMark(
    `^(?<title>.+?)\\s*${OPEN}(?<concern>(?:publication with (?:an )?expression of concern|expression of concern\\. see ).*)$`,
  ),
  // IEEE puts this before the title of the article itself
  isMark('^\\s*(?<concern>notice of violation of ieee publication principles)(?:[\\s:.–—-]|<br\\s*/?>)*(?<title>.+)$'),
];
/** Quotes around the whole, and invisible or other signs before it. */
const AROUND = /^[\p{Cf}\s†‡§"“„]+|(?<=^["“„].*)["”]$/gu;
/** A longer text is not a title. */
const MAX_LENGTH = 1000;
/** A title may have a mark before and behind it. */
const MAX_MARKS = 3;

/**
 * Splits a title into the status mark that a publisher or a citation index put before or behind it, in any case and in
 * the languages that publishers use, and the title. The marked title is that of the publication itself. A notice about
 * it is another publication and has no such mark: "Retraction Note: T", "Expression of Concern: T". A title that is
 * nothing but a mark is returned as it is.
 */
export function splitStatus(title: string): MarkedTitle {
  if (title.length > MAX_LENGTH || !HINT.test(title)) return { title, status: null };
  let rest = title;
  let status: TitleStatus | null = null;
  for (let count = 0; count < MAX_MARKS; count++) {
    const found = readMark(rest);
    if (!found?.title || !/\p{L}/u.test(found.title)) break;
    rest = found.title.trim();
    status ??= found.retracted !== undefined ? 'retracted' : found.removed !== undefined ? 'removed' : 'concern';
  }
  return { title: rest, status };
}

function readMark(title: string): Readonly<Record<string, string | undefined>> | null {
  const plain = title.replace(AROUND, '');
  for (const form of FORMS) {
    const groups = form.exec(plain)?.groups;
    if (groups) return groups;
  }
  return null;
}
