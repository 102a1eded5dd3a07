import { describe, expect, it } from 'vitest';
import { isNotPublication } from './not-publication.ts';

const named = (title: string) => isNotPublication({ type: null, title, doi: null });

describe('what is no publication', () => {
  it.each(['paratext', 'peer-review', 'supplementary-materials', 'grant', 'libguides'])('type %s', (type) =>
    expect(isNotPublication({ type, title: 'On lakes', doi: null })).toBe(true),
  );
  it.each(['article', 'book-chapter', 'dataset', 'preprint', 'erratum', 'letter', 'review'])('not type %s', (type) =>
    expect(isNotPublication({ type, title: 'On lakes', doi: '10.5555/lakes.1' })).toBe(false),
  );

  it.each([
    'Figure 3 from: Lee A (2020) Beetles of the lakes. Lake Keys 9: 1-20',
    'Supplementary material 2 from: Lee A (2020) Beetles',
    'Additional file 1 of Beetles of the lakes',
    'Additional file 12: Table S1. of Beetles of the lakes',
    'Table S2 from Beetles of the lakes',
    'MOESM1 of Beetles of the lakes',
    'Supplementary Figure 2 of Beetles',
  ])('%s', (title) => expect(named(title)).toBe(true));
  it.each([
    'Figures of speech in the lakes',
    'Table tennis and the brain',
    'Materials from the sea',
    'The figure 8 knot',
    'Supplementary information for planners',
    'Video games from 1980 to 1990',
    'A file system for tables',
  ])('not %s', (title) => expect(named(title)).toBe(false));

  it.each([
    '10.3897/lakekeys.9.1234.figure3',
    '10.3897/lakekeys.9.1234.suppl1',
    '10.1371/journal.lake.0012345.g001',
    '10.1371/journal.lake.0012345.s002',
    '10.7717/lakej.123/fig-1',
    '10.1107/s2052252515012345/ab1234sup1.cif',
    '10.1002/lake.1234/v2/review1',
    '10.5194/lake-12-34-2020-supplement',
    '10.5194/lake-2020-12-rc1',
  ])('%s', (doi) => expect(isNotPublication({ type: null, title: 'T', doi })).toBe(true));
  it.each([
    '10.5194/lake-12-34-2020',
    '10.1371/journal.lake.0012345',
    '10.7554/elife.12345.2',
    '10.5281/zenodo.12345',
    '10.1000/s001',
    '10.1002/lake.1234',
  ])('not %s', (doi) => expect(isNotPublication({ type: null, title: 'T', doi })).toBe(false));
});
