import { expect, it } from 'vitest';
import { splitAuthors } from './split-authors.ts';

it.each([
  ['AB Lund, C van der Berg, …', ['AB Lund', 'C van der Berg', '…']],
  ['Lund, A., Berg, C. D.', ['Lund, A.', 'Berg, C. D.']],
  ['Lund, A.; Berg, C.; Roe, Jane', ['Lund, A.', 'Berg, C.', 'Roe, Jane']],
  ['Lund, Ada and Berg, Carl', ['Lund, Ada', 'Berg, Carl']],
  ['Ada Lund, Carl Berg, and Jane Roe', ['Ada Lund', 'Carl Berg', 'Jane Roe']],
  ['A Lund and B Berg', ['A Lund', 'B Berg']],
  ['A. B. Lund & C. Berg', ['A. B. Lund', 'C. Berg']],
  ['A Lund, B Berg et al.', ['A Lund', 'B Berg', 'et al.']],
  ['Lund J, Berg C, et al.', ['Lund J', 'Berg C', 'et al.']],
  // one person
  ['van der Lund, L', ['van der Lund, L']],
  ['da Costa, J', ['da Costa, J']],
  ['McLund, John W., Jr.', ['McLund, John W., Jr.']],
  ['Lund, Jens, III, Berg, C', ['Lund, Jens, III', 'Berg, C']],
  ['J Lund, Jr., A Roe', ['J Lund Jr.', 'A Roe']],
  ['Jane Roe, MD, PhD', ['Jane Roe']],
  ['Jane Roe, MD, PhD, Bo Lund, MSc', ['Jane Roe', 'Bo Lund']],
  ['Roe, Jane, MD; Lund, Bo, PhD', ['Roe, Jane', 'Lund, Bo']],
  ['Lund, MA, Berg, C', ['Lund, MA', 'Berg, C']],
  // organizations
  ['A Lund, Department of Fish and Wildlife', ['A Lund', 'Department of Fish and Wildlife']],
  ['Ministry of Health, Labour and Welfare; A Lund', ['Ministry of Health, Labour and Welfare', 'A Lund']],
  ['Lund & Berg', ['Lund & Berg']],
  // signs
  ['Xin Du†, Bo Lund*, Ada Berg,2', ['Xin Du', 'Bo Lund', 'Ada Berg']],
  ['ATLAS Collaboration, :, G. Berg', ['ATLAS Collaboration', 'G. Berg']],
  ['', []],
])('%s', (text, expected) => {
  expect(splitAuthors(text)).toEqual(expected);
});
