import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_SOURCES } from '../server/src/platform/sources-config.ts';
import { setUpAccount } from './support/account.ts';
import { fillLibrary } from './support/fill-library.ts';
import { measureFirstPage, measureKeys, measureScroll } from './support/measure-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { removeRequestDelay } from './support/remove-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const PAGE = fileURLToPath(new URL('../docs/performance-web.md', import.meta.url));
const PUBLICATIONS = Number(process.env.WEB_WORKS ?? 100_000);
const LOADS = 5;

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  world = await startWorld({
    scholars: 'none',
    // measure the list without enrichment of a hundred thousand publications at the same time
    env: Object.fromEntries(API_SOURCES.map((source) => [`${source.toUpperCase()}_ENABLED`, '0'])),
  });
  browser = await openBrowser();
  ({ context, page } = await openPage(browser, { width: 1280 }));
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

test(`the web application over ${PUBLICATIONS} publications`, async () => {
  await setUpAccount(page, world);
  await removeRequestDelay(page);
  await fillLibrary(page, world, PUBLICATIONS);
  const first = await measureFirstPage(browser, { url: world.url, cookies: await context.cookies(), loads: LOADS });
  const scroll = await measureScroll(page, { url: world.url, rows: 5000 });
  const keys = await measureKeys(page, { url: world.url, presses: 40 });
  const figures: [name: string, value: number, unit: string, limit: number | null][] = [
    ['JavaScript for the first page, as it is sent', first.scriptKilobytes, 'kB', 170],
    ['first list painted, 4x slowed CPU, nothing cached (median)', first.slowColdMs, 'ms', 1000],
    ['the same, files cached', first.slowWarmMs, 'ms', null],
    ['the same, not slowed, nothing cached', first.coldMs, 'ms', null],
    [`scroll through ${scroll.rows} rows, frames, 95th percentile`, scroll.p95Ms, 'ms', 50],
    ['the longest frame of it', scroll.longestMs, 'ms', null],
    ['a key press to a changed row, 95th percentile', keys.p95Ms, 'ms', 100],
    ['the same, median', keys.medianMs, 'ms', null],
  ];
  const rows = figures.map(([name, value, unit, limit]) => {
    const verdict = limit === null ? ' | ' : `under ${limit} ${unit} | ${value < limit ? 'met' : '**missed**'}`;
    return `| ${name} | ${value.toFixed(value < 100 ? 1 : 0)} ${unit} | ${verdict} |`;
  });
  const table = ['| figure | measured | target | |', '|---|---|---|---|', ...rows].join('\n');
  console.log(table);
  await writeFile(PAGE, describe(table));
  expect(figures.every(([, value]) => Number.isFinite(value) && value > 0)).toBe(true);
});

function describe(table: string): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return `# Performance of the web application

What \`npm run bench:web\` measured last, on ${new Date().toISOString().slice(0, 10)}: Chromium ${browser.version()} without a graphics processor, ${PUBLICATIONS.toLocaleString('en')} publications, ${machine}.
Browser, service and database share these cores; rows without a target are there to compare.

${table}
`;
}
