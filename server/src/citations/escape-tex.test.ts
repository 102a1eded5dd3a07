import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FUNCTIONS, MATH_ACCENTS, SYMBOLS } from '../sources/markup/math-symbols.ts';
import { escapeTex, texTitle } from './escape-tex.ts';
import { cleanTitle } from './make-item.ts';

it.each([
  // the first word, and words with one capital letter in titles with many
  ['Deep Learning of Sea Ice', 'Deep Learning of Sea Ice'],
  // acronyms and mixed case
  ['DNA-binding mRNA of the McDonald iPhone in 2D', '{DNA}-binding {mRNA} of the {McDonald} {iPhone} in {2D}'],
  // names in a title with few capital letters, but not the beginning of a subtitle
  [
    'Melting of the Greenland ice sheet: Causes and effects',
    'Melting of the {Greenland} ice sheet: Causes and effects',
  ],
  ['Effects of Vitamin C on A Group', 'Effects of Vitamin {C} on A Group'],
  ['A STUDY OF GLACIERS', 'A STUDY OF GLACIERS'],
  ['Новая теория ЭВМ', 'Новая теория {ЭВМ}'],
  [
    '100% of {x & y_z} ~ #1 ^ \\ } {',
    '100\\% of \\textbraceleft{}x \\& y\\_z\\textbraceright{} \\textasciitilde{} \\#1 \\textasciicircum{} \\textbackslash{} \\textbraceright{} \\textbraceleft{}',
  ],
  ['a--b', 'a-{}-b'],
  ['From $5 and $6 to $7', 'From \\$5 and \\$6 to \\$7'],
  ['Bounds of $O(n^{2})$ and $\\alpha_1$', 'Bounds of {$O(n^{2})$} and {$\\alpha_1$}'],
  ['Of $$ x_{\\mathrm{max}} $$ and \\(y\\)', 'Of {$x_{\\mathrm{max}}$} and {$y$}'],
  // BibTeX counts "\{" as a brace, and LaTeX takes a command without braces for its name alone
  [
    'A $\\} \\mathcal{X}$, url = "x" $\\left\\{\\mathcal X\\right.$',
    'A {$\\rbrace  \\mathcal{X}$}, url = "x" {$\\left\\lbrace \\mathcal X\\right.$}',
  ],
  ['$\\hat\\mathcal{X}$ of $x^\\cong\\mathbb R$', '{$\\hat{\\mathcal{X}}$} of {$x^{\\cong}\\mathbb R$}'],
  [
    '$\\not\\subset\\mathcal X$ of $\\text{für é}\\mathcal X é α$',
    '{$\\not\\subset\\mathcal X$} of {$\\text{für é}\\mathcal X \\mbox{é} \\alpha$}',
  ],
  // what is left out must not join what is around it
  ['$\\mathcal X\\in\\limits put \\sum\\limits_1$', '{$\\mathcal X\\in put \\sum\\limits_1$}'],
  [
    'Of 10¹² H₂O in α-decay → β',
    'Of 10\\textsuperscript{12} {H\\textsubscript{2}O} in {$\\alpha$}-decay {$\\to$} {$\\beta$}',
  ],
  ['Η θεωρία του Σ', 'Η θεωρία του {Σ}'],
  ['{M}any \\textbf{bold} \\textsc{Small} caps', 'Many \\textbf{bold} {Small} caps'],
  [
    'Reading $\\input{x}$ and $a^^5c$ and $x^a^b$',
    'Reading \\$\\textbackslash{}input\\textbraceleft{}x\\textbraceright{}\\$ and \\$a\\textasciicircum{}\\textasciicircum{}5c\\$ and ' +
      '\\$x\\textasciicircum{}a\\textasciicircum{}b\\$',
  ],
  ['An open $\\frac{1$ brace', 'An open \\$\\textbackslash{}frac\\textbraceleft{}1\\$ brace'],
  ['H<sub>2</sub>O in <em>E. coli</em><b>', 'H\\textsubscript{2}{O} in \\textit{E. coli}'],
  [
    'Sums <mml:math><mml:mi>x</mml:mi></mml:math> for p < 0.05 and vector<int>',
    'Sums x for p \\textless{} 0.05 and vector\\textless{}int\\textgreater{}',
  ],
  ['Schr\\"odinger and \\v{C}ech, Erd\\H{o}s, Ha\\~{n}a, na\\"{\\i}ve', 'Schrödinger and Čech, Erdős, Haña, naïve'],
  ['Line\none\u0000\u2028two \ud800', 'Line one two \ufffd'],
])('%s', (title, expected) => {
  expect(texTitle(cleanTitle(title))).toBe(expected);
});

/** Parts of words of TeX, so that they also come together by accident. */
const TEX_PARTS = [
  ...[
    '\\',
    '\\\\',
    '{',
    '}',
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '%',
    '%\n',
    '\n',
    ' ',
    '^',
    '^^',
    '_',
    '#1',
    '&',
    '~',
    '|',
  ],
  ...[
    'in',
    'put',
    '\\input',
    '\\in',
    '\\csname',
    '\\endcsname',
    '\\write18',
    '\\openout3=x',
    '\\def\\a',
    '\\char92',
    '5c',
    '^^5c',
  ],
  ...[
    '\\alpha',
    '\\frac',
    '\\sqrt',
    '\\left',
    '\\right',
    '\\text',
    '\\mathrm',
    '\\textbf',
    '\\mbox',
    '\\ensuremath',
    '\\not',
    '\\bar',
  ],
  ...[
    '\\left(',
    '\\right)',
    '\\{',
    '\\}',
    '\\limits',
    '\\mathcal X',
    'x',
    '2',
    '{x}',
    '<i>',
    '</i>',
    '<sub>',
    '</sub>',
    'secret',
    '\\end{document}',
    '\u00b2',
    'β',
    '"',
    "'",
    '`',
  ],
];
/** The commands of mathematics with arguments, and those that write a sign of a text. */
const WITH_ARGUMENTS = (
  'mathrm mathit mathbf mathsf mathtt mathnormal boldsymbol bm operatorname pmb rm it bf mathcal mathscr mathfrak mathbb text textrm textit textbf ' +
  'textsf textnormal mbox displaystyle textstyle scriptstyle limits nolimits quad qquad thinspace frac dfrac tfrac binom stackrel overset underset ' +
  'sqrt overrightarrow overleftarrow overbrace underbrace left right not big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl ' +
  'Biggr Biggm textsubscript textsuperscript textbackslash textbraceleft textbraceright textasciicircum textasciitilde textless textgreater textbar'
).split(' ');
const HARMLESS = new Set([...WITH_ARGUMENTS, ...SYMBOLS.keys(), ...FUNCTIONS, ...MATH_ACCENTS.keys()]);

it('writes only commands of mathematics and text, with braces in pairs, whatever the title', () => {
  expect(
    [...HARMLESS].filter((word) =>
      /^(?:in(?:put|clude)|open|read|write|csname|def|let|catcode|special|pdf|end$)/.test(word),
    ),
  ).toEqual([]);
  const title = fc.array(fc.constantFrom(...TEX_PARTS), { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(title, (text) => {
      for (const written of [texTitle(cleanTitle(text)), escapeTex(text)]) {
        const words = written.match(/(?<!\\)(?:\\\\)*\\[A-Za-z]+/g) ?? [];
        expect(words.filter((word) => !HARMLESS.has(word.replace(/^\\+/, '')))).toEqual([]);
        const signs = written.replace(/\\[^A-Za-z]/g, '');
        expect(signs).not.toMatch(/\^\^|[%#&~]/);
        expect(signs.split('$').length % 2).toBe(1);
        let depth = 0;
        // as BibTeX counts, also behind a backslash
        for (const [brace] of written.matchAll(/[{}]/g)) {
          depth += brace === '{' ? 1 : -1;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
      }
    }),
  );
});
