import { type Field, familyNames, fields, givenNames, readData, universities } from './data.ts';
import { type Publication, presentYear } from './publication.ts';
import { hashText, pick, randomFrom } from './random.ts';

/** A scholar as callers see it. */
export interface SandboxScholar {
  readonly id: string;
  readonly name: string;
  readonly affiliation: string;
  readonly emailDomain: string | null;
  readonly interests: readonly string[];
  /** How many rows the profile has. */
  readonly publications: number;
}

/** Publications `first` to `first + count - 1` of scholar `id`, which another profile also lists. */
interface Share {
  readonly id: string;
  readonly first?: number;
  readonly count: number;
}

export interface ScholarOptions {
  readonly name?: string;
  readonly affiliation?: string;
  readonly emailDomain?: string | null;
  readonly interests?: readonly string[];
  /** A field's name, such as `economics`. */
  readonly field?: string;
  readonly firstYear?: number;
  /**
   * Publications of others that this profile also lists. They count as its publications, and the scholar becomes one of
   * their authors.
   */
  readonly shares?: readonly Share[];
}

interface DemoScholar extends ScholarOptions {
  readonly id: string;
  readonly publications: number;
}

/** The account of the demo, which is no secret: the demo has its own database, with invented scholars only. */
export const demoAccount = { email: 'demo@lectern.example', password: 'a desk to read at' };

/** The scholars of the demo. A scholar who shares publications comes after those with whom it shares them. */
export const demoScholars: readonly DemoScholar[] = readData('demo-scholars');

/** A co-author of a range of this scholar's publications. */
interface CoAuthor {
  readonly name: string;
  readonly first: number;
  readonly count: number;
}

/** What the sandbox knows about a scholar. Publications are generated when they are needed. */
export interface ScholarRecord extends SandboxScholar {
  readonly shortName: string;
  readonly field: Field;
  readonly firstYear: number;
  /** The number of generated publications, without those of others and without added ones. */
  readonly ownPublications: number;
  readonly shares: readonly Required<Share>[];
  readonly coAuthors: readonly CoAuthor[];
  /** In the order in which they were added. */
  readonly added: readonly Publication[];
  /** How many of the first publications are not on the profile. */
  readonly hidden: number;
  /** The scholar into whom OpenAlex merged this one; null: OpenAlex deleted it. */
  readonly movedTo?: string | null;
  /** Grows with each change, because caches have it in their keys. */
  readonly version: number;
}

/** Shortens "Þórður Már Sigurðsson" to "ÞM Sigurðsson", as rows show it. Names in other scripts stay as they are. */
function shortenName(name: string): string {
  const parts = name.split(' ');
  const family = parts.at(-1) ?? name;
  if (parts.length === 1 || !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(name)) return name;
  const initials = parts.slice(0, -1).map((part) => Array.from(part)[0] ?? '');
  return `${initials.join('')} ${family}`;
}

/** Makes a scholar. The id determines everything that is not in `options`. */
export function makeScholar(id: string, publications: number, options: ScholarOptions): ScholarRecord {
  const random = randomFrom(`scholar/${id}`);
  const field = fields.find(({ name }) => name === options.field) ?? fields[hashText(id) % fields.length];
  if (field === undefined) throw new Error('there are no fields');
  const shares = (options.shares ?? []).map((share) => ({ first: 0, ...share }));
  const ownPublications = publications - shares.reduce((sum, share) => sum + share.count, 0);
  if (ownPublications < 0) throw new RangeError(`scholar ${id} shares more publications than it has`);
  const name = options.name ?? `${pick(random, givenNames)} ${pick(random, familyNames)}`;
  const drawnYear = presentYear - 4 - Math.floor(Math.min(36, Math.sqrt(publications) * 2.5) * (0.5 + random() / 2));
  return {
    id,
    name,
    shortName: shortenName(name),
    affiliation: options.affiliation ?? pick(random, universities),
    emailDomain: options.emailDomain ?? null,
    interests: options.interests ?? field.interests.slice(0, 3),
    publications,
    field,
    firstYear: options.firstYear ?? drawnYear,
    ownPublications,
    shares,
    coAuthors: [],
    added: [],
    hidden: 0,
    version: 0,
  };
}
