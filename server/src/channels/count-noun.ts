/** A number with its noun, such as `1 profile` or `3 profiles`. */
export function countNoun(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
