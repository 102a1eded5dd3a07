/** FNV-1a over the code units of a text, 32 bits, unsigned. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * The trigrams of a text as 16-bit hashes in order, one code unit each: a string is the smallest form in which Node holds such a list.
 * Two different trigrams have one hash in 65,536 times.
 */
export function trigramsOf(text: string): string {
  const padded = ` ${text} `;
  const hashes: number[] = [];
  for (let at = 0; at + 2 < padded.length; at++) {
    const [one, two, three] = [padded.charCodeAt(at), padded.charCodeAt(at + 1), padded.charCodeAt(at + 2)];
    hashes.push(Math.imul(one * 961 + two * 31 + three, 0x9e3779b1) >>> 16);
  }
  return String.fromCharCode(...hashes.sort((a, b) => a - b));
}

/** How many of two ordered lists of code units stand in both. */
export function sharedUnits(a: string, b: string): number {
  let [i, j, shared] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const difference = a.charCodeAt(i) - b.charCodeAt(j);
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared;
}
