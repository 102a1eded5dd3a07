/** A number with its noun, such as `1 profile` or `3 profiles`. */
export function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
