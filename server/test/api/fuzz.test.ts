import { expect, test } from 'vitest';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { operations } from './openapi-description.ts';

test('requests made by chance: no failure, no hang; the long form is npm run test:fuzz', async () => {
  const { statuses } = await runFuzz({ requests: 1_000, seed: 20_261_122 });
  expect([...statuses.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
});
