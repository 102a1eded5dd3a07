import { canBeText, commandFor, FUNCTIONS, MATH_ACCENTS, SYMBOLS } from './math-symbols.ts';
import { inUnicode } from './scripts.ts';

const MAX_LENGTH = 1000;
const MAX_DEPTH = 40;
const TOKEN = /\\[A-Za-z]+\s*|\\.|\s+|./gsu;

/** Commands for letters of a font, with one argument. The text of a formula does not show these fonts. */
const UPRIGHT = new Set(
  'mathrm mathit mathbf mathsf mathtt mathnormal boldsymbol bm operatorname pmb rm it bf'.split(' '),
);
/** Letters of these fonts have a meaning of their own, so a formula with them is not shown as text. */
const LETTERS = new Set('mathcal mathscr mathfrak mathbb'.split(' '));
const TEXT = new Set('text textrm textit textbf textsf textnormal mbox'.split(' '));
/** Switches and spaces without an argument. */
const LIMITS = new Set(['limits', 'nolimits']);
const SILENT = new Set(['displaystyle', 'textstyle', 'scriptstyle', ...LIMITS]);
/** What `\limits` may follow. Behind other signs TeX stops. */
const WITH_LIMITS = new Set('sum prod coprod int oint lim limsup liminf max min sup inf'.split(' '));
const SPACES = new Set(['quad', 'qquad', 'thinspace', ',', ';', ':', '>', ' ']);
const TWO_ARGUMENTS = new Set('frac dfrac tfrac binom stackrel overset underset'.split(' '));
const ONE_ARGUMENT = new Set('sqrt overrightarrow overleftarrow overbrace underbrace'.split(' '));
const BIG = /^(?:big|Big|bigg|Bigg)[lrm]?$/;
const DELIMITER = /^[()[\]|/.<>]$/;
const ESCAPED: Readonly<Record<string, string>> = {
  '{': '{',
  '}': '}',
  '|': '‖',
  '%': '%',
  '&': '&',
  _: '_',
  '#': '#',
};
/** Characters that have another meaning in TeX. */
const FORBIDDEN = new Set(['$', '%', '#', '&', '~', '\\']);
const RELATIONS = '=<>≤≥⩽⩾≠≈∼≃≡≪≫→←↔⇒⇐⇔↦⟶∈∉⊂⊃⊆⊇∝≲≳';
const RELATION = new RegExp(` ?([${RELATIONS}]) ?`, 'gu');

interface Formula {
  /** the same in Unicode characters; null if they cannot show it */
  readonly text: string | null;
  /** the same for LaTeX and BibTeX, as this reader understood it */
  readonly tex: string;
}

/**
 * Commands of other programs than LaTeX, and braces, which BibTeX would count: behind a lone "\}" it would read the
 * rest of a title as fields.
 */
const WRITTEN: Readonly<Record<string, string>> = {
  '\\{': '\\lbrace ',
  '\\}': '\\rbrace ',
  '\\lt': '<',
  '\\gt': '>',
  '\\degree': '{}^{\\circ}',
};

/**
 * Reads a formula of TeX without the signs that enclose it. Returns null unless it is mathematics and nothing else:
 * known commands of mathematics with their arguments, braces in pairs, and one superscript and one subscript at most
 * behind each sign. So LaTeX typesets what is kept as a formula, and no command in it reads a file or defines anything.
 */
export function readFormula(source: string): Formula | null {
  if (source.length > MAX_LENGTH || source.includes('^^') || !isWritten(source)) return null;
  try {
    // TeX ignores spaces before scripts
    const tokens = source
      .trim()
      .replace(/\s+(?=[\^_'])/g, '')
      .match(TOKEN);
    return new FormulaReader(tokens ?? []).read();
  } catch (error) {
    if (error === NO_FORMULA) return null;
    throw error;
  }
}

/** Words between the dollar signs of two prices are no formula. */
function isWritten(source: string): boolean {
  return /[\\^_{}=<>+]/.test(source) || !/\s\p{L}{2,}/u.test(source);
}

/** One for all, because most dollar signs of a text may begin no formula, and each new error costs time. */
const NO_FORMULA = new Error('not a formula');

/** A part of a formula. `text` is null if Unicode cannot show it. */
type Text = string | null;
const join = (parts: readonly Text[]): Text => (parts.includes(null) ? null : parts.join(''));

class FormulaReader {
  private at = 0;
  private depth = 0;
  private readonly written: string[] = [];

  private readonly tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  read(): Formula {
    const text = this.list(null);
    const shown =
      text
        // "a<b>c" would be markup
        ?.replace(/[<>]/g, ' $& ')
        .replace(RELATION, (found, sign: string, at: number) => (found.length > 1 && at > 0 ? ` ${sign} ` : sign))
        .replace(/\s+/g, ' ')
        .trim() ?? null;
    return { text: shown, tex: this.written.join('').trim() };
  }

  /** Reads up to the token `end`, or to the end of the formula. */
  private list(end: string | null): Text {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw NO_FORMULA;
    const parts: Text[] = [];
    for (let token = this.tokens[this.at]; ; token = this.tokens[this.at]) {
      if (token === undefined || token.trim() === end) break;
      const part = this.isScript(token) ? '' : this.atom();
      const isFunction = part !== null && /^\p{L}{2,}$/u.test(part) && FUNCTIONS.has(part);
      const scripts = this.scripts();
      const needsSpace = isFunction && /^[\s\p{L}\p{N}\\]/u.test(this.tokens[this.at] ?? '');
      parts.push(part, scripts, needsSpace ? ' ' : '');
    }
    if (end !== null && this.take() === undefined) throw NO_FORMULA;
    this.depth -= 1;
    return join(parts);
  }

  private take(): string | undefined {
    const token = this.tokens[this.at];
    this.at += 1;
    if (token !== undefined) this.write(token);
    return token;
  }

  private write(token: string): void {
    const command = commandOf(token);
    const before = commandOf(this.written.at(-1) ?? '') ?? '';
    if (command !== null && LIMITS.has(command) && !WITH_LIMITS.has(before)) {
      // without the space, the command before it would go on with what follows
      this.written.push(' ');
      return;
    }
    this.written.push(WRITTEN[token.trim()] ?? token.replace(/[^\0-\x7f]/gu, signOf));
  }

  private isScript(token: string | undefined): boolean {
    return token === '^' || token === '_' || token === "'";
  }

  /** Primes, then one superscript and one subscript in any order. TeX stops at a second one of a kind. */
  private scripts(): Text {
    const found = new Map<string, Text>();
    let primes = '';
    while (this.tokens[this.at] === "'") {
      this.take();
      primes += '′';
    }
    while (this.isScript(this.tokens[this.at])) {
      const kind = this.take() === '_' ? 'sub' : 'sup';
      if (found.has(kind) || this.tokens[this.at - 1] === "'") throw NO_FORMULA;
      const content = this.argument(true);
      found.set(kind, content === null ? null : inUnicode(kind, content));
    }
    return join([primes, ...found.values()]);
  }

  /**
   * One token or one group. A script accepts fewer commands without braces than other commands do. A command gets
   * braces, because LaTeX takes only its name for the argument. But they would part "\not" from its sign.
   */
  private argument(isOfScript: boolean): Text {
    while (/^\s/.test(this.tokens[this.at] ?? '')) this.at += 1;
    const token = this.tokens[this.at];
    if (token === undefined || token === '}' || this.isScript(token)) throw NO_FORMULA;
    const command = commandOf(token);
    const isSafe = command === null || SYMBOLS.has(command) || UPRIGHT.has(command) || TEXT.has(command);
    if (isOfScript && !isSafe && !LETTERS.has(command)) throw NO_FORMULA;
    const isNegated = commandOf(this.written.at(-1) ?? '') === 'not' && command !== null && SYMBOLS.has(command);
    if (isNegated || /^[!-[\]-~]$/.test(token)) return this.atom();
    this.written.push('{');
    const content = this.atom();
    this.written.push('}');
    return content;
  }

  private atom(): Text {
    const token = this.take() ?? '';
    const command = commandOf(token);
    if (command !== null) return this.command(command, token);
    if (token === '{') return this.list('}');
    if (token === '}' || FORBIDDEN.has(token)) throw NO_FORMULA;
    if (token.startsWith('\\')) {
      const sign = token.slice(1);
      if (sign === '!') return '';
      if (SPACES.has(sign)) return ' ';
      const escaped = ESCAPED[sign];
      if (escaped === undefined) throw NO_FORMULA;
      return escaped;
    }
    return token;
  }

  private command(command: string, token: string): Text {
    const symbol = SYMBOLS.get(command);
    // the space behind a command belongs to it, but a sign between two terms has one on both sides
    if (symbol !== undefined && !canBeText(symbol)) return null;
    if (symbol !== undefined) {
      const isBetween = RELATIONS.includes(symbol) || /^\s/.test(this.tokens[this.at - 2] ?? '');
      return isBetween && token !== `\\${command}` && !/\p{L}/u.test(symbol) ? `${symbol} ` : symbol;
    }
    if (FUNCTIONS.has(command)) return command;
    if (SILENT.has(command)) return '';
    if (SPACES.has(command)) return ' ';
    if (command === 'left') return this.delimited();
    if (BIG.test(command)) return this.delimiter();
    if (command === 'not') return join([this.argument(false), '\u0338'])?.normalize('NFC') ?? null;
    if (TEXT.has(command)) return this.plainArgument();
    const accent = MATH_ACCENTS.get(command);
    if (accent !== undefined) {
      const base = this.argument(false);
      const letter = base === null ? '' : (base + accent).normalize('NFC');
      // fonts have few other letters with accents
      return /^\p{L}$/u.test(letter) ? letter : null;
    }
    return this.withArguments(command);
  }

  private withArguments(command: string): Text {
    if (UPRIGHT.has(command)) return this.argument(false);
    if (LETTERS.has(command)) {
      this.argument(false);
      return null;
    }
    if (TWO_ARGUMENTS.has(command)) {
      const [above, below] = [this.argument(false), this.argument(false)];
      const isSimple = command.endsWith('frac') && /^\w+$/.test(above ?? '') && /^\w$/.test(below ?? '');
      return isSimple ? `${above}/${below}` : null;
    }
    if (!ONE_ARGUMENT.has(command)) throw NO_FORMULA;
    if (command === 'sqrt' && this.tokens[this.at] === '[') {
      this.take();
      this.list(']');
    }
    this.argument(false);
    return null;
  }

  /** "\left( … \right)" */
  private delimited(): Text {
    const left = this.delimiter();
    const inside = this.list('\\right');
    return join([left, inside, this.delimiter()]);
  }

  private delimiter(): Text {
    const token = this.take()?.trim() ?? '';
    if (DELIMITER.test(token)) return token === '.' ? '' : token;
    const sign = SYMBOLS.get(token.slice(1)) ?? ESCAPED[token.slice(1)];
    if (!token.startsWith('\\') || sign === undefined || !/^[⟨⟩⌊⌋⌈⌉{}[\]|‖↑↓↕\\]$/.test(sign)) throw NO_FORMULA;
    return sign;
  }

  /** "{with words}", without commands and signs of TeX. */
  private plainArgument(): Text {
    if (this.take() !== '{') throw NO_FORMULA;
    let text = '';
    for (; this.tokens[this.at] !== '}'; this.at += 1) {
      const token = this.tokens[this.at];
      if (token === undefined || /[\\{^_]/.test(token) || FORBIDDEN.has(token)) throw NO_FORMULA;
      text += token;
    }
    this.written.push(text);
    this.take();
    return text;
  }
}

/** A sign as a command, or as text: fonts for mathematics have only signs of ASCII. */
function signOf(sign: string): string {
  const command = commandFor(sign);
  return command === undefined ? `\\mbox{${sign}}` : `\\${command} `;
}

function commandOf(token: string): string | null {
  return /^\\[A-Za-z]/.test(token) ? token.slice(1).trim() : null;
}

/** What encloses formulas: "$$…$$", "$…$", "\(…\)" and "\[…\]". */
const ENCLOSED =
  /\$\$([^$]{1,1000})\$\$|\$((?:[^$\\]|\\.){1,1000})\$|\\\(((?:(?!\\[()]).){1,1000})\\\)|\\\[((?:(?!\\[[\]]).){1,1000})\\\]/sy;

/** "US$5–US$10", but not "$\\sim$10" */
const isPrice = (source: string, after = '') => /\d/.test(after) && !/[\\^_]|[=<>~]$/.test(source);

/**
 * The formula that begins at a place of a text, and where it ends; null if none begins there. As in Pandoc, "$5 and $6"
 * is no formula.
 */
export function formulaAt(text: string, at: number): { source: string; formula: Formula; end: number } | null {
  ENCLOSED.lastIndex = at;
  const match = ENCLOSED.exec(text);
  if (match === null) return null;
  const source = match[1] ?? match[2] ?? match[3] ?? match[4] ?? '';
  if (match[2] !== undefined && (source !== source.trim() || isPrice(source, text[at + match[0].length]))) return null;
  const formula = source.trim() === '' ? null : readFormula(source);
  return formula === null ? null : { source: source.trim(), formula, end: at + match[0].length };
}
