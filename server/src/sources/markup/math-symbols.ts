/**
 * Commands of TeX's mathematics (TeX, LaTeX and amssymb) that stand for one character. Where two stand for the same
 * one, the first is written.
 */
const NAMED =
  'alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π varpi ϖ ' +
  'rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π ' +
  'Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω ell ℓ hbar ℏ hslash ℏ Re ℜ Im ℑ aleph ℵ wp ℘ imath ı jmath ȷ partial ∂ nabla ∇ infty ∞ emptyset ∅ ' +
  'varnothing ∅ forall ∀ exists ∃ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ degree ° prime ′ surd √ sum ∑ prod ∏ coprod ∐ int ∫ oint ∮ ' +
  'pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ ' +
  'wr ≀ diamond ⋄ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger † ddagger ‡ amalg ⨿ triangle △ square □ Box □ rtimes ⋊ ltimes ⋉ ' +
  'leq ≤ le ≤ geq ≥ ge ≥ leqslant ⩽ geqslant ⩾ neq ≠ ne ≠ ll ≪ gg ≫ prec ≺ succ ≻ preceq ⪯ succeq ⪰ sim ∼ simeq ≃ approx ≈ cong ≅ ' +
  'equiv ≡ propto ∝ asymp ≍ doteq ≐ lesssim ≲ gtrsim ≳ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ sqsubset ⊏ sqsubseteq ⊑ in ∈ ni ∋ notin ∉ ' +
  'perp ⊥ parallel ∥ mid ∣ nmid ∤ vdash ⊢ dashv ⊣ models ⊨ bowtie ⋈ ' +
  'to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ implies ⇒ uparrow ↑ downarrow ↓ ' +
  'updownarrow ↕ mapsto ↦ hookrightarrow ↪ longrightarrow ⟶ longleftarrow ⟵ leadsto ⇝ rightleftharpoons ⇌ nearrow ↗ searrow ↘ ' +
  'langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } lbrack [ rbrack ] vert | lvert | rvert | Vert ‖ lVert ‖ rVert ‖ ' +
  'ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯ colon : lt < gt > backslash \\';

/** Each command without its backslash, and its character. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map(
  NAMED.match(/\S+ \S+/g)?.map((pair): [string, string] => [pair.slice(0, -2), pair.slice(-1)]),
);

/** Names of functions, which TeX writes upright. */
export const FUNCTIONS = new Set(
  (
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min mod bmod Pr sec sin sinh ' +
    'sup tan tanh'
  ).split(' '),
);

/** Accents over one letter, as combining characters. */
export const MATH_ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grave: '\u0300',
    acute: '\u0301',
    hat: '\u0302',
    widehat: '\u0302',
    tilde: '\u0303',
    widetilde: '\u0303',
    bar: '\u0304',
    overline: '\u0305',
    breve: '\u0306',
    dot: '\u0307',
    ddot: '\u0308',
    mathring: '\u030a',
    check: '\u030c',
    vec: '\u20d7',
    underline: '\u0332',
  }),
);

/** Signs that readers of BibTeX know as commands, besides Greek letters. */
const KNOWN_SIGNS = '→←↔⇒⇔≤≥≠≈∼≃≡≅∝≪≫∈⊂⊆∪∩∓⋅∗∘∞∂∇∑∏∫√ℓ⊗⊕∧∨∀∃∉⩽⩾≲≳↦⟨⟩';
const COMMANDS: ReadonlyMap<string, string> = new Map(
  [...SYMBOLS]
    .reverse()
    .filter(([, sign]) => /\p{sc=Greek}/u.test(sign) || KNOWN_SIGNS.includes(sign))
    .map(([command, sign]) => [sign, command]),
);
const WRITTEN = new RegExp(`[${[...COMMANDS.keys()].join('')}]`, 'gu');
/** The signs that fonts for text have, too. */
const OF_TEXT = /[ -\u017f\u2010-\u203a]/;

/** Whether a sign can be part of a text: `writeSymbols` makes it a formula again, or it needs none. */
export function canBeText(sign: string): boolean {
  return COMMANDS.has(sign) || OF_TEXT.test(sign);
}

/** The command that stands for a sign, without its backslash, if readers of BibTeX know it. */
export function commandFor(sign: string): string | undefined {
  return COMMANDS.get(sign);
}

/**
 * Writes Greek letters, arrows and other signs of mathematics as TeX formulas, because fonts for text do not have them.
 */
export function writeSymbols(text: string): string {
  return text.replace(WRITTEN, (sign) => `{$\\${COMMANDS.get(sign)}$}`);
}
