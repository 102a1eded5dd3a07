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
    'Figures 1–6 from: Lee A (2020) Beetles',
    'FIGURES 1–6 in A new beetle of the lakes',
    'FIGURE 3 in Beetles of the lakes',
    'Data_Sheet_1_Beetles of the lakes.pdf',
    'Table 2_Beetles of the lakes.docx',
    'sj-pdf-1-abc-10.1177_1 – Supplemental material for Beetles of the lakes',
  ])('%s', (title) => expect(named(title)).toBe(true));
  it.each([
    'Figures of speech in the lakes',
    'Table tennis and the brain',
    'Materials from the sea',
    'The figure 8 knot',
    'Supplementary information for planners',
    'Video games from 1980 to 1990',
    'A file system for tables',
    'Table 4 of the periodic system: a history',
    'File 13 of the archive',
    'Material 3 from lunar soil',
    'Plates from: a study of the earth',
    'Figure 8 in ice skating',
    'Image 3 of a lake.',
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
    '10.5194/lake-2020-12-sc3',
    '10.3897/lakekeys.9.1234.figures1-3',
    '10.1371/journal.lake.0012345.r001',
    '10.7554/elife.12345.3.sa0',
    '10.7554/elife.12345.012',
    '10.7287/peerj.123v0.1/reviews/1',
    '10.5256/f1000research.123.r456',
    '10.3410/f.12345.67',
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
