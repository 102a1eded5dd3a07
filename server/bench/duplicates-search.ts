import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import type { PublicationFields } from '../src/duplicates/prepared-publication.ts';
import type { Database } from '../src/platform/database/database.ts';
import { type BenchPublication, makeLibrary } from './duplicates-library.ts';
import { openInside } from './inside.ts';
import { below, type Figure, forComparison } from './measure.ts';
import { load } from './product.ts';

const { searchClusters } = await load<typeof import('../src/duplicates/search-clusters.ts')>(
  'duplicates/search-clusters.js',
);
const { readCandidatePairs } = await load<typeof import('../src/duplicates/store.ts')>('duplicates/store.js');
const { titleKey } = await load<typeof import('../src/library/search-words.ts')>('library/search-words.js');
const { judgeClusters } =
  await load<typeof import('../src/duplicates/judge-clusters.ts')>('duplicates/judge-clusters.js');
const { MATCH_POINT, MERGE_POINT } =
  await load<typeof import('../src/duplicates/score-pair.ts')>('duplicates/score-pair.js');

const TARGETS: Readonly<Record<number, { seconds: number; megabytes: number }>> = {
  100000: { seconds: 20, megabytes: 100 },
  1000000: { seconds: 300, megabytes: 100 },
};
const TERMS = { threshold: MATCH_POINT, maxYearDelta: 1 };
const BATCH = 10_000;

export interface SearchBench {
  readonly figures: readonly Figure[];
  /** the results for the inserted duplicates and lookalikes: name, share, count */
  readonly planted: readonly (readonly [kind: string, share: number, count: number])[];
}

/** The search for near duplicates in a database with this many publications. */
export async function benchDuplicates(size: number): Promise<SearchBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const { services, close } = await openInside(dataDir, {});
  try {
    const planted = await fill(services.databaseUrl, size);
    const loop = monitorEventLoopDelay({ resolution: 5 });
    loop.enable();
    const computed = process.cpuUsage();
    const { found, seconds, megabytes } = await searchDuplicates(services.databaseUrl, size);
    const { user, system } = process.cpuUsage(computed);
    loop.disable();
    const target = TARGETS[size];
    const name = (what: string) => `${size.toLocaleString('en')} publications: ${what}`;
    const figure = (what: string, value: number, unit: string, limit?: number) =>
      limit ? below(name(what), value, unit, limit) : forComparison(name(what), value, unit);
    return {
      figures: [
        figure('search for near duplicates', seconds, 's', target?.seconds),
        figure('memory that it adds at most', megabytes, 'MB', target?.megabytes),
        figure('of the search, computing in the process', (user + system) / 1e6, 's'),
        figure('longest that other work of the process waited', loop.max / 1e6, 'ms'),
        figure('pairs with equal keys, compared', found.candidateCount, ''),
        figure('clusters', found.clusterCount, ''),
      ],
      planted: await describePlanted(services.db, found.clusters, planted),
    };
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Searches a database for near duplicates. Returns the seconds it takes and the megabytes that it adds to this process
 * at most.
 */
export async function searchDuplicates(databaseUrl: string, maxClusters: number) {
  const memory = watchMemory();
  const begin = performance.now();
  const found = await searchClusters({ databaseUrl, terms: { ...TERMS, maxClusters } });
  const seconds = (performance.now() - begin) / 1000;
  return { found, seconds, megabytes: memory.stop() };
}

interface Planted {
  readonly id: number;
  readonly original: number;
  readonly isSame: boolean;
  readonly kind: string;
}

async function describePlanted(
  db: Database,
  clusters: readonly (readonly number[])[],
  planted: readonly Planted[],
): Promise<SearchBench['planted']> {
  const clusterOf = new Map(clusters.flatMap((ids) => ids.map((id) => [id, ids] as const)));
  const isTogether = ({ id, original }: Planted) => clusterOf.get(id)?.includes(original) === true;
  const lines = (what: string, from: readonly Planted[]) => {
    const kinds = ['', ...[...new Set(from.map(({ kind }) => kind))].sort()];
    return kinds.map((kind) => {
      const these = from.filter((one) => kind === '' || one.kind === kind);
      const share = these.filter(isTogether).length / these.length;
      return [kind === '' ? `**${what}**` : kind, share, these.length] as const;
    });
  };
  const others = planted.filter(({ isSame }) => !isSame);
  const wrong = [...new Set(others.filter(isTogether).flatMap(({ id }) => [clusterOf.get(id) ?? []]))];
  const judged = await judgeClusters(db, wrong, TERMS);
  const sure = judged.filter((one) => one !== null && one.similarity >= MERGE_POINT);
  return [
    ...lines(
      'the same publication, proposed with its original',
      planted.filter(({ isSame }) => isSame),
    ),
    ...lines('another publication, proposed with one much like it', others),
    ['of these proposals, mergeable without review', sure.length / wrong.length, wrong.length],
  ];
}

async function fill(url: string, size: number): Promise<Planted[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const planted: Planted[] = [];
  let batch: BenchPublication[] = [];
  let number = 0;
  for (const publication of makeLibrary(size)) {
    number++;
    // the database numbers them from 1
    const { kind, isSame, like } = publication;
    if (like !== null) planted.push({ id: number, original: like + 1, isSame, kind });
    batch.push(publication);
    if (batch.length < BATCH && number < size) continue;
    await insertPublications(client, batch);
    batch = [];
  }
  // three in five have a DOI, but duplicates have none
  await client.query(
    `insert into publication_identifiers (publication_id, kind, value, confidence, source)
     select id, 'doi', '10.5555/' || id, 0.9, 'crossref' from publications where id % 5 < 3 and id <> all($1::bigint[])`,
    [planted.filter(({ isSame }) => isSame).map(({ id }) => id)],
  );
  await client.query('vacuum analyze publications, publication_identifiers');
  await client.end();
  return planted;
}

type Inserted = Pick<PublicationFields, 'title' | 'authors' | 'venue' | 'year'>;

async function insertPublications(client: pg.Client, publications: readonly Inserted[]): Promise<void> {
  await client.query(
    `insert into publications (id, canonical_id, title, title_key, author_text, venue_text, year, search_vector)
     overriding system value
     select nextval('publications_id_seq'), currval('publications_id_seq'), title, title_key, authors, venue, year, ''
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[]) as p (title, title_key, authors, venue, year)`,
    [
      publications.map(({ title }) => title),
      publications.map(({ title }) => titleKey(title)),
      publications.map(({ authors }) => authors),
      publications.map(({ venue }) => venue),
      publications.map(({ year }) => year),
    ],
  );
}

/**
 * Finds the pairs that a search would compare among these publications alone, as indexes "1 2", with years at most so
 * far apart.
 */
export async function findCandidates(
  publications: readonly Inserted[],
  maxYearDeltas: readonly number[],
): Promise<Set<string>[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const { services, close } = await openInside(dataDir, {});
  try {
    const client = new pg.Client({ connectionString: services.databaseUrl });
    await client.connect();
    await insertPublications(client, publications);
    await client.end();
    const found: Set<string>[] = [];
    for (const maxYearDelta of maxYearDeltas) {
      const pairs = new Set<string>();
      await services.db.connection().execute(async (one) => {
        for await (const page of readCandidatePairs(one, { maxYearDelta }))
          for (const { low, high } of page) pairs.add(`${low - 1} ${high - 1}`);
      });
      found.push(pairs);
    }
    return found;
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function watchMemory(): { stop(): number } {
  // the memory used to make the library would hide what the search adds
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const before = process.memoryUsage.rss();
  let most = before;
  const stopped = new AbortController();
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  void (async () => {
    while (!stopped.signal.aborted) {
      look();
      await delay(50);
    }
  })();
  return {
    stop() {
      look();
      stopped.abort();
      return (most - before) / 1e6;
    },
  };
}
