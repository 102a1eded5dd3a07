import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

/** Tasks that end when the test ends them. */
function makeTasks(limits: { running: number; waiting: number }) {
  const takeTurn = limitConcurrency({ ...limits, refusal: 'Too many at this moment.' });
  const started: number[] = [];
  const end = new Map<number, (error?: Error) => void>();
  const run = (n: number) =>
    takeTurn(() => {
      started.push(n);
      return new Promise<number>((resolve, reject) => end.set(n, (error) => (error ? reject(error) : resolve(n))));
    });
  return { run, started, end: (n: number, error?: Error) => end.get(n)?.(error) };
}

test('a limited number of tasks run at once; the others follow in order, also after a failure', async () => {
  const { run, started, end } = makeTasks({ running: 2, waiting: 9 });
  const all = [1, 2, 3, 4, 5].map(run);
  expect(started).toEqual([1, 2]);
  end(2, new Error('failed'));
  await expect(all[1]).rejects.toThrow('failed');
  await expect.poll(() => started).toEqual([1, 2, 3]);
  end(1);
  expect(await all[0]).toBe(1);
  await expect.poll(() => started).toEqual([1, 2, 3, 4]);
  for (const n of [3, 4]) end(n);
  await expect.poll(() => started).toEqual([1, 2, 3, 4, 5]);
  end(5);
  expect(await Promise.all(all.slice(2))).toEqual([3, 4, 5]);
  const [six, seven, eight] = [run(6), run(7), run(8)];
  expect(started.slice(5), 'all places are free again, and no more').toEqual([6, 7]);
  for (const n of [6, 7]) end(n);
  await Promise.all([six, seven]);
  end(8);
  expect(await eight).toBe(8);
});

test('a call with a full queue fails and says when to retry', async () => {
  const { run, end } = makeTasks({ running: 1, waiting: 1 });
  const [first, second] = [run(1), run(2)];
  await expect(run(3)).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'not_ready',
    details: { retry_after_seconds: 2 },
  });
  end(1);
  await first;
  end(2);
  expect(await second).toBe(2);
});
