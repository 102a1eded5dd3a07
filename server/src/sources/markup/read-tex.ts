import { formulaAt } from './formula.ts';
import { SYMBOLS } from './math-symbols.ts';
import type { Style } from './rich-text.ts';
import { accentAt, TEXT_SYMBOLS } from './tex-letters.ts';

/** Commands and switches that style a text; those that rich texts cannot show leave their text. */
const STYLES: ReadonlyMap<string, Style | null> = new Map(
  Object.entries({
    ...{
      textit: 'i',
      textsl: 'i',
      emph: 'i',
      it: 'i',
      itshape: 'i',
      sl: 'i',
      em: 'i',
      textbf: 'b',
      bf: 'b',
      bfseries: 'b',
    },
    ...{ textsubscript: 'sub', textsuperscript: 'sup' },
    ...{
      textsc: null,
      texttt: null,
      textrm: null,
      textsf: null,
      textup: null,
      textmd: null,
      textnormal: null,
      text: null,
    },
    ...{ mbox: null, hbox: null, underline: null, uline: null, uppercase: null, lowercase: null, MakeUppercase: null },
    ...{
      MakeLowercase: null,
      NoCaseChange: null,
      sc: null,
      scshape: null,
      rm: null,
      tt: null,
      sf: null,
      protect: null,
    },
    ...{ bibtitle: null, relax: null, url: null, mathrm: null },
  } as const),
);
/** Their text belongs to no title. */
const DROPPED = new Set(['footnote', 'thanks', 'label', 'index', 'noopsort', 'hspace', 'vspace']);
const SWITCH = /^\s*\\(it|itshape|sl|em|bf|bfseries|sc|scshape|rm|tt|sf)(?![A-Za-z])\s*/;
const COMMAND = /\\([A-Za-z]+)/y;
/** Signs that TeX's text has only behind a backslash. A group with one of them was not written as TeX. */
const BARE_SIGN = /(?<!\\)[&%#_^]/;
/** The elements of a set: "{0,1}", "{K_4, P_5}". */
const SET = /^\s*[^\s,;{}]{1,5}(?:\s*[,;|]\s*[^\s,;{}]{0,5})+\s*$/;
const MAX_DEPTH = 50;

/** What becomes of a formula: kept as "$…$", or Unicode characters where they can show it. */
export type Formulas = 'kept' | 'as text';
/** Whether a text is TeX for certain, as in BibTeX, or may have braces and signs that mean themselves. */
export type Certainty = 'certain' | 'possible';

/**
 * Reads the TeX of a text's words as rich text: accents, letters, escaped signs, styles and braces. Unknown commands,
 * and braces that are not those of TeX, stay. A "$" that encloses no formula is text. In a text that is TeX for certain,
 * unknown commands leave only the text of their arguments.
 */
export function readTex(text: string, formulas: Formulas, certainty: Certainty = 'possible'): string {
  if (certainty === 'possible' ? !/[\\{$]|``/.test(text) : !/[\\{$~]|``|--/.test(text)) return text;
  return new TexReader(text, formulas, certainty === 'certain').read();
}

class TexReader {
  /** where the brace that opens at a place closes */
  private readonly closing = new Map<number, number>();
  /** Without signs of TeX, "--" is a dash between two clauses as people type it. */
  private readonly hasSigns: boolean;
  private depth = 0;

  private readonly text: string;
  private readonly formulas: Formulas;
  private readonly isTex: boolean;

  constructor(text: string, formulas: Formulas, isTex: boolean) {
    this.text = text;
    this.formulas = formulas;
    this.isTex = isTex;
    this.hasSigns = /[\\{$]/.test(text);
    const open: number[] = [];
    for (const { 0: token, index } of text.matchAll(/\\.|[{}]/gs)) {
      if (token === '{') open.push(index);
      else if (token === '}') {
        const at = open.pop();
        if (at !== undefined) this.closing.set(at, index);
      }
    }
  }

  read(): string {
    return this.range(0, this.text.length);
  }

  private range(start: number, end: number): string {
    let read = '';
    let at = start;
    while (at < end) {
      const next = this.element(at, end, read.slice(-10));
      read += next.text;
      at = next.end;
    }
    return read;
  }

  /** What begins at a place. `before` is the end of what was read before. */
  private element(at: number, end: number, before: string): { text: string; end: number } {
    const { text } = this;
    const character = text[at] ?? '';
    if (character === '$' || (character === '\\' && /[([]/.test(text[at + 1] ?? ''))) {
      const found = formulaAt(text, at);
      if (found !== null && found.end <= end) return this.formula(found, end);
    }
    if (character === '{') return this.group(at);
    if (character === '\\') return this.command(at, end, before);
    const ligature = /^(?:--+|``[^`']{1,300}'')/.exec(text.slice(at, at + 310))?.[0];
    if (ligature?.startsWith('`'))
      return { text: `“${this.range(at + 2, at + ligature.length - 2)}”`, end: at + ligature.length };
    if (
      ligature &&
      (this.isTex ||
        (this.hasSigns &&
          /[\p{L}\p{N})]{2}$/u.test(before) &&
          /^[\p{L}\p{N}($\\{]/u.test(text.slice(at + ligature.length, end))))
    )
      return { text: ligature === '--' ? '–' : ligature === '---' ? '—' : ligature, end: at + ligature.length };
    if (ligature) return { text: ligature, end: at + ligature.length };
    // a tie between two words
    if (
      character === '~' &&
      (this.isTex ||
        (this.hasSigns && /[\p{L}\p{N}.)]$/u.test(before) && /^[\p{L}\p{N}($\\{]/u.test(text.slice(at + 1, end))))
    )
      return { text: ' ', end: at + 1 };
    const plain = /^[^\\{$`~-]+|^./su.exec(text.slice(at, end))?.[0] ?? character;
    return { text: plain, end: at + plain.length };
  }

  private formula({ source, formula, end: after }: NonNullable<ReturnType<typeof formulaAt>>, end: number) {
    const shown = this.formulas === 'as text' ? formula.text : null;
    // indexes keep the text of a formula's MathML behind its TeX
    const isDoubled = this.text.slice(after - 2, after) === '$$';
    const again = isDoubled ? repetition(lettersOf(source), this.text.slice(after, end)) : 0;
    // TeX ignores spaces, and "a<b>c" would be markup
    const kept = source.replace(/<(\/?(?:i|b|su[bp]))>/g, '< $1 >');
    return { text: shown ?? `$${kept}$`, end: after + again };
  }

  private group(at: number): { text: string; end: number } {
    const end = this.closing.get(at);
    if (end === undefined || this.depth >= MAX_DEPTH) return { text: '{', end: at + 1 };
    const content = this.text.slice(at + 1, end);
    const words = content.replace(/\$[^$]*\$/g, 'x');
    const isWhole = at === 0 && end === this.text.length - 1;
    const isSet = !isWhole && (SET.test(words) || !/[\p{L}\\]/u.test(words));
    const touches = /\p{L}/u.test(this.text[at - 1] ?? '') || /\p{L}/u.test(this.text[end + 1] ?? '');
    const isText = BARE_SIGN.test(words) || (isSet && !(touches && /^\d+$/.test(words)));
    this.depth += 1;
    const [, change] = SWITCH.exec(content) ?? [];
    const inner = this.range(at + 1, end);
    this.depth -= 1;
    if (isText && !this.isTex) return { text: `{${inner}}`, end: end + 1 };
    return { text: change === undefined ? inner : styled(STYLES.get(change) ?? null, inner), end: end + 1 };
  }

  private command(at: number, end: number, before: string): { text: string; end: number } {
    const { text } = this;
    const accent = accentAt(text, at);
    if (accent !== null && accent.end <= end) return { text: accent.letter, end: accent.end };
    COMMAND.lastIndex = at;
    const [whole = '', name = ''] = COMMAND.exec(text) ?? [];
    if (whole === '') return signAt(text[at + 1] ?? '', at, before);
    const after = at + whole.length;
    if (name === 'ensuremath' && text[after] === '{') return this.ensured(after);
    if (STYLES.has(name) || DROPPED.has(name)) return this.styledCommand(name, at, after);
    const symbol = TEXT_SYMBOLS.get(name) ?? SYMBOLS.get(name);
    if (symbol === undefined) return this.unknown(whole, after);
    if (text.startsWith('{}', after)) return { text: symbol, end: after + 2 };
    // TeX drops the space behind a command: "\ss e" is part of a word
    const isLetter = TEXT_SYMBOLS.has(name) && /^\p{L}$/u.test(symbol);
    const [space = ''] = isLetter ? (/^\s+(?=\p{Ll})/u.exec(text.slice(after, after + 50)) ?? []) : [];
    return { text: symbol, end: after + space.length };
  }

  /** Keeps a command with its arguments; of certain TeX only these. */
  private unknown(command: string, after: number): { text: string; end: number } {
    let kept = this.isTex ? '' : command;
    let at = after;
    for (
      let close = this.closing.get(at);
      close !== undefined && this.depth < MAX_DEPTH;
      close = this.closing.get(at)
    ) {
      this.depth += 1;
      const argument = this.range(at + 1, close);
      kept += this.isTex ? argument : `{${argument}}`;
      this.depth -= 1;
      at = close + 1;
    }
    return { text: kept, end: at };
  }

  private styledCommand(name: string, at: number, after: number): { text: string; end: number } {
    const start = /^\s*\{/.exec(this.text.slice(after, after + 10))?.[0].length ?? 0;
    const open = after + start - 1;
    const end = start === 0 ? undefined : this.closing.get(open);
    // a switch, as in "{\em so}", or a command without its text
    if (end === undefined || this.depth >= MAX_DEPTH) {
      const [space = ''] = /^\s*/.exec(this.text.slice(after)) ?? [];
      return SWITCH.test(`\\${name}`) || name === 'protect' || name === 'relax'
        ? { text: '', end: after + space.length }
        : { text: this.text.slice(at, after), end: after };
    }
    if (DROPPED.has(name)) return { text: '', end: end + 1 };
    this.depth += 1;
    const inner = this.range(open + 1, end);
    this.depth -= 1;
    return { text: styled(STYLES.get(name) ?? null, inner), end: end + 1 };
  }

  /** "\ensuremath{…}" is a formula within text. */
  private ensured(open: number): { text: string; end: number } {
    const close = this.closing.get(open);
    const source = close === undefined ? null : `$${this.text.slice(open + 1, close).trim()}$`;
    const found = source === null ? null : formulaAt(source, 0);
    if (close === undefined || found === null) return { text: '\\ensuremath', end: open };
    return { text: this.formula(found, 0).text, end: close + 1 };
  }
}

function styled(style: Style | null, text: string): string {
  return style === null || text.trim() === '' ? text : `<${style}>${text}</${style}>`;
}

/** A backslash with a sign behind it. */
function signAt(sign: string, at: number, before: string): { text: string; end: number } {
  const isBehindWord = /\S$/.test(before);
  if (/[&%#_${}]/.test(sign)) return { text: sign, end: at + 2 };
  if (sign === '\\') return { text: ' ', end: at + 2 };
  if (isBehindWord && /[\s,;:]/.test(sign)) return { text: ' ', end: at + 2 };
  if (isBehindWord && /[-/!@]/.test(sign)) return { text: '', end: at + 2 };
  return { text: '\\', end: at + 1 };
}

/** The letters, digits and Greek letters of a formula, in the order of TeX. */
function lettersOf(source: string): string {
  return source
    .replace(/\\([A-Za-z]+)\s*/g, (_, name: string) => SYMBOLS.get(name) ?? '')
    .replace(/[^\p{L}\p{N}=+<>]/gu, '');
}

/** How much of a text repeats these letters, with any spaces between them; 0 if it does not. */
function repetition(letters: string, text: string): number {
  let at = 0;
  for (const letter of letters) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (text.slice(at, at + letter.length) !== letter) return 0;
    at += letter.length;
  }
  // one letter may begin a word
  return letters.length < 2 && /^[\p{L}\p{N}]/u.test(text.slice(at)) ? 0 : at;
}
