import { parentPort, workerData } from 'node:worker_threads';
import { connectDatabase } from '../platform/database/database.ts';
import { findClusters } from './find-clusters.ts';
import type { ThreadOrder } from './search-clusters.ts';

// The search is minutes of computing when works are many: in a thread of its own, with a connection of its own, it holds nobody up.
const { databaseUrl, terms } = workerData as ThreadOrder;
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
  parentPort?.postMessage(await findClusters(db, terms));
} catch (error) {
  throw lost ?? error;
} finally {
  await close();
}
