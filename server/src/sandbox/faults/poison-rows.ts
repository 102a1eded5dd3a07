import { renderRow } from '../google-scholar/render-row.ts';
import { presentYear, type Work } from '../work.ts';

const sound: Work = {
  owner: '',
  n: 0,
  title: 'A paper that came in bad shape',
  italic: null,
  authors: ['A Nobody'],
  venue: 'Journal of Broken Records 1 (1), 1-2',
  year: presentYear,
  citations: 1,
  cluster: '13370000000000000001',
  code: '',
  doi: null,
  openAccess: false,
  arxivId: null,
};

/** Rows that a database does not take as they are: numbers too large, NUL in two spellings, half a character, 100 kB of title. */
export function renderPoisonRows(profileId: string): readonly string[] {
  const row = (code: string, work: Partial<Work>) => renderRow(profileId, code, { ...sound, ...work }, 'en');
  return [
    row('poisonCount_', { citations: 99_999_999_999 }),
    row('poisonRawNul', { title: 'A title with a raw \u0000 in it' }),
    row('poisonEntNul', { title: 'A title with MARK in it' }).replace('MARK', '&#0;'),
    row('poisonHalf__', { title: 'Half a character, MARK, and more' }).replace('MARK', '&#xD800;'),
    row('poisonLong__', { title: `Endless ${'and endless '.repeat(8_400)}title` }),
  ];
}
