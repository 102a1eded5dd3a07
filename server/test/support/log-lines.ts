import { expect } from 'vitest';

/** Expects a log of JSON objects, one a line, without failures. */
export function expectLogLines(log: string): void {
  const lines = log.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => !isLogLine(line))).toEqual([]);
}

/** Whether a line is one JSON object, of the level `info` or `warn`. */
export function isLogLine(line: string): boolean {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null && 'level' in entry && /^(info|warn)$/.test(String(entry.level));
  } catch {
    return false;
  }
}
