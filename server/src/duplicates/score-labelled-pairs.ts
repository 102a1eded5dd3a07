import { OperatorError } from '../platform/errors.ts';
import { comparableOf } from './comparable.ts';
import { readLabelledPairs } from './read-labelled-pairs.ts';
import { MATCH_POINT, MERGE_POINT, probabilityOf } from './score-pair.ts';

const USAGE = 'Say which file: npm run ops -- score-pairs FILE';

interface Tally {
  accepted: number;
  right: number;
}

/** `score-pairs FILE`: scores a file of labelled pairs and prints precision, recall and F1 at both points. Throws an OperatorError in words. */
export async function scoreLabelledPairs(args: readonly string[], print: (line: string) => void): Promise<void> {
  const [file, ...more] = args;
  if (file === undefined || file === '' || more.length > 0) throw new OperatorError(USAGE);
  const points = [
    { name: 'match', point: MATCH_POINT, tally: { accepted: 0, right: 0 } },
    { name: 'merge', point: MERGE_POINT, tally: { accepted: 0, right: 0 } },
  ];
  let [pairs, same] = [0, 0];
  for await (const { a, b, isSame } of readLabelledPairs(file)) {
    const probability = probabilityOf(comparableOf(a), comparableOf(b));
    pairs++;
    if (isSame) same++;
    for (const { point, tally } of points) {
      if (probability < point) continue;
      tally.accepted++;
      if (isSame) tally.right++;
    }
  }
  if (pairs === 0) throw new OperatorError(`${file} holds no labelled pairs.`);
  if (same === 0) throw new OperatorError(`${file} holds no pair with the label 1, so nothing can be said of it.`);
  print(`pairs ${pairs}, of one work ${same}`);
  for (const { name, point, tally } of points) print(`${name} (from ${point}): ${describe(tally, same)}`);
}

/** "precision 0.9912, recall 0.9865, F1 0.9888 (438 right of 444 accepted)". */
function describe({ accepted, right }: Tally, same: number): string {
  const recall = right / same;
  const precision = accepted === 0 ? null : right / accepted;
  const f1 = (2 * right) / (accepted + same);
  const shown = precision === null ? 'none (nothing accepted)' : precision.toFixed(4);
  return `precision ${shown}, recall ${recall.toFixed(4)}, F1 ${f1.toFixed(4)} (${right} right of ${accepted} accepted)`;
}
