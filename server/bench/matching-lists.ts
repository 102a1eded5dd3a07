import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PublicationFields } from '../src/duplicates/prepared-publication.ts';
import type { ListedRecord } from '../src/publications/match.ts';
import type { RecordEvidence } from '../src/publications/records.ts';
import { readLists, readPairs } from './labeled-sets.ts';
import { load } from './product.ts';

const { comparePersonRecords } =
  await load<typeof import('../src/publications/match-person.ts')>('publications/match-person.js');
const { normalizeTitle } = await load<typeof import('../src/names/fingerprint.ts')>('names/fingerprint.js');
const { evidenceOf } = await load<typeof import('../src/publications/records.ts')>('publications/records.js');
const { splitAuthors } = await load<typeof import('../src/names/split-authors.ts')>('names/split-authors.js');
const { compareNames, readPerson } = await load<typeof import('../src/names/same-person.ts')>('names/same-person.js');

const { dblp, acm, matches } = readLists();

type Listed = Pick<PublicationFields, 'title' | 'authors' | 'venue' | 'year'>;

/** Two records, alone in their lists or with the rest of the lists. */
interface ListPair {
  readonly a: Listed;
  readonly b: Listed;
  readonly ofA: readonly Listed[];
  readonly ofB: readonly Listed[];
  /** the person's name at the two profiles; null: not known */
  readonly name: string | null;
}

/** Whether an import of the first record would join it with the second one of a stranger. */
function isJoinedByImport({ a, b }: Pick<ListPair, 'a' | 'b'>): boolean {
  const pieceOf = (one: Listed) => recordOf(one, 'x').evidence.find((piece) => piece.startsWith('fp:'));
  return pieceOf(a) !== undefined && pieceOf(a) === pieceOf(b);
}

/** Whether the two records become one publication if they are in lists of one person. */
function isJoinedForPerson({ a, b, ofA, ofB, name }: ListPair): boolean {
  const own = ofA.map((one, at) => recordOf(one, `a${at}`));
  const others = ofB.map((one, at): ListedRecord => {
    const ids = { publicationId: at + 1, canonicalId: at + 1, ownerId: null, profileId: 2, key: `b${at}` };
    return { ...one, ...ids, doi: null };
  });
  const at = ofA.indexOf(a);
  const names = name === null ? [] : [readPerson({ name, family: null })];
  const found = comparePersonRecords(own, { own: own.map(({ record }) => record), others, names });
  const candidates = new Set(found.evidence.get(`a${at}`)?.candidates.map(({ publicationId }) => publicationId));
  if (candidates.size === 1) return candidates.has(ofB.indexOf(b) + 1);
  return candidates.size === 0 && !found.columns.has(normalizeTitle(a.title)) && isJoinedByImport({ a, b });
}

function recordOf({ title, authors, venue, year }: Listed, key: string): RecordEvidence {
  const said = { title, authors, venue, year, clusterKey: null, citations: null, url: null, identifiers: [] };
  return evidenceOf({ ...said, key });
}

const alone = (a: Listed, b: Listed, name: string | null = null): ListPair => ({ a, b, ofA: [a], ofB: [b], name });

/** Different publications of DBLP and ACM that have one title. */
function readOneTitle(): { a: Listed; b: Listed }[] {
  return [...dblp].flatMap(([id, a]) =>
    [...acm].flatMap(([other, b]) =>
      matches.get(id) !== other && normalizeTitle(a.title) === normalizeTitle(b.title) ? { a, b } : [],
    ),
  );
}

/** A fifth of the publications that DBLP and ACM both list. */
function readBothList(): { a: Listed; b: Listed }[] {
  return [...matches]
    .filter((_, at) => at % 5 === 0)
    .flatMap(([id, other]) => {
      const [a, b] = [dblp.get(id), acm.get(other)];
      return a && b ? [{ a, b }] : [];
    });
}

/** The pairs among all that DBLP and ACM list for the author whom both records name; alone if there is none. */
function withLists(pairs: readonly { a: Listed; b: Listed }[]): ListPair[] {
  const named = (list: Iterable<Listed>) =>
    [...list].map((one) => ({
      one,
      authors: splitAuthors(one.authors ?? '').map((name) => ({ name, read: readPerson({ name, family: null }) })),
    }));
  const [ours, theirs] = [named(dblp.values()), named(acm.values())];
  return pairs.map(({ a, b }) => {
    const authorsOf = (lists: typeof ours, one: Listed) => lists.find((entry) => entry.one === one)?.authors ?? [];
    const shared = authorsOf(ours, a).find(({ read }) =>
      authorsOf(theirs, b).some((other) => compareNames(read, other.read) === 'compatible'),
    );
    if (!shared) return alone(a, b);
    const listOf = (lists: typeof ours) =>
      lists
        .filter(({ authors }) => authors.some(({ read }) => compareNames(read, shared.read) === 'compatible'))
        .map(({ one }) => one);
    return { a, b, ofA: listOf(ours), ofB: listOf(theirs), name: shared.name };
  });
}

const ARTICLES = resolve('../shared/data/versions/crossref-preprints/preprints-2023-06-23_shared.json');

/**
 * Articles as a source lists them, and the same as Google Scholar prints them: with initials, at most six authors, and
 * the year of the printed issue, which is the next one.
 */
function readDatedApart(): ListPair[] {
  const { items } = JSON.parse(readFileSync(ARTICLES, 'utf8')) as { items: { input: string }[] };
  return items.flatMap(({ input }) => {
    if (!input.startsWith('{')) return [];
    const { title, author, issued } = JSON.parse(input) as {
      title?: string[];
      author?: { given?: string; family?: string }[];
      issued?: { 'date-parts'?: (number | null)[][] };
    };
    const people = (author ?? []).flatMap(({ given, family }) => (given && family ? [{ given, family }] : []));
    const year = issued?.['date-parts']?.[0]?.[0] ?? null;
    if (!title?.[0] || !people[0] || year === null) return [];
    const short = people.map(({ given, family }) => `${given.match(/\p{Lu}/gu)?.join('') ?? given} ${family}`);
    const printed = [...short.slice(0, 6), ...(short.length > 6 ? ['...'] : [])].join(', ');
    const full = people.map(({ given, family }) => `${given} ${family}`);
    const common = { title: title[0], venue: null };
    const row = { ...common, authors: printed, year: year + 1 };
    return alone(row, { ...common, authors: full.join(', '), year }, full[0] ?? null);
  });
}

/**
 * The share of pairs that an import and two profiles of one person join: true pairs, and different publications of one
 * title.
 */
export async function measureLists(): Promise<string> {
  const row = (name: string, pairs: readonly ListPair[]) => {
    const share = (isJoined: (pair: ListPair) => boolean) => {
      const joined = pairs.filter(isJoined).length;
      return `${joined} | ${((100 * joined) / pairs.length).toFixed(1)} %`;
    };
    return `| ${name} | ${pairs.length} | ${share(isJoinedByImport)} | ${share(isJoinedForPerson)} |`;
  };
  const same = async (set: 'DBLP-ACM' | 'DBLP-Scholar') =>
    (await readPairs(set)).flatMap(({ a, b, isSame }) => (isSame ? [alone(a, b)] : []));
  const [both, others] = [readBothList(), readOneTitle()];
  return [
    '| pairs | number | joined by an import | | joined between profiles of a person | |',
    '|---|--:|--:|--:|--:|--:|',
    row('the same: DBLP and ACM', await same('DBLP-ACM')),
    row(
      'the same: DBLP and ACM, another sample',
      both.map(({ a, b }) => alone(a, b)),
    ),
    row('· in whole lists', withLists(both)),
    row('the same: DBLP and Google Scholar', await same('DBLP-Scholar')),
    ...(existsSync(ARTICLES) ? [row('the same: dated a year apart', readDatedApart())] : []),
    row(
      'different, of one title: alone',
      others.map(({ a, b }) => alone(a, b)),
    ),
    row('· in whole lists', withLists(others)),
  ].join('\n');
}
