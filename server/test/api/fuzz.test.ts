import { expect, test } from 'vitest';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { operations } from './openapi-description.ts';

test('random requests cause no server error and no hang; npm run test:fuzz is the long form', async () => {
  const { statuses } = await runFuzz({ requests: 2_000, seed: 20_261_122 });
  expect([...statuses.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
});
