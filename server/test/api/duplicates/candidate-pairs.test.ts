import { expect, test } from 'vitest';
import { readCandidatePairs } from '../../../src/duplicates/store.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

interface Listed {
  readonly title: string;
  readonly authors?: string;
  readonly year?: number | null;
}

/** Saves publications, each from a profile of its own, and returns the pairs that would be compared, as indexes. */
async function findPairs(listed: readonly Listed[], maxYearDelta = 1): Promise<[number, number][]> {
  const { db } = await openService();
  const user = await adminId(db);
  for (const [at, row] of listed.entries()) {
    const profile = `P${String(at).padStart(11, '0')}`;
    const scholar = await track(db, user, profile);
    await savePageOf(db, scholar, [makeRow(`${profile}:row`, { authors: 'E Lund, K Berg', year: 2014, ...row })]);
  }
  const ids = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(({ id }) => id);
  const found: [number, number][] = [];
  await db.connection().execute(async (one) => {
    for await (const pairs of readCandidatePairs(one, { maxYearDelta })) {
      for (const { low, high } of pairs) found.push([ids.indexOf(low), ids.indexOf(high)]);
    }
  });
  return found.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

const VARIANTS: readonly (readonly [what: string, title: string, variant: string])[] = [
  ['a doubled letter', 'Tides of the northern sea', 'Tides of the norrthern sea'],
  ['a letter missing at the beginning', 'Migration of arctic terns', 'igration of arctic terns'],
  ['two words misspelled', 'Seasonal plankton blooms in fjords', 'Seasonall plankton blooms in fjorrds'],
  ['joined words', 'A data base for tidal marshes', 'A database for tidal marshes'],
  ['no spaces at all', 'Currents below the ice', 'Currentsbelowtheice'],
  ['without its subtitle', 'Coastal erosion: a survey of forty years', 'Coastal erosion'],
  ['cut off', 'Sediment transport in shallow basins of the north', 'Sediment transport in shallow…'],
  ['something before it', 'Data mining techniques', 'Conference tutorial notes: data mining techniques'],
  ['accents and capitals', 'Über die Gezeiten', 'UBER DIE GEZEITEN.'],
  ['Chinese, one sign differs', '深度学习在图像识别中的应用研究', '深度学习在图象识别中的应用研究'],
  ['Arabic', 'دراسة في علوم البحار والمحيطات', 'دراسه في علوم البحار والمحيطات'],
  ['markup', 'Growth of α-synuclein in <i>E. coli</i>', 'Growth of alpha-synuclein in E. coli'],
];

test('a publication is compared with each variant of it, and with nothing else', async () => {
  const authors = ['E Lund, K Berg', 'Lund E', 'Lund, Erik; Berg, Karl'];
  const listed = VARIANTS.flatMap(([, title, variant], at) => [
    { title, authors: 'E Lund, K Berg' },
    { title: variant, authors: authors[at % authors.length] ?? '', year: at % 2 === 0 ? null : 2015 },
  ]);
  const found = await findPairs(listed);
  const variants = VARIANTS.map(([what], at) => ({ what, pair: [2 * at, 2 * at + 1] }));
  const missed = variants.filter(({ pair: [low, high] }) => !found.some(([a, b]) => a === low && b === high));
  expect(missed.map(({ what }) => what)).toEqual([]);
  expect(found).toHaveLength(variants.length);
});

test('publications are compared if their years are near; an unknown year is near to all', async () => {
  const title = 'Tides of the northern sea';
  const listed = [2010, 2011, 2013, null].map((year, at) => ({ title: `${title}${'!'.repeat(at)}`, year }));
  expect(await findPairs(listed, 1)).toEqual([
    [0, 1],
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
});

test('a title that many publications share is not a reason to compare them', async () => {
  const listed = Array.from({ length: 45 }, (_, at) => ({ title: "Editor's notes", authors: `A Author${at}` }));
  const pair = { title: 'Tides of the northern sea', authors: 'A Author1' };
  expect(await findPairs([...listed, pair, { ...pair, title: 'Tides of the norrthern sea' }])).toEqual([[45, 46]]);
});
