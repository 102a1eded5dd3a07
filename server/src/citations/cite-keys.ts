import anyAscii from 'any-ascii';
import type { Database } from '../platform/database/database.ts';
import { beginKeys, insertKeys, lockKeys, readHighestNumbers, readKeys } from './citation-store.ts';
import type { CitationItem } from './item.ts';
import { plainTitle } from './make-item.ts';

const MAX_PART = 24;
/** Words that do not tell one title from another, in the languages that most titles are in. */
const STOP_WORDS = new Set(
  (
    'a an the on of in for and to with from by at as is are how what why do does can towards toward ' +
    'der die das den dem des ein eine einer und zur zum über von mit für im ' +
    'le la les l un une des du de et sur d el los las del y en o os as da do e il lo gli di'
  ).split(' '),
);

/**
 * The beginning of a cite key in ASCII: the family name of the first author, the year, and the first significant word
 * of the title.
 */
export function keyStem({ authors, year, title }: Pick<CitationItem, 'authors' | 'year' | 'title'>): string {
  const [first] = authors;
  const name = first === undefined ? '' : 'literal' in first ? first.literal : `${first.particle ?? ''}${first.family}`;
  const author = asciiOf('literal' in (first ?? {}) ? (name.split(' ')[0] ?? '') : name) || 'anon';
  const words = (plainTitle(title).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => word.toLowerCase());
  const significant = words.find((word) => !STOP_WORDS.has(word) && asciiOf(word) !== '') ?? words[0] ?? '';
  return `${author}${year ?? 'nd'}${asciiOf(significant)}`;
}

/** What follows the stem if other publications have it: nothing, then a, b, …, z, aa, ab, … */
export function keySuffix(number: number): string {
  let suffix = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    suffix = String.fromCharCode(97 + ((rest - 1) % 26)) + suffix;
  return suffix;
}

function asciiOf(text: string): string {
  return anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, MAX_PART);
}

/**
 * The user's cite keys of publications, by their ids. A publication without a key gets one. A key that was given never
 * changes, whatever happens to the publication's title, and it says nothing about other users' libraries.
 */
export async function giveKeys(
  db: Database,
  userId: number,
  items: ReadonlyMap<number, CitationItem>,
): Promise<ReadonlyMap<number, string>> {
  const publicationIds = [...items.keys()];
  return db.transaction().execute(async (tx) => {
    await beginKeys(tx);
    const known = await readKeys(tx, userId, publicationIds);
    if (known.size === publicationIds.length) return known;
    await lockKeys(tx, userId);
    // others may have given keys until now
    const keys = new Map(await readKeys(tx, userId, publicationIds));
    let missing = [...items].flatMap(([publicationId, item]) =>
      keys.has(publicationId) ? [] : [{ publicationId, stem: keyStem(item) }],
    );
    const highest = new Map(await readHighestNumbers(tx, userId, [...new Set(missing.map(({ stem }) => stem))]));
    while (missing.length > 0) {
      const proposed = missing.map(({ publicationId, stem }) => {
        const number = (highest.get(stem) ?? -1) + 1;
        highest.set(stem, number);
        return { publicationId, stem, number, key: stem + keySuffix(number) };
      });
      const saved = await insertKeys(tx, userId, proposed);
      for (const { publicationId, key } of proposed) if (saved.has(publicationId)) keys.set(publicationId, key);
      // a key that is also that of another stem: "lund2020arta" belongs to "arta", and is the second of "art"
      missing = missing.filter(({ publicationId }) => !saved.has(publicationId));
    }
    return keys;
  });
}
