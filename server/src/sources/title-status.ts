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
  /retract|withdr|remov|concern|violation|r[ée]tract|retir|retrat|ritrat|ritir|zur[üu]e?ck|ingetrokken|wycofan|ditarik|återkal|отозв|ретрак|ретраг|відклик|çek[iİ]l|撤|取り下げ|철회/i;

const RETRACTED =
  'retracted|withdrawn|r[ée]tract[ée]e?|retir[ée]e?|retractad[oa]|retratad[oa]|retirad[oa]|ritrattat[oa]|ritirat[oa]|zur(?:ü|ue|u)ckgezogene?r?|' +
  'zur(?:ü|ue|u)ckgenommen|ingetrokken|wycofan[yaeo]|ditarik|återkallad|отозван[ао]?|отозванная|ретрагирован[ао]?|відкликан[оа]?|ger[iİ] çek[iİ]l(?:d[iİ]|m[iİ]ş(?:t[iİ]r)?)|' +
  '撤稿|撤回|取り下げ|철회';
const REMOVED = 'removed|temporary removal';
/** What stands beside these words: "This article has been retracted by the authors". "Note" and "notice" are missing: they announce another publication. */
const BESIDE =
  'this|the|article|paper|chapter|manuscript|publication|has|have|been|was|is|now|by|its|authors?|editors?|publishers?|journal|temporarily|partially|and|replaced|' +
  "republished|dieser|artikel|wurde|cet|l['’]?article|art[íi]culo|artigo|articolo|статья|makale";
/** In scripts that need no spaces. */
const BESIDE_SIGNS = '(?:\\s?(?:本文|此文|该文|文章|论文|論文|논문|稿件|已|被|된|됨|されました))*';
const MARK = `(?:(?:${BESIDE})\\s+)*(?:(?<retracted>${BESIDE_SIGNS}\\s*(?:${RETRACTED})\\s*${BESIDE_SIGNS})|(?<removed>${REMOVED}))(?:\\s+(?:${BESIDE}))*`;
const [OPEN, CLOSE] = ['[\\[(（【［〔*]+\\s*', '\\s*[\\])）】］〕*]+'];
/** What follows a mark behind a title: "Retracted article. See vol. 12, pg. 3, 2016". */
const DETAILS = '(?:\\s*[.,:;].*|\\s+(?:see|due|because|on|in|\\p{N}+)(?!\\p{L}).*)?';

const isMark = (pattern: string) => new RegExp(pattern, 'isu');
const FORMS: readonly RegExp[] = [
  // "[Retracted] T", "(Retracted article): T"
  isMark(`^\\s*${OPEN}${MARK}${CLOSE}[\\s:：.–—-]*(?<title>.+)$`),
  // "RETRACTED: T", "Withdrawn – T"
  isMark(`^\\s*${MARK}\\s*(?:[:：]|\\.\\s|\\s[-–]+\\s|—)\\s*(?<title>.+)$`),
  // "T (Retracted article. See vol. 12, pg. 3, 2016)"; the bracket may be cut off
  isMark(`^(?<title>.+?)\\s*${OPEN}${MARK}${DETAILS}(?:${CLOSE}|…|\\.\\.\\.|$)[\\s.]*$`),
  // citation indexes write so behind the article: "T (Retraction of vol 3, pg 1, 2015)"
  isMark(
    `^(?<title>.+?)\\s*${OPEN}(?<retracted>(?:retraction|withdrawal) (?:(?:of|in) (?:vol(?!\\p{L})|\\p{N})|in:|published).*)$`,
  ),
  // "T - RETRACTED", "T: withdrawn"
  isMark(`^(?<title>.+?)(?:\\s+[-–]+\\s+|\\s*—\\s*|[:：.]\\s+)${MARK}[\\s.]*$`),
  isMark(`^(?<title>.+?)\\s*${OPEN}(?<concern>publication with (?:an )?expression of concern.*)$`),
  // IEEE puts this before the title of the article itself
  isMark('^\\s*(?<concern>notice of violation of ieee publication principles)[\\s:.–—-]*(?<title>.+)$'),
];
/** A longer text is not a title. */
const MAX_LENGTH = 3000;
/** A title may have a mark before and behind it. */
const MAX_MARKS = 3;

/**
 * Splits a title into the status mark that a publisher or a citation index put before or behind it, in any case and in the languages that publishers use,
 * and the title. The marked title is that of the publication itself. A notice about it is another publication and has no such mark: "Retraction Note: T",
 * "Expression of Concern: T". A title that is nothing but a mark is returned as it is.
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
  for (const form of FORMS) {
    const groups = form.exec(title)?.groups;
    if (groups) return groups;
  }
  return null;
}
