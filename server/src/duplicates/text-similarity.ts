/**
 * The trigrams of a text as sorted 16-bit hashes, one code unit each: a string is the smallest form in which Node holds
 * such a list. Two different trigrams share a hash in one case of 65,536.
 */
export function trigramsOf(text: string): string {
  const padded = ` ${text} `;
  const hashes = new Uint16Array(padded.length - 2);
  for (let at = 0; at + 2 < padded.length; at++) {
    const [one, two, three] = [padded.charCodeAt(at), padded.charCodeAt(at + 1), padded.charCodeAt(at + 2)];
    hashes[at] = Math.imul(one * 961 + two * 31 + three, 0x9e3779b1) >>> 16;
  }
  return String.fromCharCode(...hashes.sort());
}

/** How many trigrams two texts share. */
export function sharedTrigrams(a: string, b: string): number {
  let [i, j, shared] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const difference = a.charCodeAt(i) - b.charCodeAt(j);
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared;
}

/** The share of the trigrams of the shorter text that the longer one has, 0 to 1. */
export function trigramContainment(a: string, b: string): number {
  return sharedTrigrams(a, b) / (Math.min(a.length, b.length) || 1);
}
