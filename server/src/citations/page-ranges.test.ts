import { expect, it } from 'vitest';
import { readPages } from './page-ranges.ts';

it.each([
  ['1-20', '1', '20'],
  ['1–20', '1', '20'],
  ['33 -- 50', '33', '50'],
  ['e0130140', 'e0130140', null],
  ['II-401-II-404', 'II-401', 'II-404'],
  ['S1-12-S1-20', 'S1-12', 'S1-20'],
  ['WP2-07-31', 'WP2-07-31', null],
  ['A-12', 'A-12', null],
  ['xi-20', 'xi', '20'],
  ['3-9, 17, 40-44', '3', '44'],
  ['3, 9', '3', '9'],
  ['77-77', '77', null],
  ['5-', '5', null],
  ['-', '', null],
  ['271-280.e8', '271', '280.e8'],
  ['271-280.e1-e8', '271', '280.e1-e8'],
  ['e03100-19', 'e03100-19', null],
  ['10.1000/mice.03100-19', '10.1000/mice.03100-19', null],
  ['pp. 3‒9', '3', '9'],
  ['3~9', '3', '9'],
  ['Article 12', '12', null],
  ['n/a-n/a', '', null],
  ['N.PAG-N.PAG', '', null],
  ['no-no', '', null],
])('%s is from %s to %s', (text, first, last) => expect(readPages(text)).toMatchObject({ first, last }));
