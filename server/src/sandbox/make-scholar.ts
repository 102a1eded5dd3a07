import { hashText, pick, randomFrom } from './random.ts';
import { type ScholarOptions, type ScholarRecord, shortenName } from './scholar.ts';
import { fields } from './vocabulary/fields.ts';
import { familyNames, givenNames, universities } from './vocabulary/people.ts';
import { presentYear } from './work.ts';

/** A scholar of whom only the id and the number of works must be known; the rest follows from the id. */
export function makeScholar(id: string, works: number, options: ScholarOptions): ScholarRecord {
  const random = randomFrom(`scholar/${id}`);
  const field = fields.find(({ name }) => name === options.field) ?? fields[hashText(id) % fields.length];
  if (field === undefined) throw new Error('there are no fields');
  const shares = (options.shares ?? []).map((share) => ({ first: 0, ...share }));
  const ownWorks = works - shares.reduce((sum, share) => sum + share.count, 0);
  if (ownWorks < 0) throw new RangeError(`scholar ${id} shares more works than it has`);
  const name = options.name ?? `${pick(random, givenNames)} ${pick(random, familyNames)}`;
  const drawnYear = presentYear - 4 - Math.floor(Math.min(36, Math.sqrt(works) * 2.5) * (0.5 + random() / 2));
  return {
    id,
    name,
    shortName: shortenName(name),
    affiliation: options.affiliation ?? pick(random, universities),
    emailDomain: options.emailDomain ?? null,
    interests: options.interests ?? field.interests.slice(0, 3),
    works,
    field,
    firstYear: options.firstYear ?? drawnYear,
    ownWorks,
    shares,
    coAuthors: [],
    added: [],
    hidden: 0,
    version: 0,
  };
}
