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
  ['Lund, A, Berg, B & Roe, C', ['Lund, A', 'Berg, B', 'Roe, C']],
  ['Ada Lund und Carl Berg', ['Ada Lund', 'Carl Berg']],
  ['Ada Lund et Carl Berg', ['Ada Lund', 'Carl Berg']],
  ['García Lund, A., El Berg, B., Roe y Sund, Th.', ['García Lund, A.', 'El Berg, B.', 'Roe y Sund, Th.']],
  ['Lund, L.J. van der, Berg, Carl von', ['Lund, L.J. van der', 'Berg, Carl von']],
  // omissions
  ['A Lund and 12 others', ['A Lund', 'and 12 others']],
  ['A Lund u.a.', ['A Lund', 'u.a.']],
  ['A Lund, B Berg U.A.', ['A Lund', 'B Berg U.A.']],
  ['Лунд А.А., Берг Б.Б. и др.', ['Лунд А.А.', 'Берг Б.Б.', 'и др.']],
  ['山田太郎, 鈴木一郎, ほか', ['山田太郎', '鈴木一郎', 'ほか']],
  ['张三，李四等', ['张三', '李四', '等']],
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
  ['van der Lund, MA', ['van der Lund, MA']],
  // organizations
  ['A Lund, Department of Fish and Wildlife', ['A Lund', 'Department of Fish and Wildlife']],
  ['Ministry of Health, Labour and Welfare; A Lund', ['Ministry of Health, Labour and Welfare', 'A Lund']],
  ['Lund & Berg', ['Lund & Berg']],
  ['Food and Snow Administration', ['Food and Snow Administration']],
  ['Centers for Ice Control and Prevention, A Lund', ['Centers for Ice Control and Prevention', 'A Lund']],
  ['Academies of Snow, Engineering, and Medicine, A Lund', ['Academies of Snow, Engineering, and Medicine', 'A Lund']],
  ['Ministry of Ice, Labour and Welfare, A Lund', ['Ministry of Ice, Labour and Welfare', 'A Lund']],
  ['Ice Collaboration, Berg, and Roe', ['Ice Collaboration', 'Berg', 'Roe']],
  ['Verein für Eis und Schnee', ['Verein für Eis und Schnee']],
  // signs
  ['Xin Du†, Bo Lund*, Ada Berg,2', ['Xin Du', 'Bo Lund', 'Ada Berg']],
  ['ATLAS Collaboration, :, G. Berg', ['ATLAS Collaboration', 'G. Berg']],
  ['', []],
])('%s', (text, expected) => {
  expect(splitAuthors(text)).toEqual(expected);
});
