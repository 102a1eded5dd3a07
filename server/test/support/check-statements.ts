// After each test file: do the rows that its statements returned have the types that server/src declares for them?
import { readFile } from 'node:fs/promises';
import { afterAll, inject } from 'vitest';
import { compareRows, type DeclaredType } from './compare-rows.ts';
import { takeObservations } from './observe-rows.ts';
import { until } from './wait.ts';

/** by constant parts: each statement with these parts, and its declared type if it has one */
type Statements = Readonly<Record<string, readonly { readonly at: string; readonly type: DeclaredType | null }[]>>;

afterAll(async () => {
  const observations = takeObservations();
  if (observations.size === 0) return;
  const file = inject('statementTypes');
  const statements = JSON.parse(await until(() => readFile(file, 'utf8'))) as Statements;
  const problems = [...observations].flatMap(([parts, seen]) => {
    const found = statements[parts] ?? [];
    const differences = found.map(({ at, type }) => ({ at, lines: type ? compareRows(seen, type) : [] }));
    const [first] = differences;
    // statements with the same parts cannot be told apart, so one of them has to fit
    if (!first || differences.some(({ lines }) => lines.length === 0)) return [];
    return [`${first.at} ${parts.trim().split('\n', 1)}\n  ${first.lines.join('\n  ')}`];
  });
  if (problems.length > 0) throw new Error(`Rows differ from their types:\n${problems.join('\n')}`);
});
