import { pick, type Random, randomFrom } from './random.ts';
import type { Field } from './vocabulary/field.ts';

const genericTitles = ['Editorial', 'Introduction', 'Preface', 'Reply to comments', 'Book reviews', 'Guest editorial'];
const smallWords = new Set(
  'a an and as at by can do for from in of on or the through to under via with about it is'.split(' '),
);

export interface Title {
  readonly title: string;
  readonly italic: string | null;
}

/** A title from the field's sentences and words, the same for the same key. */
export function writeTitle(key: string, field: Field): Title {
  const random = randomFrom(`${key}/title`);
  if (random() < 0.008) return { title: pick(random, genericTitles), italic: null };
  const sentence = pick(random, field.templates).replaceAll(/\{(\w+)\}/g, (_slot, name: string) =>
    pick(random, field.words[name] ?? [name]),
  );
  const italic = /_([^_]+)_/.exec(sentence)?.[1] ?? null;
  const plain = capitalise(sentence.replaceAll('_', ''));
  return { title: italic === null && random() < 0.25 ? capitaliseWords(plain, random) : plain, italic };
}

function capitalise(text: string): string {
  return text.replaceAll(/^\P{L}*\p{L}|\? \p{Ll}/gu, (start) => start.toUpperCase());
}

function capitaliseWords(text: string, random: Random): string {
  const words = text.split(' ').map((word) => (smallWords.has(word) ? word : capitalise(word)));
  return words.join(' ') + (random() < 0.05 ? '.' : '');
}
