/**
 * Words of front matter, recurring columns and other parts of a periodical or a book. A title of only these words,
 * numbers and months belongs to many publications: "Chair's message", "Letter from the editor-in-chief", "Table of
 * contents", "Introduction to the special section".
 */
const WORDS: ReadonlySet<string> = new Set(
  (
    'a abbreviations about abstract abstracts acknowledgement acknowledgements acknowledgment acknowledgments addendum address advertisement ' +
    'advertisements advertisers afterword agenda and announcement announcements annual answers appendices appendix article articles at author authors ' +
    'award awards back bibliography biographies biography board book books bookshelf brief briefly briefs by calendar call calls career chair chairman ' +
    'chairperson chairs chapter chief choice classifieds clippings closing colophon column columns comment commentary comments committee committees ' +
    'communication communications conclusion conclusions conference contents contributors copyright corner corporate correction corrections correspondence ' +
    'corrigenda corrigendum cover crossword dedication desk director directors discussion dissertations editor editorial editorials editors ' +
    'epilogue errata erratum events executive features fellows figures final for foreword forum from front frontmatter general glossary graphical ' +
    'guest highlights honors image images impressum imprint in index information inside instructions interview interviews introduction invited issue ' +
    'issues its journal keynote keynotes letter letters list manuscript masthead material materials matter meeting meetings members membership memoriam ' +
    'message messages milestones minutes miscellaneous miscellany new news newsletter no note noted notes notice notices number obituaries obituary of ' +
    'officers on open opening opinion opinions organization organizers organizing our overview page panel panels paper papers part patents people ' +
    'perspective perspectives picture plenary poster posters postscript preface prefaces prelude presentation presentations president presidents problem ' +
    'problems proceedings product products profile profiles program programme prologue publication publications publisher puzzle puzzles quarterly quiz ' +
    'readers received recent referees references regular rejoinder remarks replies reply report reports research response responses retraction review ' +
    'reviewer reviewers reviews roundtable s schedule secretary section sections seminar session sessions short snapshots solutions speaker speakers ' +
    'special speech sponsors spotlight standards steering subject summaries summary supplement supplementary supporting table tables talk talks technical ' +
    'thanks the theses this title to treasurer tribute trip tutorial tutorials untitled upcoming update updates vice viewpoint viewpoints views vol volume ' +
    'welcome with word workshop workshops year'
  ).split(' '),
);
/** These say nothing of their own: "In the 1990s" is not front matter. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'a about and at by for from image images in its new no of on open our research s special the this to with word year'.split(
    ' ',
  ),
);
const NUMBER =
  /^(?:\p{N}+(?:st|nd|rd|th)?|[ivx]+|[lc][ivxlc]*|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|spring|summer|autumn|fall|winter)$/u;
/** Columns whose other words say what they are about. */
const COLUMNS = /^reminiscences (?:on|of) |^(?:\S+ ){1,2}highlights$/;
const TITLES: ReadonlySet<string> = new Set(
  (
    'case report|case reports|news and views|' +
    'apresentacao|avant propos|buchbesprechungen|carta al editor|carta ao editor|cartas|editoriale|einfuhrung|einleitung|geleitwort|indice|inhalt|inhaltsverzeichnis|introduccion|introducao|introduzione|mitteilungen|nachruf|nota editorial|prefacio|prefazione|presentacion|prologo|rezensionen|sommaire|sumario|table des matieres|vorwort|' +
    'введение|от редакции|предисловие|рецензии|содержание|хроника|前言|卷首语|序|序言|目录|编者按|目次|会告|書評|編集後記|はしがき|はじめに|まえがき|巻頭言|권두언|머리말'
  ).split('|'),
);

/**
 * Whether many publications share a title, in the form that `normalizeTitle` returns. Numbers do not tell them apart:
 * "Chapter 7" is generic, too.
 */
export function isGeneric(normalized: string): boolean {
  if (COLUMNS.test(normalized)) return true;
  const words = normalized.split(' ').filter((word) => !NUMBER.test(word));
  if (TITLES.has(words.join(' '))) return true;
  return words.every((word) => WORDS.has(word)) && words.some((word) => !FUNCTION_WORDS.has(word));
}
