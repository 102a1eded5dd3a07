import type { FeaturePart } from './parts.ts';

/** What is known of a publication. */
export interface Paper {
  readonly title: string;
  /** names, separated by commas */
  readonly authorText: string | null;
  readonly venueText: string | null;
  readonly abstract: string | null;
  /** the publication's own ids as `references` have them: DOIs and ids of OpenAlex */
  readonly publicationIds: readonly string[];
  readonly references: readonly string[];
}

/** A feature of a publication. */
interface Term {
  /** equal for equal features; unique among all parts */
  readonly key: string;
  /** as the publication writes it; null for references */
  readonly text: string | null;
  count: number;
}

const MAX_TERMS = 400;
const WORD = /[\p{L}\p{N}]+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PLAIN_WORD = /[a-z0-9]+/g;
const NUMBER = /^\d+$/;
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
    references: unique([...paper.publicationIds, ...paper.references].map((id) => ({ key: `work ${id}`, text: null }))),
  };
}

/**
 * The key of a scholar, who is a person even if the list of authors leaves the name out. `profileId` is the id of the
 * main profile at its source, so that a library has the same order after its export and import.
 */
export function scholarKey(profileId: string): string {
  return `scholar ${profileId}`;
}

/**
 * The words of a text in lower case and without accents. Texts in pure ASCII, which are the most, are read several
 * times faster.
 */
function foldedWords(text: string): string[] {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? [];
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? [];
}

/** A person is a family name and an initial, because most sources abbreviate first names. */
function peopleOf(authorText: string): Term[] {
  const names = authorText.split(',').map((name) => name.trim());
  return unique(
    names.flatMap((name) => {
      const parts = foldedWords(name);
      const [first = '', last = ''] = [parts[0], parts.at(-1)];
      return parts.length < 2 || last === 'al' ? [] : [{ key: `person ${last} ${first[0] ?? ''}`, text: name }];
    }),
  );
}

/**
 * Words, and pairs of words that follow each other. Singular and plural are one word. Numbers and single letters are
 * left out.
 */
function wordsOf(text: string): Term[] {
  const terms = new Map<string, Term>();
  let before: { word: string; singular: string } | null = null;
  for (const word of foldedWords(text)) {
    if (!isTopical(word)) {
      before = null;
      continue;
    }
    const singular = singularOf(word);
    count(terms, `word ${singular}`, word);
    if (before) count(terms, `words ${before.singular} ${singular}`, `${before.word} ${word}`);
    before = { word, singular };
  }
  return [...terms.values()];
}

function isTopical(word: string): boolean {
  return word.length > 1 && !STOP_WORDS.has(word) && !NUMBER.test(word);
}

function singularOf(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** The name of the venue without volume, issue and pages. */
function venueOf(venueText: string): Term[] {
  const name = /^[^\d(,;:]*/.exec(venueText)?.[0].trim() ?? '';
  const words = foldedWords(name);
  return words.length === 0 ? [] : [{ key: `venue ${words.join(' ')}`, text: name, count: 1 }];
}

function unique(terms: readonly { key: string; text: string | null }[]): Term[] {
  const byKey = new Map<string, Term>();
  for (const { key, text } of terms) count(byKey, key, text);
  return [...byKey.values()];
}

function count(terms: Map<string, Term>, key: string, text: string | null): void {
  const known = terms.get(key);
  if (known) known.count += 1;
  else if (terms.size < MAX_TERMS) terms.set(key, { key, text, count: 1 });
}
