import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { load } from './product.ts';
import { areaUnderCurve, mean, precisionAtTen, randomFrom, shuffled } from './reading-figures.ts';

const { featuresOf } = await load<typeof import('../src/reading-order/features.ts')>('reading-order/features.js');
const { score, scoreOf, train } = await load<typeof import('../src/reading-order/model.ts')>('reading-order/model.js');
type Part = import('../src/reading-order/parts.ts').Part;

const FOLDER = resolve('../shared/data/reading/citeulike-a');
const LIBRARY_COUNT = 300;
const BACKGROUND_SIZE = 2000;

export const hasLibraries = () => existsSync(FOLDER);

/** Each line has a count, then ids. */
const readLists = (name: string) =>
  readFileSync(resolve(FOLDER, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(' ').slice(1).map(Number));

/**
 * Real libraries. Half of each is hidden, and should come first among all papers that are not in the other half. A
 * paper has citation links and, in place of the words of its text, tags. Readers gave the tags, those of the hidden
 * half included, so figures with tags are too good.
 */
export async function judgeLibraries(): Promise<string[]> {
  const [links, tags, libraries] = [readLists('citations.dat'), readLists('item-tag.dat'), readLists('users.dat')];
  const features = links.map((linked, id) =>
    featuresOf({
      title: (tags[id] ?? []).map((tag) => `t${tag}x`).join(' '),
      abstract: null,
      authorText: null,
      venueText: null,
      publicationIds: linked.length > 0 ? [String(id)] : [],
      references: linked.map(String),
    }),
  );
  const sample = shuffled(features, randomFrom(2)).slice(0, BACKGROUND_SIZE);
  const judge = (name: string, parts: readonly Part[]) => {
    const random = randomFrom(3);
    const results = shuffled(libraries, random)
      .slice(0, LIBRARY_COUNT)
      .map((library) => {
        const mixed = shuffled(library, random);
        const half = mixed.length >> 1;
        const known = new Set(mixed.slice(0, half));
        const hidden = new Set(mixed.slice(half));
        const signals = [...known].flatMap((id) => {
          const one = features[id];
          return one ? [{ kind: 'favorite', features: one } as const] : [];
        });
        const model = train(signals, sample, { parts: new Set(parts), newest: 0 });
        const candidates = features.flatMap((one, id) =>
          known.has(id) ? [] : [{ score: scoreOf(score(model, one, 0)), isWanted: hidden.has(id) }],
        );
        return { precision: precisionAtTen(candidates), area: areaUnderCurve(candidates) };
      });
    const figure = (what: 'precision' | 'area') => mean(results.map((one) => one[what])).toFixed(3);
    return `| ${name} | ${figure('precision')} | ${figure('area')} |`;
  };
  return [
    `${LIBRARY_COUNT} of ${libraries.length} libraries, ${features.length} papers`,
    '',
    '| order | P@10 | AUC |',
    '|---|--:|--:|',
    judge('references', ['references']),
    judge('tags in place of words', ['words']),
    judge('tags and references', ['words', 'references']),
  ];
}
