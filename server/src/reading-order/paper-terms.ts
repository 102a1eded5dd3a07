import type { FeaturePart } from './parts.ts';

/** What is known of a publication. */
export interface Paper {
  readonly title: string;
  /** names, separated by commas */
  readonly authorText: string | null;
  readonly venueText: string | null;
  readonly abstract: string | null;
  /** the publication's own ids as `references` have them: DOIs and OpenAlex works */
  readonly workIds: readonly string[];
  readonly references: readonly string[];
}

/** A feature of a publication. */
interface Term {
  /** equal for equal features; unique among all parts */
  readonly key: string;
  /** as the publication writes it; null for works */
  readonly text: string | null;
  readonly count: number;
}

const MAX_TERMS = 400;
const WORD = /[\p{L}\p{N}]+/gu;
/** Words that say nothing about the topic of a paper. Rare ones look important in a small library. */
const STOP_WORDS = new Set(
  `about above across after again against all almost along also although among and another any are around because been before being below between both but can cannot could
  did does doing done during each either even ever every few for found from further get had has have having here how however into its itself less like made make many may might
  more most much must near neither new nor not now off often once one only other otherwise our out over own per perhaps present presented propose proposed rather recent recently
  result results same several shall should show showed shown shows since some still study such than that the their them then there thereby therefore these they this those three
  through thus together too toward towards two under until upon use used uses using various very via was well were what when where whereas whether which while who whose will
  with within without would yet you paper papers work works we us it is in on of to as at by an be or if so do no`.split(
    /\s+/,
  ),
);

/** The terms of each part of a publication. */
export function termsOf(paper: Paper): Record<FeaturePart, Term[]> {
  return {
    people: peopleOf(paper.authorText ?? ''),
    words: wordsOf(`${paper.title} ${paper.abstract ?? ''}`),
    venues: venueOf(paper.venueText ?? ''),
    references: unique([...paper.workIds, ...paper.references].map((id) => ({ key: `work ${id}`, text: null }))),
  };
}

/** The key of a scholar, who is a person even if the list of authors leaves the name out. */
export function scholarKey(scholarId: number): string {
  return `scholar ${scholarId}`;
}

/** In lower case and without accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A person is a family name and an initial, because most sources abbreviate first names. */
function peopleOf(authorText: string): Term[] {
  const names = authorText.split(',').map((name) => name.trim());
  return unique(
    names.flatMap((name) => {
      const parts = fold(name).match(WORD) ?? [];
      const [first = '', last = ''] = [parts[0], parts.at(-1)];
      return parts.length < 2 || last === 'al' ? [] : [{ key: `person ${last} ${first[0] ?? ''}`, text: name }];
    }),
  );
}

/** Words, and pairs of words that follow each other. Singular and plural are one word. Numbers and single letters are left out. */
function wordsOf(text: string): Term[] {
  const words = (fold(text).match(WORD) ?? []).map((word) =>
    isTopical(word) ? { key: singularOf(word), text: word } : null,
  );
  return unique(
    words.flatMap((word, at) => {
      const before = words[at - 1];
      if (!word) return [];
      const single = { key: `word ${word.key}`, text: word.text };
      if (!before) return [single];
      return [single, { key: `words ${before.key} ${word.key}`, text: `${before.text} ${word.text}` }];
    }),
  );
}

function isTopical(word: string): boolean {
  return word.length > 1 && !STOP_WORDS.has(word) && !/^\p{N}+$/u.test(word);
}

function singularOf(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** The name of the venue without volume, issue and pages. */
function venueOf(venueText: string): Term[] {
  const name = /^[^\d(,;:]*/.exec(venueText)?.[0].trim() ?? '';
  const words = fold(name).match(WORD) ?? [];
  return words.length === 0 ? [] : [{ key: `venue ${words.join(' ')}`, text: name, count: 1 }];
}

function unique(terms: readonly Omit<Term, 'count'>[]): Term[] {
  const byKey = new Map<string, { key: string; text: string | null; count: number }>();
  for (const term of terms) {
    const known = byKey.get(term.key);
    if (known) known.count += 1;
    else if (byKey.size < MAX_TERMS) byKey.set(term.key, { ...term, count: 1 });
  }
  return [...byKey.values()];
}
