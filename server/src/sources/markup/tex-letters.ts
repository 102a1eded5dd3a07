/** Combining characters for the accents of TeX's text. */
const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', u: '\u0306', '.': '\u0307' },
    ...{ '"': '\u0308', r: '\u030a', H: '\u030b', v: '\u030c', d: '\u0323', c: '\u0327', k: '\u0328', b: '\u0331' },
  }),
);
/** An accent with its letter. The letters of some commands need braces or a space before them. */
const ACCENTED =
  /\\(?:(["'`^~=.])\s*(?:\{\s*(?:\\([ij])|([A-Za-z]))\s*\}|\\([ij])(?![A-Za-z])|([A-Za-z]))|([uvHcdkrb])(?:\s*\{\s*(?:\\([ij])|([A-Za-z]))\s*\}|\s+([A-Za-z])(?=\})))/y;

/** Letters and signs that TeX's text writes as commands. */
export const TEXT_SYMBOLS: ReadonlyMap<string, string> = new Map(
  (
    'ss ß SS SS o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i ı j ȷ dh ð DH Ð dj đ DJ Đ th þ TH Þ ng ŋ NG Ŋ textendash – textemdash — ' +
    'textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” textquotesingle \' textquotedbl " guillemotleft « guillemotright » ' +
    'textless < textgreater > textbar | textbackslash \\ textasciitilde ~ textasciicircum ^ textunderscore _ textbraceleft { textbraceright } ' +
    'textdollar $ textperiodcentered · textbullet • textellipsis … ldots … dots … textdegree ° textregistered ® texttrademark ™ textcopyright © ' +
    'copyright © S § textsection § P ¶ textmu µ textpm ± texttimes × textonehalf ½ textonequarter ¼ textalpha α textbeta β textgamma γ ' +
    'textordfeminine ª textordmasculine º textexclamdown ¡ textquestiondown ¿ pounds £ textsterling £ texteuro € euro € slash / LaTeX LaTeX ' +
    'LaTeXe LaTeX2ε TeX TeX BibTeX BibTeX'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' '))
    .map(([command = '', sign = '']): [string, string] => [command, sign]),
);

/**
 * The accented letter whose command begins at a place of a text, and where it ends; null if Unicode has no such letter.
 */
export function accentAt(text: string, at: number): { letter: string; end: number } | null {
  ACCENTED.lastIndex = at;
  const match = ACCENTED.exec(text);
  if (match === null) return null;
  const [whole, sign, dotless, braced, bareDotless, bare, word, wordDotless, wordBraced, wordBare] = match;
  const base = dotless ?? braced ?? bareDotless ?? bare ?? wordDotless ?? wordBraced ?? wordBare ?? '';
  const letter = (base + (ACCENTS.get(sign ?? word ?? '') ?? '')).normalize('NFC');
  return letter.length === 1 ? { letter, end: at + whole.length } : null;
}
