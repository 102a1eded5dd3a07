/** A few round numbers for an axis from 0 to at least `max`. */
export function ticksUpTo(max: number): number[] {
  const step = roundUp(Math.max(1, max / 3));
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** The distance in bars between labels that do not overlap. */
export function barsBetweenLabels(pixelsPerBar: number, pixelsPerLabel: number): number {
  return [1, 2, 5, 10, 20, 50, 100].find((bars) => bars * pixelsPerBar >= pixelsPerLabel) ?? 500;
}

/** The next of 1, 2, 5, 10, 20, … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power;
}
