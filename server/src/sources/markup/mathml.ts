/** A child of a MathML element: its text, which may have `<sub>` and `<sup>`, and the name of its element. */
export interface MathPart {
  readonly text: string;
  readonly name: string;
}

/** The elements of MathML Core and of older versions: https://www.w3.org/TR/mathml-core/ */
export const MATHML = new Set(
  (
    'math mi mn mo mtext mspace ms mrow mstyle mpadded merror mphantom mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
    'mprescripts none mfenced menclose mtable mtr mtd mlabeledtr maction semantics annotation annotation-xml'
  ).split(' '),
);
/** Invisible operators, and the spaces that publishers put around operators. */
const INVISIBLE = /[\u2061-\u2064\u200b]/g;
const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '¯': '\u0304',
    '‾': '\u0304',
    '−': '\u0304',
    '-': '\u0304',
    '^': '\u0302',
    ˆ: '\u0302',
    '~': '\u0303',
    '˜': '\u0303',
    '∼': '\u0303',
    '˙': '\u0307',
    '.': '\u0307',
    '¨': '\u0308',
    ˇ: '\u030c',
    '→': '\u20d7',
    '⃗': '\u20d7',
  }),
);

/**
 * Reads a MathML element of which the children are read: fractions as "a/b", roots with "√", scripts as `<sub>` and
 * `<sup>`.
 */
export function readMathElement(name: string, parts: readonly MathPart[]): string {
  const [first = '', second = '', third = ''] = parts.map(({ text }) => text);
  switch (name) {
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return '';
    case 'semantics':
      return first;
    case 'mspace':
      return ' ';
    case 'mtext':
      return joinParts(parts);
    case 'mi':
    case 'mn':
    case 'mo':
      return joinParts(parts).replace(INVISIBLE, '').trim();
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msqrt':
      return `√${grouped(joinParts(parts))}`;
    case 'mroot':
      return `${script('sup', second)}√${grouped(first)}`;
    case 'msub':
      return first + script('sub', second);
    case 'msup':
      return first + script('sup', second);
    case 'munder':
      return first + script('sub', second);
    case 'mover':
      return over(first, second);
    case 'msubsup':
    case 'munderover':
      return first + script('sub', second) + script('sup', third);
    case 'mmultiscripts':
      return multiscripts(parts);
    case 'mfenced':
      return `(${parts.map(({ text }) => text).join(',')})`;
    default:
      return joinParts(parts);
  }
}

/** Names of functions are words, so they need spaces. */
function joinParts(parts: readonly MathPart[]): string {
  let joined = '';
  for (const [at, { name, text }] of parts.entries()) {
    const before = parts[at - 1];
    const isWord = (part: MathPart | undefined) => part?.name === 'mi' && /^\p{L}{2,}$/u.test(part.text);
    const touches = /[\p{L}\p{N}]$/u.test(joined) && /^[\p{L}\p{N}]/u.test(text);
    joined += (touches && (isWord(before) || isWord({ name, text })) ? ' ' : '') + text;
  }
  return joined;
}

function script(kind: 'sub' | 'sup', text: string): string {
  return text === '' ? '' : `<${kind}>${text}</${kind}>`;
}

/** Parentheses around what has more than one term. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{M}\p{N}.]+(?:<su[bp]>[^<]*<\/su[bp]>)*|\(.*\))$/u.test(text) ? text : `(${text})`;
}

function over(base: string, above: string): string {
  const accent = ACCENTS.get(above.trim());
  return accent !== undefined && /^\p{L}$/u.test(base) ? (base + accent).normalize('NFC') : base + script('sup', above);
}

/** The base with its scripts in pairs of a lower and an upper one, and behind `mprescripts` those before the base. */
function multiscripts(parts: readonly MathPart[]): string {
  const [base, ...scripts] = parts;
  const split = scripts.findIndex(({ name }) => name === 'mprescripts');
  const written = (pairs: readonly MathPart[]) =>
    pairs.map(({ text }, at) => script(at % 2 === 0 ? 'sub' : 'sup', text)).join('');
  const before = split === -1 ? '' : written(scripts.slice(split + 1));
  return before + (base?.text ?? '') + written(split === -1 ? scripts : scripts.slice(0, split));
}
