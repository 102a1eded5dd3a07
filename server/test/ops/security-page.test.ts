import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const project = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The rows of the table of docs/security.md, each with its number, its tests, and words from their titles. */
function readRows(): { number: string; tests: { file: string; words: string | undefined }[] }[] {
  const text = readFileSync(project('docs/security.md'), 'utf8');
  const [, table = ''] = text.split('| ASVS');
  const rows = table.split('\n').filter((line) => /^\| \d/.test(line));
  return rows.map((row) => {
    const [, number = '', , cell = ''] = row.split(/(?<!\\)\|/).map((part) => part.trim());
    const tests = [...cell.matchAll(/`([^`]+\.test\.ts)`(?: \(([^)]+)\))?/g)];
    return { number, tests: tests.map(([, file = '', words]) => ({ file, words })) };
  });
}

test('each test named on the security page exists, and its title contains the quoted words', () => {
  const rows = readRows();
  expect(rows.length).toBeGreaterThan(40);
  for (const { number, tests } of rows) {
    expect(tests.length, number).toBeGreaterThan(0);
    for (const { file, words } of tests) {
      const path = project(`server/${file.startsWith('src/') ? '' : 'test/'}${file}`);
      expect(existsSync(path), `${number}: ${file}`).toBe(true);
      if (words === undefined) continue;
      const names = [...readFileSync(path, 'utf8').matchAll(/(?:test|it|describe|\))\(\s*(['"`])(.+?)\1,/g)];
      const isNamed = names.some(([, , name = '']) => name.replaceAll('\\', '').includes(words));
      expect(isNamed, `${number}: ${file} has no test "…${words}…"`).toBe(true);
    }
  }
});
