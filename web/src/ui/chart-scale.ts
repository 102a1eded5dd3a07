/** Round numbers for an axis from nothing to at least `most`, a few of them. */
export function ticksUpTo(most: number): number[] {
  const step = roundUp(Math.max(1, most / 3));
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** Each of how many bars can be named when a name needs so much room. */
export function barsBetweenLabels(pixelsPerBar: number, pixelsPerLabel: number): number {
  return [1, 2, 5, 10, 20, 50, 100].find((bars) => bars * pixelsPerBar >= pixelsPerLabel) ?? 500;
}

/** The next of 1, 2, 5, 10, 20, … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power;
}
