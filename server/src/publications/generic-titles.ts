/**
 * Words of front matter, recurring columns and other parts of a periodical or a book. A title of only these words, numbers and months belongs to many
 * publications: "Chair's message", "Letter from the editor-in-chief", "Table of contents", "Introduction to the special section".
 */
const WORDS: ReadonlySet<string> = new Set(
  (
    'a about abstract abstracts acknowledgement acknowledgements acknowledgment acknowledgments addendum address afterword agenda and annual announcement announcements appendices appendix ' +
    'article articles at author authors back bibliography biographies biography board book books brief briefs by calendar call calls career chair chairman chairperson chairs chapter chief ' +
    'choice closing column columns comment commentary comments committee committees communications conclusion conclusions conference contents contributors corner correction corrections ' +
    'correspondence corrigenda corrigendum cover dedication director directors discussion editor editorial editorials editors epilogue errata erratum events executive features figures final for ' +
    'foreword forum from front frontmatter general glossary guest highlights image images in index information instructions interview interviews introduction invited issue issues its ' +
    'journal keynote keynotes letter letters list manuscript masthead material materials matter meeting meetings memoriam message messages minutes miscellany miscellaneous news newsletter no note notes notice notices ' +
    'number obituaries obituary of on opening organization organizers organizing our overview page panel panels paper papers part poster posters preface prefaces prelude presentation presentations ' +
    'president presidents proceedings program programme prologue publication publications publisher quarterly recent references regular remarks replies reply report reports research response ' +
    'responses retraction review reviewer reviewers reviews s schedule secretary section sections seminar session sessions short special spotlight standards subject summaries summary supplement ' +
    'supplementary supporting table tables talk talks technical thanks the this title to treasurer tribute tutorial tutorials untitled update updates vice vol volume welcome with workshop workshops ' +
    'year'
  ).split(' '),
);
/** These say nothing of their own: "In the 1990s" is not front matter. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'a about and at by for from image images in its no of on our research s special the this to with year'.split(' '),
);
const NUMBER =
  /^(?:\p{N}+(?:st|nd|rd|th)?|[ivx]+|[lc][ivxlc]*|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|spring|summer|autumn|fall|winter)$/u;
/** Columns whose other words say what they are about. */
const COLUMNS = /^reminiscences (?:on|of) |^(?:\S+ ){1,2}highlights$/;
const TITLES: ReadonlySet<string> = new Set(
  (
    'case report|case reports|news and views|' +
    'avant propos|editoriale|einfuhrung|einleitung|geleitwort|inhaltsverzeichnis|introduccion|introducao|introduzione|prefacio|prefazione|presentacion|prologo|vorwort|' +
    'введение|предисловие|содержание|前言|序|序言|编者按|はしがき|はじめに|まえがき|巻頭言'
  ).split('|'),
);

/** Whether many publications share a title, in the form that `normalizeTitle` returns. Numbers do not tell them apart: "Chapter 7" is generic, too. */
export function isGeneric(normalized: string): boolean {
  if (COLUMNS.test(normalized)) return true;
  const words = normalized.split(' ').filter((word) => !NUMBER.test(word));
  if (TITLES.has(words.join(' '))) return true;
  return words.every((word) => WORDS.has(word)) && words.some((word) => !FUNCTION_WORDS.has(word));
}
