import { renderRow } from '../google-scholar/render-row.ts';
import { clusterOf, presentYear, type Work } from '../work.ts';
import { type PoisonKind, poisonKinds } from './fault.ts';

const sound: Work = {
  owner: '',
  n: 0,
  title: 'A paper that came in bad shape',
  italic: null,
  authors: ['A Nobody'],
  venue: 'Journal of Broken Records 1 (1), 1-2',
  year: presentYear,
  citations: 1,
  cluster: '',
  code: '',
  doi: null,
  openAccess: false,
  arxivId: null,
};

/** What each kind changes in a sound work, and in its markup. */
const poisons: Readonly<Record<PoisonKind, { work: Partial<Work>; spoil?: (row: string) => string }>> = {
  count: { work: { title: 'A paper cited too often', citations: 99_999_999_999 } },
  raw_nul: { work: { title: 'A title with a raw \u0000 in it' } },
  entity_nul: {
    work: { title: 'A title with MARK in it' },
    spoil: (row) => row.replace('MARK', '&#0;'),
  },
  half_character: {
    work: { title: 'Half a character, MARK, and more' },
    spoil: (row) => row.replace('MARK', '&#xD800;'),
  },
  long_title: { work: { title: `Endless ${'and endless '.repeat(8_400)}title` } },
  long_lines: {
    work: {
      title: 'A paper by everybody',
      authors: [`A Nobody${'\u0000'} ${'B Nobody '.repeat(2_000)}`],
      venue: `doi: ${'Annals of everything '.repeat(2_000)}`,
    },
  },
  no_title: { work: { title: '\u200b' } },
};

/** Rows that a database or a reader does not take as they are; the same ones each time. */
export function renderPoisonRows(profileId: string, kinds: readonly PoisonKind[] = poisonKinds): readonly string[] {
  return kinds.map((kind, index) => {
    const { work, spoil = (row: string) => row } = poisons[kind];
    const cluster = clusterOf(`poison/${profileId}/${kind}/${index}`);
    return spoil(renderRow(profileId, `poison_${kind}_${index}`, { ...sound, cluster, ...work }, 'en'));
  });
}
