import { expect, it } from 'vitest';
import { compareVenues } from './venues.ts';

it.each([
  ['same', 'Journal of Tides 12 (3), 4-9', 'Journal of Tides'],
  ['same', 'J. Tides', 'The Journal of Tides'],
  ['same', 'IEEE Trans. Tidal Eng.', 'IEEE Transactions on Tidal Engineering (TTE)'],
  ['same', 'Proceedings of the 31st Conference on Tides, 1-9', 'Conference on Tides'],
  ['same', 'Tides', 'TIDES 2020'],
  ['same', 'Journal of Tides: Conference …', 'Journal of Tides: Conference Series'],
  ['same', 'arXiv preprint arXiv:2001.00001', 'bioRxiv'],
  ['other', 'TIDES', 'The TIDES Journal'],
  ['other', 'TIDES Conference', 'TIDES Record'],
  ['other', 'Journal of Tides', 'Journal of Straits'],
  ['other', 'Tidal Letters', 'arXiv'],
  ['unknown', 'Conference on Tides, 1-9', 'Lecture Notes in Computer Science 12'],
  ['other', 'Journal of Tides', 'Lecture Notes in Computer Science 12'],
  ['unknown', null, 'Tides'],
  ['unknown', '12 (3), 4-9', 'Tides'],
])('%s: %s, %s', (relation, a, b) => {
  expect([compareVenues(a, b), compareVenues(b, a)]).toEqual([relation, relation]);
});
