import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const project = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The 70 requirements of level 1 of ASVS 5.0.0. */
const LEVEL_1 = [
  ...['1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.5', '1.3.1', '1.3.2', '1.5.1', '2.1.1', '2.2.1', '2.2.2', '2.3.1'],
  ...['3.2.1', '3.2.2', '3.3.1', '3.4.1', '3.4.2', '3.5.1', '3.5.2', '3.5.3', '4.1.1', '4.4.1'],
  ...[
    '5.2.1',
    '5.2.2',
    '5.3.1',
    '5.3.2',
    '6.1.1',
    '6.2.1',
    '6.2.2',
    '6.2.3',
    '6.2.4',
    '6.2.5',
    '6.2.6',
    '6.2.7',
    '6.2.8',
  ],
  ...['6.3.1', '6.3.2', '6.4.1', '6.4.2', '7.2.1', '7.2.2', '7.2.3', '7.2.4', '7.4.1', '7.4.2'],
  ...['8.1.1', '8.2.1', '8.2.2', '8.3.1', '9.1.1', '9.1.2', '9.1.3', '9.2.1'],
  ...['10.4.1', '10.4.2', '10.4.3', '10.4.4', '10.4.5', '11.3.1', '11.3.2', '11.4.1', '12.1.1', '12.2.1', '12.2.2'],
  ...['13.4.1', '14.2.1', '14.3.1', '15.1.1', '15.2.1', '15.3.1'],
];

interface Row {
  readonly numbers: string;
  /** `yes`, or `n/a` */
  readonly met: string;
  /** the cell with the tests, or with the reason why there is none */
  readonly cell: string;
  readonly tests: readonly { readonly file: string; readonly words: string | undefined }[];
}

/** The rows of the tables of docs/security.md: level 1, and what of the others is met. */
function readTables(): [level1: Row[], others: Row[]] {
  const text = readFileSync(project('docs/security.md'), 'utf8');
  const [, level1 = '', others = ''] = text.split('| ASVS');
  return [readRows(level1), readRows(others)];
}

function readRows(table: string): Row[] {
  const rows = table.split('\n').filter((line) => /^\| \d/.test(line));
  return rows.map((row) => {
    const [, numbers = '', , met = '', cell = ''] = row.split(/(?<!\\)\|/).map((part) => part.trim());
    const tests = [...cell.matchAll(/`([^`]+\.test\.tsx?)`(?: \(([^)]+)\))?/g)];
    return { numbers, met, cell, tests: tests.map(([, file = '', words]) => ({ file, words })) };
  });
}

/** Most tests are named by their path in `server/` or `server/test/`. */
function pathOf(file: string): string {
  if (/^(?:web|e2e)\//.test(file)) return project(file);
  return project(`server/${file.startsWith('src/') ? '' : 'test/'}${file}`);
}

test('the security page has every requirement of level 1, and each is met or does not apply', () => {
  const [level1] = readTables();
  expect(LEVEL_1).toHaveLength(70);
  expect(level1.flatMap(({ numbers }) => numbers.split(', '))).toEqual(LEVEL_1);
});

test('each test named on the security page exists, and its title contains the quoted words', () => {
  const rows = readTables().flat();
  expect(rows.length).toBeGreaterThan(100);
  for (const { numbers, met, cell, tests } of rows) {
    expect(met, numbers).toMatch(/^(?:yes|n\/a)$/);
    expect(cell, numbers).not.toBe('');
    for (const { file, words } of tests) {
      const path = pathOf(file);
      expect(existsSync(path), `${numbers}: ${file}`).toBe(true);
      if (words === undefined) continue;
      const names = [...readFileSync(path, 'utf8').matchAll(/(?:test|it|describe|\))\(\s*(['"`])(.+?)\1,/g)];
      const isNamed = names.some(([, , name = '']) => name.replaceAll('\\', '').includes(words));
      expect.soft(isNamed, `${numbers}: ${file} has no test "…${words}…"`).toBe(true);
    }
  }
});
