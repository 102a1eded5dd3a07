import { parentPort, Worker, workerData } from 'node:worker_threads';
import { connectDatabase } from '../platform/database/database.ts';
import { type FoundClusters, findClusters, type WantedClusters } from './find-clusters.ts';

export interface SearchOrder {
  readonly databaseUrl: string;
  readonly terms: WantedClusters;
}

const THREAD_NAME = 'duplicates';
// Node runs no TypeScript in a thread. In tests, where this file is not built, the built one does the work.
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/duplicates/search-clusters.js' : import.meta.url,
  import.meta.url,
);

let last: Promise<unknown> = Promise.resolve();

/**
 * Finds clusters of near duplicates in a thread of its own, because many publications take minutes of computing. A
 * process runs one search after another, because each takes a core and memory.
 */
export function searchClusters(order: SearchOrder): Promise<FoundClusters> {
  const search = last.then(() => runThread(order));
  last = search.catch(() => {});
  return search;
}

function runThread(order: SearchOrder): Promise<FoundClusters> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, {
      workerData: { name: THREAD_NAME, order },
      name: THREAD_NAME,
      // most objects live as long as the search, so a larger young generation only takes memory
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    thread.once('message', (found: FoundClusters) => resolve(found));
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`The search for near duplicates ended with ${code} and no result.`)),
    );
  });
}

async function searchInThread({ databaseUrl, terms }: SearchOrder): Promise<FoundClusters> {
  let lost: Error | null = null;
  const { db, close } = connectDatabase({
    url: databaseUrl,
    maxConnections: 1,
    name: 'lectern duplicates',
    purpose: 'nearDuplicates',
    onError: (error) => {
      lost = error;
    },
  });
  try {
    return await findClusters(db, terms);
  } catch (error) {
    throw lost ?? error;
  } finally {
    await close();
  }
}

const given = workerData as { readonly name?: string; readonly order?: SearchOrder } | null;
if (given?.name === THREAD_NAME && given.order) parentPort?.postMessage(await searchInThread(given.order));
