import { expect, it } from 'vitest';
import { readVenue } from './read-venue.ts';

const JOURNAL = { kind: 'article-journal', publisher: null, volume: null, issue: null, pages: null };

it.each([
  ['Nature 521 (7553), 436-444', { ...JOURNAL, container: 'Nature', volume: '521', issue: '7553', pages: '436-444' }],
  ['Journal of Ice 12, 1–20, 2015', { ...JOURNAL, container: 'Journal of Ice', volume: '12', pages: '1-20' }],
  ['PloS one 10 (7), e0130140', { ...JOURNAL, container: 'PloS one', volume: '10', issue: '7', pages: 'e0130140' }],
  ['Journal of Ice 2013 (5), 61', { ...JOURNAL, container: 'Journal of Ice', volume: '2013', issue: '5', pages: '61' }],
  ['Physics of Glaciers', { ...JOURNAL, container: 'Physics of Glaciers' }],
  [
    'Proceedings of the IEEE 86 (11), 2278-2324',
    { ...JOURNAL, container: 'Proceedings of the IEEE', volume: '86', issue: '11', pages: '2278-2324' },
  ],
  [
    '2018 IEEE Conference on Ice, 1-10',
    { ...JOURNAL, kind: 'paper-conference', container: '2018 IEEE Conference on Ice', pages: '1-10' },
  ],
  [
    'Advances in neural information processing systems 30',
    {
      ...JOURNAL,
      kind: 'paper-conference',
      container: 'Advances in neural information processing systems',
      volume: '30',
    },
  ],
  ['Handbook of Ice, 33-50', { ...JOURNAL, kind: 'chapter', container: 'Handbook of Ice', pages: '33-50' }],
  [
    'Cambridge University Press',
    { ...JOURNAL, kind: 'book', container: null, publisher: 'Cambridge University Press' },
  ],
  ['PhD thesis, University of Oslo', { ...JOURNAL, kind: 'thesis', container: null, publisher: 'University of Oslo' }],
  ['arXiv preprint arXiv:1706.03762', { ...JOURNAL, kind: 'article', container: null, publisher: 'arXiv' }],
  ['US Patent 9,876,543', { ...JOURNAL, kind: 'patent', container: 'US Patent 9,876,543' }],
  [null, { ...JOURNAL, kind: 'document', container: null }],
])('%s', (text, expected) => {
  expect(readVenue(text)).toEqual(expected);
});
