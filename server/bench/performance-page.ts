import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

const PAGE = 'docs/performance.md';

/**
 * Replaces the results of a bench in `docs/performance.md`, and notes the date and the machine. The text around them
 * stays.
 */
export async function writeSection(bench: 'bench' | 'bench:scale' | 'bench:soak', results: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [begin, end] = [`<!-- results of npm run ${bench} -->`, `<!-- end of ${bench} -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no lines "${begin}" and "${end}"`);
  await writeFile(PAGE, `${before}${begin}\n${machine()}\n\n${results}\n${end}${after}`);
}

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const processors = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`;
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${processors}, ${memory} GiB, Node ${process.version}, the embedded PostgreSQL 15.`;
}
