import pg from 'pg';
import { LOCKS } from '../src/platform/database/locks.ts';
import { secondsOf } from './scale-measure.ts';

/**
 * Asks for the shared lock on identity all the time, as crawls and imports do. `restart()` returns the longest wait
 * since the last call, in seconds.
 */
export async function watchIdentity(databaseUrl: string): Promise<{ restart(): number; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let longest = 0;
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const seconds = await secondsOf(() =>
        client.query('select pg_advisory_lock_shared($1, 0), pg_advisory_unlock_shared($1, 0)', [LOCKS.identity]),
      );
      longest = Math.max(longest, seconds);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  return {
    restart() {
      const before = longest;
      longest = 0;
      return before;
    },
    async stop() {
      isStopped = true;
      await watching;
      await client.end();
    },
  };
}
