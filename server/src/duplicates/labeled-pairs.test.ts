import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperatorError } from '../platform/errors.ts';
import { readLabeledPairs, scoreLabeledPairs } from './labeled-pairs.ts';

const A =
  'COL title VAL on query plans : a survey COL authors VAL h. v. jagadish , k cho COL venue VAL vldb j. COL year VAL 1999';
const B =
  'COL title VAL on query plans: a survey COL authors VAL hv jagadish , k cho COL venue VAL the vldb journal , COL year VAL 1999.0';
const C = 'COL title VAL views &#38; caches in the field COL authors VAL  COL venue VAL  COL year VAL ';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const fileOf = async (text: string) => {
  const file = join(folder, 'pairs.txt');
  await writeFile(file, text);
  return file;
};
const read = async (text: string) => {
  const pairs = [];
  for await (const pair of readLabeledPairs(await fileOf(text))) pairs.push(pair);
  return pairs;
};

describe('reading labeled pairs', () => {
  it('parses records', async () => {
    const [pair, ...more] = await read(`${A} \t${B} \t1\r\n\n`);
    expect(more).toEqual([]);
    expect(pair).toEqual({
      isSame: true,
      a: {
        title: 'on query plans: a survey',
        authors: 'H. V. Jagadish, K Cho',
        venue: 'vldb j.',
        year: 1999,
        identifiers: [],
      },
      b: {
        title: 'on query plans: a survey',
        authors: 'HV Jagadish, K Cho',
        venue: 'the vldb journal,',
        year: 1999,
        identifiers: [],
      },
    });
  });

  it('handles missing values and entities', async () => {
    const [pair] = await read(`${C}\t${A}\t0`);
    expect(pair?.a).toEqual({
      title: 'views&caches in the field',
      authors: null,
      venue: null,
      year: null,
      identifiers: [],
    });
  });

  it.each([
    [`${A}\t${B}\t1\n${A}\t1\n`, 'line 2: expected two records and a label, separated by tabs.'],
    [`${A}\t${B}\tyes\n`, 'line 1: the label must be 0 or 1, not "yes".'],
    [`${A}\ttitle only\t1\n`, 'line 1: a record without "COL title VAL …".'],
    ['x'.repeat(1_100_000), 'line 1: longer than 1000000 characters.'],
  ])('says what is wrong with a file, and in which line', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
    await expect(read(text)).rejects.toThrow(OperatorError);
  });
});

it('says why a file cannot be scored', async () => {
  const score = (file: string) => scoreLabeledPairs(file, () => undefined);
  await expect(score(join(folder, 'none.txt'))).rejects.toThrow(/There is no file ".*none\.txt"/);
  await expect(score(folder)).rejects.toThrow('is not a file');
  await expect(score(await fileOf(''))).rejects.toThrow('has no labeled pairs');
});
