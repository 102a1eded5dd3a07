import { setTimeout as pause } from 'node:timers/promises';
import { load } from './product.ts';
import { withDatabase } from './with-database.ts';

const { LOCKS } = await load<typeof import('../src/platform/database/locks.ts')>('platform/database/locks.js');
const EVERY_MS = 20;

/**
 * Runs `work`, and measures for how long at once another transaction held the identity lock, for which saves of pages
 * with new publications wait.
 */
export async function timeIdentityLock<T>(
  dataDir: string,
  work: () => Promise<T>,
): Promise<{ result: T; longestSeconds: number }> {
  return withDatabase(dataDir, async (client) => {
    const query = {
      name: 'identity',
      text: `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = 0 and granted limit 1`,
      values: [LOCKS.identity],
    };
    let since: number | null = null;
    let longestSeconds = 0;
    const ended = new AbortController();
    const watching = (async () => {
      while (!ended.signal.aborted) {
        const isHeld = (await client.query(query)).rowCount === 1;
        since = isHeld ? (since ?? performance.now()) : null;
        if (since !== null) longestSeconds = Math.max(longestSeconds, (performance.now() - since) / 1000);
        await pause(EVERY_MS);
      }
    })();
    try {
      return { result: await work(), longestSeconds };
    } finally {
      ended.abort();
      await watching;
    }
  });
}
