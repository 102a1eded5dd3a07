import { expect, test } from 'vitest';
import { listSchemaObjects } from '../../src/maintenance/schema-store.ts';
import { openTestDatabase } from '../support/old-schema.ts';

// to update the file after a new migration: npx vitest run -u test/ops/check-integrity-schema.test.ts
test('objects.txt lists the objects that the migrations create', async () => {
  const { db } = await openTestDatabase({ empty: false });
  const objects = await db.transaction().execute(listSchemaObjects);
  expect(objects.length).toBeGreaterThan(100);
  await expect(`${objects.join('\n')}\n`).toMatchFileSnapshot('../../migrations/objects.txt');
});
