import { expect, onTestFinished, test } from 'vitest';
import { listSchemaObjects } from '../../src/maintenance/integrity-schema-store.ts';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { makeTestDatabase } from '../support/test-database.ts';

// after a new migration: npx vitest run -u test/ops/check-integrity-schema.test.ts
test('the list of what the schema has is what the migrations make', async () => {
  const database = await makeTestDatabase();
  const connections = connectDatabase({ url: database.url, maxConnections: 1, name: 'test', onError: () => undefined });
  onTestFinished(async () => {
    await connections.close();
    await database.drop();
  });
  const objects = await connections.db.transaction().execute(listSchemaObjects);
  expect(objects.length).toBeGreaterThan(100);
  await expect(`${objects.join('\n')}\n`).toMatchFileSnapshot('../../migrations/objects.txt');
});
