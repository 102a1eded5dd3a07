import { type Figures, firstAddedNumber, presentYear } from './publication.ts';
import { type Random, randomFrom } from './random.ts';

/**
 * Two consecutive publications that belong together: two parts of one paper, or two different papers that look the
 * same.
 */
type Pairing = 'parts' | 'twins' | null;

interface Owner {
  readonly id: string;
  readonly firstYear: number;
}

/**
 * The random key of a publication. The number 1 is part of it, because tests rely on the publications that result from
 * it.
 */
export function publicationKey(owner: string, n: number): string {
  return `1/${owner}/${n}`;
}

/** The kind of pair to which the publication belongs, if any. */
export function pairingOf(owner: string, n: number): Pairing {
  if (n >= firstAddedNumber) return null;
  const drawn = randomFrom(`1/${owner}/pair/${n >> 1}`)();
  if (drawn < 0.025) return 'parts';
  return drawn < 0.04 ? 'twins' : null;
}

/** The random key for the shared properties of a pair of publications. A publication without a pair has its own key. */
export function commonKey(owner: string, n: number): string {
  return pairingOf(owner, n) === null ? publicationKey(owner, n) : `1/${owner}/pair/${n >> 1}`;
}

/** Returns only year and citations of a publication, because sorting a profile needs no more. */
export function figuresOf(owner: Owner, n: number): Figures {
  if (n >= firstAddedNumber) return { year: presentYear, citations: 0 };
  const random = randomFrom(`${commonKey(owner.id, n)}/year`);
  const year = presentYear - Math.floor((presentYear - owner.firstYear + 1) * random() ** 1.4);
  const dated = random() > 0.03 || pairingOf(owner.id, n) !== null;
  return {
    year: dated ? year : null,
    citations: drawCitations(randomFrom(`${publicationKey(owner.id, n)}/citations`), presentYear - year),
  };
}

/** Most papers have few citations, some have thousands, and recent ones have none yet. */
function drawCitations(random: Random, age: number): number {
  if (random() < 0.1) return 0;
  return Math.min(40_000, Math.floor((age + 0.4) * 1.6 * (1 / (random() + 0.0005) - 1) ** 0.85));
}
