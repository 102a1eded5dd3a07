/** Integers of 32 bits that a signature takes. */
export const SIGNATURE_LENGTH = 16;
/** Of a longer title the beginning decides. */
const LONGEST = 160;

/**
 * The trigrams of a title without spaces as a set of 512 bits, written to `into` from `at` on. Two titles with a misspelt word, without a subtitle
 * or with other spaces share most of their bits; two others a third.
 */
export function writeSignature(key: string, into: { push(bits: number): void }): void {
  bits.fill(0);
  const text = `${key.slice(0, LONGEST)}$`;
  for (let at = 0; at < text.length; at++) {
    const trigram = (text.charCodeAt(at - 2) || 0) * 961 + (text.charCodeAt(at - 1) || 0) * 31 + text.charCodeAt(at);
    const bit = Math.imul(trigram, 0x9e3779b1) >>> 23;
    bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
  for (const part of bits) into.push(part);
}

const bits = new Int32Array(SIGNATURE_LENGTH);

/** The share of the bits of the smaller of two signatures that both have, 0 to 1. */
export function sharedBits(signatures: Int32Array, a: number, b: number): number {
  let [inBoth, inA, inB] = [0, 0, 0];
  const [fromA, fromB] = [a * SIGNATURE_LENGTH, b * SIGNATURE_LENGTH];
  for (let at = 0; at < SIGNATURE_LENGTH; at++) {
    const ofA = signatures[fromA + at] ?? 0;
    const ofB = signatures[fromB + at] ?? 0;
    inBoth += countBits(ofA & ofB);
    inA += countBits(ofA);
    inB += countBits(ofB);
  }
  const least = Math.min(inA, inB);
  return least === 0 ? 0 : inBoth / least;
}

function countBits(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
