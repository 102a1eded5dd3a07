import { expect, test } from 'vitest';
import type { Publication } from '../../api/shapes.ts';
import { writeCoins } from './coins.ts';

const paper: Publication = {
  publication_id: 1,
  scholar_profile_id: null,
  scholar_label: null,
  scholars: [],
  title: 'Ice',
  author_text: null,
  year: null,
  citation_count: 0,
  venue_text: null,
  pub_url: null,
  doi: null,
  display_identifier: null,
  stage: 'other',
  became_published_at: null,
  pdf_url: null,
  pdf_status: 'untracked',
  pdf_attempt_count: 0,
  pdf_failure_reason: null,
  pdf_failure_detail: null,
  is_read: false,
  is_favorite: false,
  first_seen_at: '2026-11-24T08:00:00.000Z',
  is_new_in_latest_run: false,
  tags: [],
  note_count: 0,
  notice: null,
};
const read = (change: Partial<Publication>) =>
  [...new URLSearchParams(writeCoins({ ...paper, ...change }, undefined))].filter(([key]) => key !== 'ctx_ver');

test('a journal article has its fields in the words of OpenURL', () => {
  const change = {
    title: 'Ice & snow: 50% "more" <b>',
    author_text: 'A Lund, C van der Berg, ...',
    venue_text: 'Journal of Ice 12 (3), 1-20',
    year: 2020,
    doi: '10.1000/a<b>&c=1',
  };
  expect(read(change)).toEqual([
    ['rft_val_fmt', 'info:ofi/fmt:kev:mtx:journal'],
    ['rft.genre', 'article'],
    ['rft.atitle', change.title],
    ['rft.jtitle', 'Journal of Ice'],
    ['rft.volume', '12'],
    ['rft.issue', '3'],
    ['rft.pages', '1-20'],
    ['rft.date', '2020'],
    ['rft.au', 'A Lund'],
    ['rft.au', 'C van der Berg'],
    ['rft_id', `info:doi/${change.doi}`],
  ]);
});

test('what is unknown is left out', () => {
  expect(read({}).slice(1)).toEqual([
    ['rft.genre', 'article'],
    ['rft.atitle', 'Ice'],
  ]);
});

test('proceedings are distinguished from journals', () => {
  const venue_text = 'Proceedings of the 12th Conference on Ice, 1-9';
  expect(Object.fromEntries(read({ venue_text }))).toMatchObject({
    'rft.genre': 'proceeding',
    'rft.jtitle': 'Proceedings of the 12th Conference on Ice',
    'rft.pages': '1-9',
  });
});
