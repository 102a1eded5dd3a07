import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/support/cpu-time.ts';
import { MAX_JSON_DEPTH, MAX_JSON_PARTS, refuseCostlyJson } from './validation.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const withKeys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;

test('the depth and the number of keys, objects and lists are limited exactly', () => {
  refuseCostlyJson(nested(MAX_JSON_DEPTH));
  refuseCostlyJson(withKeys(MAX_JSON_PARTS - 1));
  // depth is not the number of lists
  refuseCostlyJson(`[${Array(1000).fill('[]').join(',')}]`);
  expect(() => refuseCostlyJson(`[${Array(MAX_JSON_PARTS).fill('{}').join(',')}]`)).toThrow('must not have more than');
  expect(() => refuseCostlyJson(nested(MAX_JSON_DEPTH + 1))).toThrow('must not be nested more than 32 levels deep');
  expect(() => refuseCostlyJson(withKeys(MAX_JSON_PARTS))).toThrow(
    'must not have more than 4096 keys, objects and lists',
  );
});

test('brackets and colons within strings do not count, whatever is escaped', () => {
  const marks = ':[{'.repeat(2000);
  for (const text of [marks, `"${marks}`, `\\${marks}\\"${marks}`, `${marks}\\\\`]) {
    refuseCostlyJson(JSON.stringify({ [text]: text }));
    expect(() => refuseCostlyJson(`[${JSON.stringify(text)},${nested(MAX_JSON_DEPTH)}]`)).toThrow('levels deep');
  }
  for (const broken of ['"', '"\\', '[":[{', ']]]]']) refuseCostlyJson(broken);
});

test('the scan of any text of 300 kB takes at most a few times as long as parsing a list of ids of that size', () => {
  const fill = (part: string) => part.repeat(300_000 / part.length);
  const ids = JSON.stringify(Array.from({ length: 300_000 / 17 }, (_, n) => 9_007_199_254_739_000 + n));
  const baseline = fastest(() => JSON.parse(ids));
  for (const text of [
    ids,
    fill('['),
    fill('[]'),
    fill('"'),
    fill('\\"'),
    `"${fill('\\"')}`,
    fill('"a":1,'),
    fill('é"'),
    fill(']'),
  ])
    expect(
      fastest(() => attempt(text)),
      text.slice(0, 10),
    ).toBeLessThan(5 * baseline);
});

function attempt(text: string): void {
  try {
    refuseCostlyJson(text);
  } catch {
    // only the time counts
  }
}

/** The shortest of many durations, in milliseconds, because other processes may interrupt some. */
function fastest(work: () => void): number {
  const durations = Array.from({ length: 40 }, () => {
    const start = cpuMs();
    work();
    return cpuMs() - start;
  });
  return Math.min(...durations);
}
