import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undisturbed } from '../server/bench/undisturbed.ts';
import { API_SOURCES } from '../server/src/platform/sources-config.ts';
import { setUpAccount } from './support/account.ts';
import { fillLibrary, readAllBut } from './support/fill-library.ts';
import { measureFirstPage, measureShift } from './support/measure-page.ts';
import { measureRequestsBesidePages } from './support/measure-requests.ts';
import { measureKeys, measureScroll, measureSearch } from './support/measure-use.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const PAGE = fileURLToPath(new URL('../docs/performance-web.md', import.meta.url));
const PUBLICATIONS = Number(process.env.WEB_WORKS ?? 100_000);
const LOADS = 5;
/** A reader of so large a library has read most of it. */
const UNREAD_SCHOLARS = 2;

type Figure = readonly [name: string, value: number, unit: 'ms' | 'kB' | '', limit: number | null];

/** An empty row after a read. Somebody adds the figure of a comparable service there. */
const PEER: Figure = ['the same, peer', Number.NaN, '', null];

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  world = await startWorld({
    isEmbedded: true,
    scholars: 'none',
    env: {
      // measure the list without enrichment of a hundred thousand publications at the same time
      ...Object.fromEntries(API_SOURCES.map((source) => [`${source.toUpperCase()}_ENABLED`, '0'])),
      // one user visits for the first time again and again
      RATE_LIMIT_PER_MINUTE: '100000',
    },
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
  await setRequestDelay(page, 0);
  await fillLibrary(page, world, PUBLICATIONS);
  const visit = { url: world.url, cookies: await context.cookies() };
  const unread = await measureFirstPage(browser, { ...visit, loads: LOADS });
  await readAllBut(page, UNREAD_SCHOLARS);
  const first = await undisturbed('first page', () => measureFirstPage(browser, { ...visit, loads: LOADS }));
  const besidePages = await undisturbed('requests beside pages', () => measureRequestsBesidePages(visit));
  const shift = await measureShift(browser, visit);
  const list = `${world.url}/?view=all`;
  const scroll = await undisturbed('scrolling', () => measureScroll(context, { url: list, rows: 60_000, places: 12 }));
  const keys = await undisturbed('keys', () => measureKeys(context, { url: list, presses: 40 }));
  const search = await undisturbed('search', () => measureSearch(context, { url: list, searches: 20 }));
  const figures: readonly Figure[] = [
    ['first title painted, 4x slowed CPU, nothing cached (median)', first.slowColdMs, 'ms', 1000],
    PEER,
    ['the same, with cached files', first.slowWarmMs, 'ms', 500],
    ['not slowed, nothing cached', first.coldMs, 'ms', null],
    ['not slowed, with cached files', first.warmMs, 'ms', null],
    ['everything unread and first seen today, 4x slowed CPU, nothing cached', unread.slowColdMs, 'ms', null],
    ['the same, with cached files', unread.slowWarmMs, 'ms', null],
    [
      'JavaScript that arrived before the first title was painted, in brotli',
      first.scriptBytesBeforeRow / 1000,
      'kB',
      90,
    ],
    ['all JavaScript of the first page, in brotli', first.scriptBytes / 1000, 'kB', null],
    ['layout shift of the load and of opening a publication, 1280 px', shift, '', 0.02],
    ['a key press (j or m) to the painted row, 95th percentile', keys.p95Ms, 'ms', 50],
    ['the same, median', keys.medianMs, 'ms', null],
    ['a request (auth/me) while four clients open pages all the time, median', besidePages, 'ms', 5],
    [`scrolling ${scroll.rows.toLocaleString('en')} rows, CPU per frame`, scroll.cpuMs, 'ms', 8],
    ['the same, time between frames, 95th percentile', scroll.p95Ms, 'ms', 50],
    ['the longest frame of it', scroll.longestMs, 'ms', null],
    ['search, the last key to the first painted result, 95th percentile', search.p95Ms, 'ms', 150],
    PEER,
    ['the same, median', search.medianMs, 'ms', null],
  ];
  const rows = figures.map((figure) => {
    if (figure === PEER) return `| ${PEER[0]} | | | |`;
    const [name, value, unit, limit] = figure;
    const verdict = limit === null ? ' | ' : `at most ${limit} ${unit} | ${value <= limit ? 'met' : '**missed**'}`;
    return `| ${name} | ${value.toFixed(unit === '' ? 3 : value < 100 ? 1 : 0)} ${unit} | ${verdict} |`;
  });
  const table = ['| figure | measured | target | |', '|---|---|---|---|', ...rows].join('\n');
  console.log(table);
  await writeFile(PAGE, describe(table));
  // a page may shift by nothing
  expect(
    figures
      .filter((figure) => figure !== PEER)
      .filter(([, value, unit]) => !(value > 0 || (unit === '' && value === 0))),
  ).toEqual([]);
});

function describe(table: string): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return `# Performance of the web application

What \`npm run bench:web\` measured last, on ${new Date().toISOString().slice(0, 10)}: Chromium ${browser.version()} without a graphics processor, ${PUBLICATIONS.toLocaleString('en')} publications of which 5,000 are unread, ${machine}.
Browser, service and database share these cores; rows without a target are there to compare.

${table}
`;
}
