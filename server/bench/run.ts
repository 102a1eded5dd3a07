// npm run bench [-- PART ...]: what single parts cost. Without arguments all of them.
import { benchCrawling } from './crawl.ts';
import { benchLargeLibrary } from './large-library.ts';
import { type Figure, reportStep } from './measure.ts';
import { writeSection } from './performance-page.ts';
import { benchPortability } from './portability.ts';

const PARTS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  crawling: benchCrawling,
  library: async () => [...(await benchPortability()), ...(await benchLargeLibrary())],
};

const wanted = process.argv.slice(2);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  reportStep(name);
  figures.push(...(await measure()));
}

const table = [
  '| figure | measured | target | |',
  '|---|---|---|---|',
  ...figures.map(
    ({ name, value, unit, target, met }) =>
      `| ${name} | ${round(value)} ${unit} | ${target} | ${met === null ? '' : met ? 'met' : '**missed**'} |`,
  ),
].join('\n');
console.log(table);
if (wanted.length === 0) await writeSection('bench', table);

function round(value: number): string {
  if (Number.isNaN(value)) return '';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
