/** Gradient-boosted small trees for a yes or no: second order, few leaves, monotone where asked. The same numbers give the same trees. */
export interface TreeSettings {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  /** L2 on the value of a leaf */
  readonly lambda: number;
  /** least sum of p(1-p) in a leaf */
  readonly leastLeaf: number;
  readonly leastGain: number;
  /** share of the features that each tree may use, and of the samples it learns from */
  readonly featureShare: number;
  readonly sampleShare: number;
  readonly seed: number;
  /** for each feature 1, -1 or 0: the way in which a larger number may turn the score */
  readonly monotone: readonly number[];
}

export interface Sample {
  readonly features: Float64Array;
  readonly isSame: boolean;
  readonly weight: number;
}

export type Tree = { readonly value: number } | Split;
interface Split {
  readonly feature: number;
  /** below goes left */
  readonly threshold: number;
  /** the threshold as the number of a bin */
  readonly bin: number;
  readonly left: Tree;
  readonly right: Tree;
}

export interface Forest {
  readonly base: number;
  readonly trees: readonly Tree[];
}

const MOST_BINS = 64;

export function fitTrees(samples: readonly Sample[], settings: TreeSettings): Forest {
  const featureCount = settings.monotone.length;
  const edges = Array.from({ length: featureCount }, (_, at) =>
    edgesOf(samples.map(({ features }) => features[at] ?? 0)),
  );
  const bins = edges.map((list, at) => Uint8Array.from(samples, ({ features }) => binOf(features[at] ?? 0, list)));
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const same = samples.reduce((sum, { weight, isSame }) => sum + (isSame ? weight : 0), 0);
  const base = Math.log(same / (total - same));
  const count = samples.length;
  const everyRow = Uint32Array.from(samples.keys());
  const weights = Float64Array.from(samples, ({ weight }) => weight);
  const labels = Uint8Array.from(samples, ({ isSame }) => (isSame ? 1 : 0));
  const sums = new Float64Array(2 * (MOST_BINS + 1));
  const margin = new Float64Array(samples.length).fill(base);
  const [gradient, hessian] = [new Float64Array(samples.length), new Float64Array(samples.length)];
  const trees: Tree[] = [];
  const random = randomFrom(settings.seed);
  let allowed: boolean[] = [];
  for (let round = 0; round < settings.trees; round++) {
    for (let at = 0; at < count; at++) {
      const p = 1 / (1 + Math.exp(-(margin[at] ?? 0)));
      const weight = weights[at] ?? 0;
      gradient[at] = weight * (p - (labels[at] ?? 0));
      hessian[at] = weight * Math.max(1e-9, p * (1 - p));
    }
    const rows = everyRow.filter(() => random() < settings.sampleShare);
    allowed = Array.from({ length: featureCount }, () => random() < settings.featureShare);
    const tree = grow({ rows, depth: 0, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
    addTo(margin, tree, everyRow);
    trees.push(tree);
  }
  return { base, trees };

  function grow(node: Node): Tree {
    const best = node.depth < settings.depth ? bestSplit(node) : null;
    if (best === null) {
      return { value: settings.rate * leafValue(sumOf(gradient, node.rows), sumOf(hessian, node.rows), node) };
    }
    const column = bins[best.feature] ?? new Uint8Array();
    const middle = (best.left + best.right) / 2;
    const sign = settings.monotone[best.feature] ?? 0;
    const child = (isLeft: boolean): Node => ({
      rows: node.rows.filter((row) => (column[row] ?? 0) < best.bin === isLeft),
      depth: node.depth + 1,
      low: sign !== 0 && isLeft === sign < 0 ? Math.max(node.low, middle) : node.low,
      high: sign !== 0 && isLeft === sign > 0 ? Math.min(node.high, middle) : node.high,
    });
    const [left, right] = [grow(child(true)), grow(child(false))];
    // both at the bound of what a monotone feature above allows
    if ('value' in left && 'value' in right && left.value === right.value) return left;
    const threshold = edges[best.feature]?.[best.bin - 1] ?? 0;
    return { feature: best.feature, bin: best.bin, threshold, left, right };
  }

  /** The tree's threshold is the lower edge of a bin, so that bins decide as the numbers do. */
  function addTo(margins: Float64Array, tree: Tree, rows: Uint32Array): void {
    if (!('feature' in tree)) {
      for (let at = 0; at < rows.length; at++) margins[rows[at] ?? 0] = (margins[rows[at] ?? 0] ?? 0) + tree.value;
      return;
    }
    const column = bins[tree.feature] ?? new Uint8Array();
    const { bin } = tree;
    addTo(
      margins,
      tree.left,
      rows.filter((row) => (column[row] ?? 0) < bin),
    );
    addTo(
      margins,
      tree.right,
      rows.filter((row) => (column[row] ?? 0) >= bin),
    );
  }

  function bestSplit(node: Node): BestSplit | null {
    const [g, h] = [sumOf(gradient, node.rows), sumOf(hessian, node.rows)];
    const whole = gainOf(g, h);
    let best: BestSplit | null = null;
    for (let feature = 0; feature < featureCount; feature++) {
      if (allowed[feature] !== true) continue;
      const column = bins[feature] ?? new Uint8Array();
      sums.fill(0);
      for (let at = 0; at < node.rows.length; at++) {
        const row = node.rows[at] ?? 0;
        const bin = 2 * (column[row] ?? 0);
        sums[bin] = (sums[bin] ?? 0) + (gradient[row] ?? 0);
        sums[bin + 1] = (sums[bin + 1] ?? 0) + (hessian[row] ?? 0);
      }
      let gLeft = 0;
      let hLeft = 0;
      const binCount = edges[feature]?.length ?? 0;
      for (let bin = 1; bin <= binCount; bin++) {
        gLeft += sums[2 * bin - 2] ?? 0;
        hLeft += sums[2 * bin - 1] ?? 0;
        if (hLeft < settings.leastLeaf || h - hLeft < settings.leastLeaf) continue;
        const gain = gainOf(gLeft, hLeft) + gainOf(g - gLeft, h - hLeft) - whole;
        if (gain < settings.leastGain || (best !== null && gain <= best.gain)) continue;
        const [left, right] = [leafValue(gLeft, hLeft, node), leafValue(g - gLeft, h - hLeft, node)];
        if ((right - left) * (settings.monotone[feature] ?? 0) < 0) continue;
        best = { feature, bin, gain, left, right };
      }
    }
    return best;
  }

  function gainOf(g: number, h: number): number {
    return (g * g) / (h + settings.lambda);
  }

  function leafValue(g: number, h: number, { low, high }: Node): number {
    return Math.min(high, Math.max(low, -g / (h + settings.lambda)));
  }
}

interface Node {
  readonly rows: Uint32Array;
  readonly depth: number;
  readonly low: number;
  readonly high: number;
}

interface BestSplit {
  readonly feature: number;
  readonly bin: number;
  readonly gain: number;
  readonly left: number;
  readonly right: number;
}

export function marginOf({ base, trees }: Forest, features: Float64Array): number {
  return trees.reduce((sum, tree) => sum + valueAt(tree, features), base);
}

function valueAt(tree: Tree, features: Float64Array): number {
  let node = tree;
  while ('feature' in node) node = (features[node.feature] ?? 0) < node.threshold ? node.left : node.right;
  return node.value;
}

/** Numbers from 0 to 1, the same ones for one seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function sumOf(values: Float64Array, rows: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < rows.length; at++) sum += values[rows[at] ?? 0] ?? 0;
  return sum;
}

/** Thresholds between the values that occur: all of them when there are few, else such that as many samples lie between each two. */
function edgesOf(values: readonly number[]): number[] {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const between = (list: readonly number[]) => list.slice(1).map((value, at) => rounded((value + (list[at] ?? 0)) / 2));
  if (distinct.length <= MOST_BINS) return between(distinct);
  const sorted = [...values].sort((a, b) => a - b);
  const quantiles = Array.from(
    { length: MOST_BINS },
    (_, at) => sorted[Math.floor((at * (sorted.length - 1)) / (MOST_BINS - 1))] ?? 0,
  );
  return between([...new Set(quantiles)]);
}

const rounded = (value: number) => Number(value.toPrecision(4));

function binOf(value: number, edges: readonly number[]): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (edges[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
