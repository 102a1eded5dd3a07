import { between, pick, randomFrom } from './random.ts';
import type { ScholarRecord } from './scholar.ts';
import { familyNames, givenNames, otherScripts } from './vocabulary/people.ts';

/** Who wrote the work: its owner, co-authors with a page of their own, and people from the owner's circle. */
export function writeAuthors(seed: number, key: string, owner: ScholarRecord, n: number): readonly string[] {
  const random = randomFrom(`${key}/authors`);
  const drawn = random();
  const others = drawn < 0.12 ? 0 : drawn < 0.95 ? between(random, 1, 5) : between(random, 8, 30);
  const circle = Math.max(12, Math.min(90, owner.ownWorks >> 2));
  const names = new Set<string>();
  for (let at = 0; at < others; at += 1) names.add(nameColleague(seed, owner.id, Math.floor(circle * random() ** 1.7)));
  names.delete(owner.shortName);
  const authors = [...names];
  authors.splice(Math.floor((authors.length + 1) * random() ** 1.5), 0, owner.shortName);
  for (const other of owner.coAuthors) {
    if (n >= other.first && n < other.first + other.count) authors.splice(between(random, 0, 2), 0, other.name);
  }
  return authors;
}

function nameColleague(seed: number, owner: string, at: number): string {
  const random = randomFrom(`${seed}/${owner}/colleague/${at}`);
  if (random() < 0.03) return pick(random, otherScripts);
  const initial = Array.from(pick(random, givenNames))[0] ?? 'A';
  const second = random() < 0.35 ? (Array.from(pick(random, givenNames))[0] ?? '') : '';
  return `${initial}${second} ${pick(random, familyNames)}`;
}
