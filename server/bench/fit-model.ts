import type { Forest, Tree } from './fit-trees.ts';
import { load } from './product.ts';

const { FEATURE_NAMES } =
  await load<typeof import('../src/duplicates/pair-features.ts')>('duplicates/pair-features.js');

/** The file of the product that holds the fitted trees; `readForest` in pair-forest.ts reads them. */
export function writeForest({ base, trees }: Forest): string {
  return [
    '/** Made by `npm run bench:fit-pairs`, not by hand; docs/duplicates.md says what it is, `readForest` in pair-forest.ts how it is read. */',
    'export const PAIR_MODEL: { readonly base: number; readonly trees: readonly string[] } = {',
    `  base: ${short(base)},`,
    '  trees: [',
    ...trees.map((tree) => `    '${write(tree)}',`),
    '  ],',
    '};',
    '',
  ].join('\n');
}

function write(tree: Tree): string {
  if (!('feature' in tree)) return String(short(tree.value));
  return `${FEATURE_NAMES[tree.feature]}<${tree.threshold}?${write(tree.left)}:${write(tree.right)}`;
}

const short = (value: number) => Number(value.toPrecision(3));
