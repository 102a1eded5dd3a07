import { expect, test } from 'vitest';

/** `main.ts` loads the application itself. */
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!./main.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const IMPORT = /\bimport\(/g;
const BY_LOADER = /\b(?:part\(\s*async|loadPart\(|openPart\()\s*\(\) =>\s*(?:\(await )?import\(/g;

test('everything that is imported on demand goes through the one loader', () => {
  const counts = Object.entries(sources).map(([file, text]) => ({
    file,
    imports: text.match(IMPORT)?.length ?? 0,
    byLoader: text.match(BY_LOADER)?.length ?? 0,
  }));
  expect(counts.reduce((sum, { byLoader }) => sum + byLoader, 0)).toBeGreaterThan(30);
  expect(counts.filter(({ imports, byLoader }) => imports !== byLoader)).toEqual([]);
});
