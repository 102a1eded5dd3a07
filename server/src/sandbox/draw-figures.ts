import { type Random, randomFrom } from './random.ts';
import { type Figures, firstAddedNumber, presentYear } from './work.ts';

/** Two works in a row that belong together: two parts of one paper, or two papers that look the same and are not. */
export type Pairing = 'parts' | 'twins' | null;

interface Owner {
  readonly id: string;
  readonly firstYear: number;
}

/** Which pair the work is half of, if any. */
export function pairingOf(seed: number, owner: string, n: number): Pairing {
  if (n >= firstAddedNumber) return null;
  const drawn = randomFrom(`${seed}/${owner}/pair/${n >> 1}`)();
  if (drawn < 0.025) return 'parts';
  return drawn < 0.04 ? 'twins' : null;
}

/** The key of what both halves of a pair have in common, which for other works is the work itself. */
export function commonKey(seed: number, owner: string, n: number): string {
  return pairingOf(seed, owner, n) === null ? `${seed}/${owner}/${n}` : `${seed}/${owner}/pair/${n >> 1}`;
}

/** Year and citations of a work, without writing the rest of it: the order of a long page needs only these. */
export function drawFigures(seed: number, owner: Owner, n: number): Figures {
  if (n >= firstAddedNumber) return { year: presentYear, citations: 0 };
  const random = randomFrom(`${commonKey(seed, owner.id, n)}/year`);
  const year = presentYear - Math.floor((presentYear - owner.firstYear + 1) * random() ** 1.4);
  const dated = random() > 0.03 || pairingOf(seed, owner.id, n) !== null;
  return {
    year: dated ? year : null,
    citations: drawCitations(randomFrom(`${seed}/${owner.id}/${n}/citations`), presentYear - year),
  };
}

/** Most papers have few, a few have thousands, the young have none yet. */
function drawCitations(random: Random, age: number): number {
  if (random() < 0.1) return 0;
  return Math.min(40_000, Math.floor((age + 0.4) * 1.6 * (1 / (random() + 0.0005) - 1) ** 0.85));
}
