/** A name as it is written in one script. */
export interface NameForm {
  readonly script: string;
  /** without the brackets and slashes that separate the forms: "王磊" of "Lei Wang (王磊)" */
  readonly text: string;
}

/** The scripts that are distinguished, by their names in Unicode. Letters of all other scripts count as one script. */
const SCRIPTS = (
  'Latin Han Hangul Cyrillic Greek Arabic Hebrew Armenian Georgian Thai Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam ' +
  'Sinhala Lao Khmer Myanmar Ethiopic Tibetan Mongolian'
)
  .split(' ')
  .map((script) => [script, new RegExp(`^\\p{sc=${script}}`, 'u')] as const);
const KANA = /^(?:\p{scx=Hiragana}|\p{scx=Katakana})/u;
const ANOTHER_SCRIPT = /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u;
/** These scripts need no space beside letters of another one: "王磊Lei Wang". */
const UNSPACED = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}](?<=\\p{L})';
const WORD = new RegExp(`(?:${UNSPACED}\\p{M}*)+|(?:(?!${UNSPACED})\\p{L}\\p{M}*)+`, 'gu');
const SEPARATOR = /[()（）[\]［］【】〔〕「」『』<>《》{}/／|｜]/u;
/** A name may have one letter in these scripts. In others that is an initial: "J." in "J. 王". */
const SYLLABIC = /^(?:Han|Kana|Hangul)$/;

/**
 * Splits a name into its forms, one for each script: "Lei Wang (王磊)" is "Lei Wang" in Latin script and "王磊" in Han
 * characters. The Latin form comes first, the others follow in the order of the text. Kanji and kana between two
 * separators are one form, but kana alone are a reading, which is a form of its own. A word belongs to the script of
 * most of its letters. A name in one script stays as it is, with its parentheses: "Robert (Bob) Smith". Returns no form
 * if the text has no letter.
 */
export function splitForms(name: string): NameForm[] {
  const text = name.trim();
  if (!ANOTHER_SCRIPT.test(text)) return /\p{L}/u.test(text) ? [{ script: 'Latin', text }] : [];
  const forms = new Map<string, string[]>();
  for (const part of text.split(SEPARATOR)) {
    for (const run of runsOf(part)) forms.set(run.script, [...(forms.get(run.script) ?? []), run.text]);
  }
  if (forms.size === 1) return [...forms.keys()].map((script) => ({ script, text }));
  const all = [...forms].map(([script, runs]) => ({ script, text: runs.join(' ') }));
  const named = all.filter((form) => SYLLABIC.test(form.script) || /\p{L}\p{M}*\p{L}/u.test(form.text));
  return (named.length > 0 ? named : all).sort((a, b) => Number(b.script === 'Latin') - Number(a.script === 'Latin'));
}

/** The neighboring words of one script in a part of a name, with what stands between them. */
function runsOf(part: string): NameForm[] {
  const words = [...part.matchAll(WORD)];
  const hasHan = words.some(([word]) => scriptOf(word) === 'Han');
  const runs: { script: string; start: number; end: number }[] = [];
  for (const [at, { 0: word, index }] of words.entries()) {
    const written = scriptOf(word);
    const script = written === 'Kana' && hasHan ? 'Han' : written;
    const before = runs.at(-1);
    const end = words[at + 1]?.index ?? part.length;
    if (before?.script === script) before.end = end;
    else runs.push({ script, start: index, end });
  }
  return runs.map(({ script, start, end }) => ({
    script,
    text: part.slice(start, end).replace(/[\s,;:，、·・–—-]+$/u, ''),
  }));
}

/** The script of most letters of a word; the first one of several. */
function scriptOf(word: string): string {
  const counts = new Map<string, number>();
  for (const letter of word) {
    const script = KANA.test(letter) ? 'Kana' : SCRIPTS.find(([, sign]) => sign.test(letter))?.[0];
    const name = script ?? (/\p{sc=Common}|\p{sc=Inherited}/u.test(letter) ? null : 'other');
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // one Chinese character makes a word with kana a Japanese name
  if (counts.has('Han')) return 'Han';
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'Latin';
}
