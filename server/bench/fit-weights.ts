/** One pair as numbers. */
export interface Sample {
  readonly features: readonly number[];
  readonly isSame: boolean;
}

export interface FitSettings {
  /** how strongly weights are drawn towards their expected values */
  readonly ridge: number;
  /** for each feature 1 or -1 if its weight must have this sign, else 0 */
  readonly directions: readonly number[];
  /** for each feature the weight that is expected before any pair was seen */
  readonly expected: readonly number[];
}

const MAX_ROUNDS = 20;
const MAX_SWEEPS = 200;
const SMALL_STEP = 1e-4;

/**
 * Logistic regression with a ridge penalty and signs: the weights of the features, then the base. Each round minimizes
 * the quadratic approximation of the loss, one weight after another (iteratively reweighted least squares with
 * coordinate descent). The same samples give the same weights.
 */
export function fitWeights(samples: readonly Sample[], settings: FitSettings): number[] {
  const count = settings.directions.length + 1;
  const weights = new Array<number>(count).fill(0);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { gradient, curvature } = approximate(samples, weights, settings);
    const steps = new Array<number>(count).fill(0);
    for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      let largest = 0;
      for (let at = 0; at < count; at++) {
        const row = curvature[at] ?? [];
        const slope = steps.reduce((sum, step, other) => sum + (row[other] ?? 0) * step, gradient[at] ?? 0);
        const before = (weights[at] ?? 0) + (steps[at] ?? 0);
        const after = withSign(before - slope / (row[at] ?? 1), settings.directions[at] ?? 0);
        steps[at] = (steps[at] ?? 0) + after - before;
        largest = Math.max(largest, Math.abs(after - before));
      }
      if (largest < SMALL_STEP) break;
    }
    for (const [at, step] of steps.entries()) weights[at] = (weights[at] ?? 0) + step;
    if (Math.max(...steps.map(Math.abs)) < 10 * SMALL_STEP) break;
  }
  return weights;
}

const withSign = (weight: number, direction: number) => (direction === 0 || weight * direction > 0 ? weight : 0);

/** First and second derivatives of the penalized loss. The base is not penalized. */
function approximate(samples: readonly Sample[], weights: readonly number[], settings: FitSettings) {
  const count = weights.length;
  const gradient = new Array<number>(count).fill(0);
  const curvature = gradient.map(() => new Array<number>(count).fill(0));
  for (const { features, isSame } of samples) {
    const inputs = [...features, 1];
    const used = [...inputs.keys()].filter((at) => inputs[at] !== 0);
    const sum = used.reduce((total, at) => total + (weights[at] ?? 0) * (inputs[at] ?? 0), 0);
    const probability = 1 / (1 + Math.exp(-sum));
    const error = probability - (isSame ? 1 : 0);
    const certainty = Math.max(1e-6, probability * (1 - probability));
    for (const at of used) {
      gradient[at] = (gradient[at] ?? 0) + error * (inputs[at] ?? 0);
      const row = curvature[at] ?? [];
      for (const other of used) row[other] = (row[other] ?? 0) + certainty * (inputs[at] ?? 0) * (inputs[other] ?? 0);
    }
  }
  for (const [at, expected] of settings.expected.entries()) {
    gradient[at] = (gradient[at] ?? 0) + settings.ridge * ((weights[at] ?? 0) - expected);
    const row = curvature[at] ?? [];
    row[at] = (row[at] ?? 0) + settings.ridge;
  }
  return { gradient, curvature };
}
