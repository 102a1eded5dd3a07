import { renderRow } from '../google-scholar/render-profile.ts';
import { clusterOf, type Publication, presentYear } from '../publication.ts';
import { type PoisonKind, poisonKinds } from './fault.ts';

const normal: Publication = {
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

/** What each kind changes in a normal publication, and in its markup. */
const poisons: Readonly<Record<PoisonKind, { publication: Partial<Publication>; spoil?: (row: string) => string }>> = {
  count: { publication: { title: 'A paper cited too often', citations: 99_999_999_999 } },
  raw_nul: { publication: { title: 'A title with a raw \u0000 in it' } },
  entity_nul: {
    publication: { title: 'A title with MARK in it' },
    spoil: (row) => row.replace('MARK', '&#0;'),
  },
  half_character: {
    publication: { title: 'Half a character, MARK, and more' },
    spoil: (row) => row.replace('MARK', '&#xD800;'),
  },
  long_title: { publication: { title: `Endless ${'and endless '.repeat(8_400)}title` } },
  long_lines: {
    publication: {
      title: 'A paper by everybody',
      authors: [`A Nobody${'\u0000'} ${'B Nobody '.repeat(2_000)}`],
      venue: `doi: ${'Annals of everything '.repeat(2_000)}`,
    },
  },
  no_title: { publication: { title: '\u200b' } },
};

/** Rows that a database or a parser cannot accept unchanged. Each call renders the same rows. */
export function renderPoisonRows(profileId: string, kinds: readonly PoisonKind[] = poisonKinds): readonly string[] {
  return kinds.map((kind, index) => {
    const { publication, spoil = (row: string) => row } = poisons[kind];
    const cluster = clusterOf(`poison/${profileId}/${kind}/${index}`);
    return spoil(renderRow(profileId, `poison_${kind}_${index}`, { ...normal, cluster, ...publication }));
  });
}
