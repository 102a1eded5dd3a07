/** Unicode's characters for superscripts and subscripts, each after the character that it raises or lowers. */
const PAIRS = {
  sup:
    '0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻–⁻‐⁻‑⁻=⁼(⁽)⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻ' +
    'AᴬBᴮDᴰEᴱGᴳHᴴIᴵJᴶKᴷLᴸMᴹNᴺOᴼPᴾRᴿTᵀUᵁVⱽWᵂβᵝγᵞδᵟϕᵠφᵠχᵡθᶿ',
  sub: '0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋−₋–₋‐₋‑₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓβᵦγᵧρᵨφᵩϕᵩχᵪ',
};
/** Signs that are small and raised as they are, in pairs like the others. */
const RAISED = '**∗*††‡‡′′″″°°®®™™±±∓∓';
const ORDINAL = /^(?:st|nd|rd|th|er|ère|e|è?me)$/;

const mapOf = (pairs: string) =>
  new Map([...pairs].flatMap((character, at, all) => (at % 2 === 0 ? [[character, all[at + 1] ?? ''] as const] : [])));
const SCRIPTS = {
  sup: mapOf(PAIRS.sup + RAISED),
  sub: mapOf(PAIRS.sub),
};
const DOWN = {
  sup: new Map([...mapOf(PAIRS.sup)].reverse().map(([plain, raised]) => [raised, plain])),
  sub: new Map([...mapOf(PAIRS.sub)].reverse().map(([plain, lowered]) => [lowered, plain])),
};
const RUNS = {
  sup: new RegExp(`[${[...DOWN.sup.keys()].join('')}]+`, 'gu'),
  sub: new RegExp(`[${[...DOWN.sub.keys()].join('')}]+`, 'gu'),
};

/** A text as superscript or subscript characters of Unicode; null if one of its characters has none. */
export function inUnicode(kind: 'sup' | 'sub', text: string): string | null {
  if (kind === 'sup' && text === '∘') return '°';
  let script = '';
  for (const character of text.replaceAll(' ', '')) {
    const small = SCRIPTS[kind].get(character);
    if (small === undefined) return null;
    script += small;
  }
  return script;
}

/**
 * A superscript or subscript behind the text `before`, as plain text: "⁶" where Unicode has it, else "^(…)". "th" stays
 * as it is behind a number.
 */
export function scriptText(kind: 'sup' | 'sub', text: string, before: string): string {
  if (text.trim() === '') return '';
  if (kind === 'sup' && ORDINAL.test(text) && (/\d$/.test(before) ? text !== 'e' : /[IVX]$/.test(before))) return text;
  if (kind === 'sup' && text === 'TM') return '™';
  return inUnicode(kind, text) ?? `${kind === 'sup' ? '^' : '_'}(${text})`;
}

/** Replaces the superscript and subscript characters of a text by what `write` makes of their plain characters. */
export function replaceScripts(text: string, write: (kind: 'sup' | 'sub', plain: string) => string): string {
  const plain = (kind: 'sup' | 'sub', run: string) => [...run].map((one) => DOWN[kind].get(one) ?? one).join('');
  return text
    .replace(RUNS.sup, (run) => write('sup', plain('sup', run)))
    .replace(RUNS.sub, (run) => write('sub', plain('sub', run)));
}
