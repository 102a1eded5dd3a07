import { FEATURE_NAMES, type FeatureName } from './pair-features.ts';

/** Trees as flat lists: node `at` asks whether `feature[at]` is below `value[at]`; a leaf has no feature (-1), and its value counts. */
export interface Forest {
  readonly base: number;
  readonly roots: Int32Array;
  readonly feature: Int8Array;
  readonly value: Float64Array;
  /** the answer yes is at the next node, no is here */
  readonly otherwise: Int32Array;
}

/**
 * Reads trees written as "yearApart<1.5?0.21:titleTrigrams<0.8?-0.4:0.1": below the number the first value counts, else the second.
 * What the leaves of all trees give is added to the base; the sum is the logarithm of the odds.
 */
export function readForest(base: number, trees: readonly string[]): Forest {
  const feature: number[] = [];
  const value: number[] = [];
  const otherwise: number[] = [];
  const roots = trees.map((tree) => {
    const root = feature.length;
    const end = readNode(tree, 0);
    if (end !== tree.length) throw new Error(`Not a tree: ${tree.slice(end)}`);
    return root;
  });
  return {
    base,
    roots: Int32Array.from(roots),
    feature: Int8Array.from(feature),
    value: Float64Array.from(value),
    otherwise: Int32Array.from(otherwise),
  };

  /** Returns where the text of the node ends. */
  function readNode(text: string, from: number): number {
    const at = feature.length;
    const [, name, number] = /^(?:([a-zA-Z]+)<)?(-?[\d.]+(?:e-?\d+)?)/.exec(text.slice(from, from + 60)) ?? [];
    if (number === undefined) throw new Error(`Not a tree: ${text.slice(from)}`);
    feature.push(name === undefined ? -1 : FEATURE_NAMES.indexOf(name as FeatureName));
    value.push(Number(number));
    otherwise.push(0);
    const end = from + (name === undefined ? 0 : name.length + 1) + number.length;
    if (name === undefined) return end;
    if (feature[at] === -1) throw new Error(`There is no feature "${name}".`);
    const colon = readNode(text, end + 1);
    otherwise[at] = feature.length;
    return readNode(text, colon + 1);
  }
}

/** The logarithm of the odds that two works, of which `features` were measured, are one. */
export function marginOf({ base, roots, feature, value, otherwise }: Forest, features: Float64Array): number {
  let margin = base;
  for (let tree = 0; tree < roots.length; tree++) {
    let at = roots[tree] ?? 0;
    for (let asked = feature[at] ?? -1; asked >= 0; asked = feature[at] ?? -1) {
      at = (features[asked] ?? 0) < (value[at] ?? 0) ? at + 1 : (otherwise[at] ?? 0);
    }
    margin += value[at] ?? 0;
  }
  return margin;
}
