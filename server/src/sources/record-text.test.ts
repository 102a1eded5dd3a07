import { describe, expect, it } from 'vitest';
import { readAbstract, readText, readTitle } from './record-text.ts';

const math = (content: string) => `<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">${content}</mml:math>`;

describe('a title', () => {
  it.each([
    ['H<sub>2</sub>O', 'H₂O'],
    ['A<jats:italic toggle="yes">B</jats:italic>C', 'ABC'],
    ['when p < 0.05 and q > 3', 'when p < 0.05 and q > 3'],
    ['a<b and c>d', 'a<b and c>d'],
    ['p &lt; 0.05', 'p < 0.05'],
    ['Lists as vector<int> in memory', 'Lists as vector<int> in memory'],
    ['&lt;i&gt;E. coli&lt;/i&gt; &amp;amp; more', 'E. coli & more'],
    ['Of 10&amp;lt;sup&amp;gt;9&amp;lt;/sup&amp;gt; cells', 'Of 10⁹ cells'],
    ['AT&T; R&D & co', 'AT&T; R&D & co'],
    ['Caf&eacute; &#233; &#xe9;', 'Café é é'],
    ['New<br/>\n   line', 'New line'],
    ['A <fn id="n">note</fn>, a <!-- comment --> and <![CDATA[a text]]>', 'A note, a and a text'],
    ['Is x <y> or </y>', 'Is x <y> or </y>'],
    ['One <b>never closed title', 'One never closed title'],
    ['e\u0301tude of soft\u00adware and \u200bice', 'étude of software and ice'],
    ['&#0;x', '\ufffdx'],
  ])('%j in HTML is %j', (written, title) => expect(readTitle(written)).toBe(title));

  it.each([
    ['Storing 10<sup>15</sup> bytes', 'Storing 10¹⁵ bytes'],
    ['Doses of 10 <sup>−3</sup> mol', 'Doses of 10⁻³ mol'],
    ['Doses of 10<sup>\u20103</sup> mol', 'Doses of 10⁻³ mol'],
    ['La <sub>2−x</sub> Sr <sub>x</sub> CuO <sub>4</sub> films', 'La₂₋ₓSrₓCuO₄ films'],
    ['CO <sub>2</sub> NO <sub>2</sub>', 'CO₂ NO₂'],
    ['A 3<sup><i>n</i>+1</sup> bound', 'A 3ⁿ⁺¹ bound'],
    ['Gates with V<sub>DD</sub> and T<sub>max</sub>', 'Gates with V_(DD) and Tₘₐₓ'],
    ['Bounds of n<sup>log(q)</sup>', 'Bounds of n^(log(q))'],
    ['Splitting H <sub>2</sub> O with Al <sub>2</sub> O <sub>3</sub> films', 'Splitting H₂O with Al₂O₃ films'],
    ['CO <sub>2</sub> Capture In Water', 'CO₂ Capture In Water'],
    ['N <sub>2</sub> As a Probe', 'N₂ As a Probe'],
    ['Ca <sup>2+</sup> waves in <sup>13</sup>C labelled cells', 'Ca²⁺ waves in ¹³C labelled cells'],
    ['Ages of <sup>14</sup> C samples', 'Ages of ¹⁴C samples'],
    ['Trade in the 19<sup>th</sup> century', 'Trade in the 19th century'],
    ['Le commerce au XIX<sup>e</sup> siècle', 'Le commerce au XIXe siècle'],
    ['Decays of D<sup>*</sup> mesons', 'Decays of D* mesons'],
    ['The Frostmeter<sup>TM</sup> sensor', 'The Frostmeter™ sensor'],
  ])('%j keeps its exponents as in %j', (written, title) => expect(readTitle(written)).toBe(title));

  it.each([
    [
      `Waves in${math('<mml:mi>k</mml:mi>')}-space and${math('<mml:mi>q</mml:mi>')}space`,
      'Waves in k-space and q space',
    ],
    [`The ${math('<mml:mi>n</mml:mi>')}th root`, 'The nth root'],
    [`The ${math('<mml:mi>μ</mml:mi>')}Frost benchmark`, 'The μFrost benchmark'],
    ['Genes of<i>Arabidopsis thaliana</i>in spring', 'Genes of Arabidopsis thaliana in spring'],
    ['Wings of<i>Drosophila</i>and bees', 'Wings of Drosophila and bees'],
    ['On <i>N</i>-acetyl groups of micro<i>RNA</i>s', 'On N-acetyl groups of microRNAs'],
    ['<b>D</b>eep learning', 'Deep learning'],
    ['Role of<i>FROST1</i>in ice and pre<i>RNA</i>', 'Role of FROST1 in ice and preRNA'],
    ['Of<i>Escherichia coli</i>O157 strains', 'Of Escherichia coli O157 strains'],
    ['K<sup>+</sup>channels and Ca<sup>2+</sup>-binding', 'K⁺ channels and Ca²⁺-binding'],
  ])('%j has its words apart as in %j', (written, title) => expect(readTitle(written)).toBe(title));

  it.each([
    [`${math('<mml:mi>α</mml:mi>')}-decay`, 'α-decay'],
    [
      `Jets at ${math('<mml:msqrt><mml:mi>s</mml:mi></mml:msqrt><mml:mo>=</mml:mo><mml:mn>8</mml:mn>')} TeV`,
      'Jets at √s=8 TeV',
    ],
    [
      `At ${math('<mml:msqrt><mml:msub><mml:mi>s</mml:mi><mml:mrow><mml:mi>N</mml:mi><mml:mi>N</mml:mi></mml:mrow></mml:msub></mml:msqrt>')}`,
      'At √s_(NN)',
    ],
    [
      `A ${math('<mml:mn>3</mml:mn><mml:mo>×</mml:mo><mml:msup><mml:mn>10</mml:mn><mml:mrow><mml:mo>-</mml:mo><mml:mn>4</mml:mn></mml:mrow></mml:msup>')} limit`,
      'A 3×10⁻⁴ limit',
    ],
    [
      `Rates of ${math('<mml:mfrac><mml:mn>1</mml:mn><mml:mrow><mml:mi>n</mml:mi><mml:mo>+</mml:mo><mml:mn>1</mml:mn></mml:mrow></mml:mfrac>')}`,
      'Rates of 1/(n+1)',
    ],
    [
      `Spectra of ${math('<mml:mmultiscripts><mml:mi>U</mml:mi><mml:mprescripts/><mml:none/><mml:mn>238</mml:mn></mml:mmultiscripts>')}`,
      'Spectra of ²³⁸U',
    ],
    [`Mixing of ${math('<mml:mover><mml:mi>B</mml:mi><mml:mo>¯</mml:mo></mml:mover>')}`, 'Mixing of B̄'],
    [
      `In ${math('<mml:mi>n</mml:mi><mml:mi>log</mml:mi><mml:mi>n</mml:mi><mml:mo>⁡</mml:mo>')} steps`,
      'In n log n steps',
    ],
    [
      `Decays ${math('<mml:semantics><mml:mrow><mml:mi>K</mml:mi><mml:mo>→</mml:mo><mml:mi>π</mml:mi></mml:mrow><mml:annotation encoding="application/x-tex">K \\to \\pi</mml:annotation></mml:semantics>')}`,
      'Decays K→π',
    ],
    [
      `Of <jats:inline-formula><jats:alternatives><jats:tex-math>$$K^+$$</jats:tex-math>${math('<mml:msup><mml:mi>K</mml:mi><mml:mo>+</mml:mo></mml:msup>')}</jats:alternatives></jats:inline-formula> decays`,
      'Of K⁺ decays',
    ],
    ['On <formula formulatype="inline"><tex Notation="TeX">$k$</tex></formula>-means', 'On k-means'],
    ['Of <inline-formula><tex-math>x^{3}</tex-math></inline-formula> terms', 'Of x³ terms'],
    [
      '<tex-math>\\documentclass[12pt]{minimal} \\begin{document}$$\\sqrt{x}$$\\end{document}</tex-math> of ice',
      '$\\sqrt{x}$ of ice',
    ],
    [
      'Search for $$K^0$$ K 0 decays and the $$q$$ q -series',
      'Search for K⁰ decays and the q-series'.replace('q-', 'q -'),
    ],
  ])('%j in MathML is %j', (written, title) => expect(readTitle(written)).toBe(title));

  it.each([
    ['{T}he {ESA} and {\\"O}stersund \\& {N}orth', 'The ESA and Östersund & North'],
    ["Caf\\'{e} in Gar\\c{c}on, na\\\"{\\i}ve, {\\v C}esk\\'y", 'Café in Garçon, naïve, Český'],
    ['Fu{\\ss}weg, Gro\\ss e, {\\O}re, {\\AA}s, {\\L}ukas', 'Fußweg, Große, Øre, Ås, Łukas'],
    ['Genes of \\textit{E. coli} and {\\em B. subtilis}', 'Genes of E. coli and B. subtilis'],
    ['\\textsc{Frost}: \\texttt{ice} in \\LaTeX{} and \\TeX', 'Frost: ice in LaTeX and TeX'],
    ['H$_2$O and CO$_{2}$ on \\textsuperscript{13}C', 'H₂O and CO₂ on ¹³C'],
    ['$\\alpha$-decay and $\\beta^-$ at $90^\\circ$', 'α-decay and β⁻ at 90°'],
    ['Sorting in $O(n \\log n)$ and $n\\leq 10^6$', 'Sorting in O(n log n) and n ≤ 10⁶'],
    ['$K \\to \\pi\\nu$ of $\\bar{B}$ at \\(5\\,\\mathrm{GeV}\\)', 'K → πν of $\\bar{B}$ at 5 GeV'],
    [
      'On $\\mathbb{R}^n$ and $\\mathcal{N}=2$ and $\\bar{x}_{ij}$',
      'On $\\mathbb{R}^n$ and $\\mathcal{N}=2$ and $\\bar{x}_{ij}$',
    ],
    ['At $$ \\sqrt{s_{\\mathrm{NN}}}=5 $$ TeV', 'At $\\sqrt{s_{\\mathrm{NN}}}=5$ TeV'],
    ["{N}avier--{S}tokes flows and ``cold'' ice", 'Navier–Stokes flows and “cold” ice'],
    ["Erd{\\H{o}}s--R{\\'e}nyi graphs of {Lund}~and~Berg", 'Erdős–Rényi graphs of Lund and Berg'],
    ['Stars at $\\sim$100 pc and $z=$0.5', 'Stars at ∼100 pc and z=0.5'],
    ['On $\\ell_1$ and $\\ell ^p$ norms of $A\\otimes B$', 'On ℓ₁ and ℓᵖ norms of A⊗B'],
    ['{\\textless}i{\\textgreater}E. coli{\\textless}/i{\\textgreater} in ice', 'E. coli in ice'],
    ['H$\\less$sub$\\greater$2$\\less$/sub$\\greater$O of $<$i$>$E. coli$<$/i$>$', 'H₂O of E. coli'],
    ['{{A Whole Title, in Braces}}', 'A Whole Title, in Braces'],
    ['A title\\footnote{By somebody.} of \\emph{ice}\\thanks{Nobody}', 'A title of ice'],
  ])('%j in TeX is %j', (written, title) => expect(readTitle(written)).toBe(title));

  it.each([
    'On {0,1}-matrices and {a, b}-trees',
    'From $5 and $6 to $7, or US$ and A$',
    'From US$5–US$10 to A$5',
    'Reading $\\input{a}$5 and $x\\write18$1',
    'Set differences A \\ B and the command \\foo{bar}',
    'Costs of $5 for ice and snow$',
    'The set {x & y_z} and an open { brace here',
    'The C-- language, git --force and Snow--A Study',
    'Reading $\\input{/etc/passwd}$ and $\\def\\x{1}$ and $a^^5c$',
    'An open $\\frac{1$ brace',
  ])('%j is no TeX', (written) => expect(readTitle(written)).toBe(written));

  it.each([null, undefined, 5, {}, ['a'], '', '<b></b>'])('%j is no title', (written) =>
    expect(readTitle(written)).toBeNull(),
  );
});

it('other texts are not read as TeX, because identifiers have its signs, too', () =>
  expect(readText('10.1000/a--b_{c}\\_d', 100)).toBe('10.1000/a--b_{c}\\_d'));

it('an abstract is read like a title, line by line', () =>
  expect(readAbstract('<jats:p>Of 10<jats:sup>3</jats:sup> and $x_1$.</jats:p><jats:p>Two.</jats:p>')).toBe(
    'Of 10³ and x₁.\nTwo.',
  ));
