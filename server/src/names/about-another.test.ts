import { describe, expect, test } from 'vitest';
import { compareTitles, readTitle } from './titles.ts';

const TITLE = 'Slow tides in northern harbors';

describe('the title of a publication about another one, or of an item beside it', () => {
  test.each([
    `Erratum to: ${TITLE}`,
    `Correction: ${TITLE}`,
    `Publisher Correction: ${TITLE}`,
    `Author's reply to ${TITLE}`,
    `Comment on "${TITLE}"`,
    `Retraction Note: ${TITLE}`,
    `Retraction: ${TITLE}`,
    `Notice of Retraction: ${TITLE}`,
    `Statement of Retraction: ${TITLE}`,
    `Withdrawal: ${TITLE}`,
    `Removal notice to "${TITLE}"`,
    `Expression of Concern: ${TITLE}`,
    `Editorial Expression of Concern: ${TITLE}`,
    `Re: ${TITLE}`,
    `Book Review: ${TITLE}`,
    `Data from: ${TITLE}`,
    `Data and code for: ${TITLE}`,
    `Code for: ${TITLE}`,
    `Replication Data for: ${TITLE}`,
    `Supplementary material for ${TITLE}`,
    `Supplementary Table S1 from ${TITLE}`,
    `Supplement to: Berg, K (2012): ${TITLE}`,
    `Additional file 1 of ${TITLE}`,
    `Additional file 12: of ${TITLE}`,
    `Additional file MOESM1 of ${TITLE}`,
    `Figure 3 from: ${TITLE}`,
    `Table S1 from ${TITLE}`,
    `Video 2: ${TITLE}`,
    `Peer review report 1 on ${TITLE}`,
    `Peer Review #2 of "${TITLE}"`,
    `Reviewer #1 (Public Review): ${TITLE}`,
    `Referee report. For: ${TITLE}`,
    `Decision letter: ${TITLE}`,
    `Decision letter for "${TITLE}"`,
    `Author response: ${TITLE}`,
    `eLife assessment: ${TITLE}`,
    `Editor's evaluation: ${TITLE}`,
    `Faculty Opinions recommendation of ${TITLE}`,
    `Poster: ${TITLE}`,
    `Slides: ${TITLE}`,
    `Editorial: ${TITLE}`,
    `Retratação: ${TITLE}`,
    `Nota de retractación: ${TITLE}`,
    `Fe de erratas: ${TITLE}`,
    `Berichtigung: ${TITLE}`,
    `Publisher's Note: Retraction of ${TITLE}`,
    `Editor’s Note: ${TITLE}`,
    `Notice of Duplicate Publication: ${TITLE}`,
    `Replication package for ${TITLE}`,
    `Appendix to ${TITLE}`,
    `Slides for ${TITLE}`,
    `Research data supporting "${TITLE}"`,
    `Rezension: ${TITLE}`,
    `Reseña de ${TITLE}`,
    `sj-pdf-1-abc-10.1177_1 – Supplemental material for ${TITLE}`,
    `${TITLE}: technical appendix`,
    `${TITLE}: replication package`,
    `${TITLE} [data set]`,
    `${TITLE} [video]`,
    `${TITLE} (poster)`,
    `${TITLE}: supplementary material`,
    `${TITLE} (supplementary data)`,
    `${TITLE} - supporting information`,
    `${TITLE}: data and code`,
    `${TITLE}: code`,
    `${TITLE}: dataset`,
    `${TITLE} [Dataset]`,
    `${TITLE}: slides`,
    `${TITLE}: appendix`,
    `${TITLE}. Supplement`,
    `${TITLE}: editorial`,
    `${TITLE}: book review`,
    `${TITLE}: a rejoinder`,
    `${TITLE} (Erratum)`,
    `${TITLE} - Corrigendum`,
  ])('%s', (title) => {
    expect(readTitle(title).aboutAnother).not.toBe('');
    expect(compareTitles(TITLE, title)).toMatch(/^(?:related|akin)$/);
  });
});

describe('an original publication', () => {
  test.each([
    TITLE,
    `Report: ${TITLE}`,
    `Case report: ${TITLE}`,
    `Letter: ${TITLE}`,
    `${TITLE}: a review`,
    `${TITLE}: a dataset`,
    'Decision tables: slow tides in northern harbors',
    `${TITLE}: peer review`,
    `${TITLE}: the video`,
    `${TITLE}: software`,
    `${TITLE}: a data set`,
    'Notes on slow tides',
    'Appendix vermiformis of northern divers',
    'Software package for slow tides',
    'Research software for harbors',
    'Technical materials of northern harbors',
    'Correspondence: slow tides',
    'Re-tree: an index of northern harbors',
    'Additional data on the beetles of northern harbors',
    'Software for harbors: a survey',
    'Figures of speech in harbor songs',
    'Reports from the field stations',
    'Presentation of data: a survey',
    'Public data and their sources',
  ])('%s', (title) => {
    expect(readTitle(title).aboutAnother).toBe('');
  });
});

test.each(['更正：', '勘误：', '撤稿声明：', '訂正：', '书评：'])(
  'a notice or review in Chinese or Japanese: %s',
  (label) => {
    expect(compareTitles('北方海港的慢潮汐', `${label}北方海港的慢潮汐`)).toBe('related');
  },
);

test('a record that names only another form may be the same publication', () => {
  expect(compareTitles(TITLE, `Poster: ${TITLE}`)).toBe('akin');
  expect(compareTitles(`${TITLE}: slides`, TITLE)).toBe('akin');
  expect(compareTitles(TITLE, `Peer review report 1 on ${TITLE}`)).toBe('related');
});

test("a publisher's mark is no difference", () => {
  for (const title of [
    `RETRACTED: ${TITLE}`,
    `<b>WITHDRAWN</b>: ${TITLE}`,
    `${TITLE} (Retracted article. See vol. 3)`,
  ]) {
    expect(compareTitles(TITLE, title)).toBe('same');
    expect(compareTitles(title, TITLE)).toBe('same');
  }
});
