// Keeps the PostgreSQL of the tests running until nobody has used it for the given time, so that the next run does not
// wait for it. Arguments: URL of the compiled embedded.js, the folder, and the seconds without a connection after which
// it stops.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const [, , moduleUrl, dataDir, idleSeconds] = process.argv;
const LOOK_EVERY_MS = 2000;
const { openEmbeddedDatabase } = await import(moduleUrl);
const database = await openEmbeddedDatabase({ dataDir, exclusive: true, log: () => undefined });
await writeFile(join(dataDir, 'url'), database.url);
// it stays connected, because tests may use up the connections
const client = new pg.Client({ connectionString: database.url });
await client.connect();
let usedAt = Date.now();
while (Date.now() - usedAt < Number(idleSeconds) * 1000) {
  await delay(LOOK_EVERY_MS);
  if (await isUsed()) usedAt = Date.now();
}
await client.end();
await database.close();
await rm(dataDir, { recursive: true, force: true });

async function isUsed() {
  const { rows } = await client.query(
    `select from pg_stat_activity where backend_type = 'client backend' and application_name = 'lectern test run'`,
  );
  return rows.length > 0;
}
