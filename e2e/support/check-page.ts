import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SCREENSHOTS = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** By default axe leaves out the size of targets, which is new in WCAG 2.2. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The theme changes nothing but colours. */
const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** Checks both themes: no violation found by axe, and no horizontal overflow. Saves a screenshot of each. */
export async function checkPage(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  const width = page.viewportSize()?.width;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // a page without the application has its theme at once
    await page.waitForFunction(
      (scheme) => document.getElementById('root') === null || document.documentElement.dataset.theme === scheme,
      colorScheme,
    );
    await page.screenshot({ path: `${SCREENSHOTS}${name}-${width}-${colorScheme}.png` });
    const context = `${name}, ${width} px, ${colorScheme}`;
    expect(await findViolations(page, colorScheme === 'light' ? RULES : RULES_OF_COLORS), context).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${context}: wider than the window`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function findViolations(page: Page, rules: readonly string[]): Promise<string[]> {
  // the content security policy forbids foreign scripts, but the debugger may evaluate them
  await page.evaluate(await axeSource());
  const violations: Violation[] = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    return (await axe.run({ runOnly })).violations;
  }, rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

let source: Promise<string> | null = null;

function axeSource(): Promise<string> {
  source ??= readFile(AXE, 'utf8');
  return source;
}
