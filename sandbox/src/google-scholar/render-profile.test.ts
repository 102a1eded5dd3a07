import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLibrary } from '../library.ts';
import { createProfilePages } from './handle-google-scholar.ts';

const recorded = new URL('../../../../shared/data/gscholar/profile/amIMrIEAAAAJ.html', import.meta.url);

/** The structure of the markup between two marks: tags, ids, classes, roles and their nesting. */
function skeletonOf(html: string, from: string, to: string): string {
  const part = html.slice(html.indexOf(from), html.indexOf(to, html.indexOf(from)));
  return part.replaceAll(/="(?:https?:\/\/|\/)[^"]*"/g, '="…"').replaceAll(/>[^<]+/g, '>');
}

test.skipIf(!existsSync(recorded))(
  'a row and the foot have the structure of the recorded page [needs ../shared/data]',
  () => {
    const real = readFileSync(recorded, 'utf8');
    const library = createLibrary();
    library.addScholar('someoneSome1', 2400);
    const request = { order: 'citations', cstart: 0, pagesize: 20 } as const;
    const page = createProfilePages(library).page({ id: 'someoneSome1', ...request }, 'http://127.0.0.1:1');
    const made = page?.toString() ?? '';
    const dated = made.slice(made.indexOf('<tr class="gsc_a_tr">', made.indexOf('"></span></td></tr>')));
    const rowOf = (html: string) => skeletonOf(html, '<tr class="gsc_a_tr">', '</tr>');
    expect(rowOf(dated)).toBe(rowOf(real));
    const footOf = (html: string) => skeletonOf(html, '<div id="gsc_lwp">', '<div id="gs_ftr_sp"');
    expect(footOf(made)).toBe(footOf(real));
    const totalsOf = (html: string) =>
      skeletonOf(html, '<table id="gsc_rsb_st">', '</table>').replaceAll(/ title="[^"]*"/g, '');
    expect(totalsOf(made)).toBe(totalsOf(real));
    const ids = (html: string) =>
      new Set([...html.slice(html.indexOf('<body')).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const unknown = [...ids(made)].filter((id) => !ids(real).has(id));
    expect(unknown).toEqual([]);
    expect(made.length / real.length).toBeGreaterThan(0.75);
    expect(made.length / real.length).toBeLessThan(1.25);
  },
);

test('a cached page of 100 rows is rendered in well under a millisecond', () => {
  const library = createLibrary();
  library.addScholar('someoneSome1', 3000);
  const pages = createProfilePages(library);
  const request = { id: 'someoneSome1', order: 'citations', pagesize: 100 } as const;
  const showAll = () => {
    for (let cstart = 0; cstart < 3000; cstart += 100) pages.page({ ...request, cstart }, 'http://127.0.0.1:1');
  };
  showAll();
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    showAll();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / 30;
  });
  // CPU time, because on a busy machine the process waits, and the best round, because garbage collection may interrupt
  // one
  expect(Math.min(...rounds)).toBeLessThan(1);
});
