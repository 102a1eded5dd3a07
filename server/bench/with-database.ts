import pg from 'pg';
import { openEmbeddedDatabase } from '../src/platform/database/embedded.ts';

/** Works with a connection to the embedded database in `dataDir`, with or without a running service. */
export async function withDatabase<T>(
  dataDir: string,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => {} });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client, database.url);
  } finally {
    await client.end();
    await database.close();
  }
}
