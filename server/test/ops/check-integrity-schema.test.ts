import { expect, test } from 'vitest';
import { listSchemaObjects } from '../../src/maintenance/schema-checks-store.ts';
import { openTestDatabase } from '../support/old-schema.ts';

// after a new migration: npx vitest run -u test/ops/check-integrity-schema.test.ts
test('the list of what the schema has is what the migrations make', async () => {
  const { db } = await openTestDatabase({ empty: false });
  const objects = await db.transaction().execute(listSchemaObjects);
  expect(objects.length).toBeGreaterThan(100);
  await expect(`${objects.join('\n')}\n`).toMatchFileSnapshot('../../migrations/objects.txt');
});
