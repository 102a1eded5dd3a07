import { Worker } from 'node:worker_threads';
import type { FoundClusters, WantedClusters } from './find-clusters.ts';

export interface ThreadOrder {
  readonly databaseUrl: string;
  readonly terms: WantedClusters;
}

// Node runs no TypeScript in a thread: where this file is not built itself, as in tests, the built one beside it does the work
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/duplicates/search-thread.js' : './search-thread.js',
  import.meta.url,
);

let last: Promise<unknown> = Promise.resolve();

/** Finds clusters of near duplicates in another thread. In a process one search follows another, since each takes a core and memory. */
export function searchClusters(order: ThreadOrder): Promise<FoundClusters> {
  const search = last.then(() => runThread(order));
  last = search.catch(() => {});
  return search;
}

function runThread(workerData: ThreadOrder): Promise<FoundClusters> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData, name: 'duplicates' });
    thread.once('message', (found: FoundClusters) => resolve(found));
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the search for near duplicates ended with ${code} and no answer`)));
  });
}
