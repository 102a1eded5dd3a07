const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const GREEK_LETTERS = 'αβγδεζηθικλμνξοπρστυφχψω';
const SINGLE_GREEK_LETTER = /(?<!\p{sc=Greek})\p{sc=Greek}(?!\p{sc=Greek})/gu;
const TEX_LETTERS: Readonly<Record<string, string>> = {
  o: 'ø',
  l: 'ł',
  ss: 'ß',
  ae: 'æ',
  oe: 'œ',
  aa: 'å',
  i: 'i',
  j: 'j',
};

/**
 * Removes markup and TeX from a title. Spells out single Greek letters, because sources print "α", "$\alpha$" or
 * "alpha".
 */
export function plainTitle(title: string): string {
  return (
    title
      .replace(/<\/?[a-z][^<>]*>/gi, '')
      .replace(/&(?:amp;)*/g, ' and ')
      .replace(/\\["'`^~=.]\s*\{?\\?([a-z])\}?/gi, '$1')
      .replace(/\\[uvHcdbkrt]\s*\{\\?([a-z])\}/gi, '$1')
      .replace(/\\([a-z]+)\s*/gi, (_, command: string) => TEX_LETTERS[command] ?? (isGreek(command) ? command : ' '))
      // an exponent without a sign of its own: "10^(n)"
      .replace(/[\^_]\(([^()]*)\)/g, '$1')
      .replace(/[${}^_\\]/g, '')
      .replace(
        SINGLE_GREEK_LETTER,
        (letter) => GREEK[GREEK_LETTERS.indexOf(letter.normalize('NFKC').toLowerCase())] ?? letter,
      )
  );
}

const isGreek = (command: string) => GREEK.includes(command.toLowerCase().replace(/^var/, ''));
