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

/** "container | volume | issue | pages" */
const placeOf = (text: string) => {
  const { container, volume, issue, pages } = readVenue(text);
  return [container, volume, issue, pages].map((part) => part ?? '').join(' | ');
};

it.each([
  ['Glaciology 88 (4412), eaxy9876', 'Glaciology | 88 | 4412 | eaxy9876'],
  ['Ice informatics 7 (2), bbxy001', 'Ice informatics | 7 | 2 | bbxy001'],
  ['Snow cell 12 (3), 40-55. e11', 'Snow cell | 12 | 3 | 40-55.e11'],
  ['Human snow 9 (Supplement_2), dexy001. 17', 'Human snow | 9 | Supplement_2 | dexy001.17'],
  ['Oncology of Ice 3 (7_suppl), 204-204', 'Oncology of Ice | 3 | 7_suppl | 204-204'],
  ['Ice Communications, vol. 4, no. 2, pp. 5-19', 'Ice Communications | 4 | 2 | 5-19'],
  ['Theory of Ice, Volume 61, Issue 3, Pages 11-19, 2015', 'Theory of Ice | 61 | 3 | 11-19'],
  ['Zeitschrift für Eis, Bd. 12, H. 3, S. 45-67', 'Zeitschrift für Eis | 12 | 3 | 45-67'],
  ['Public Ice ONE 6(11): e0990001', 'Public Ice ONE | 6 | 11 | e0990001'],
  ['Frontiers in Ice 10:1234', 'Frontiers in Ice | 10 |  | 1234'],
  ['JICE 07 (2021) 045', 'JICE | 07 |  | 045'],
  ['Ice Rev. D 98 (2018) no.3, 030001', 'Ice Rev. D | 98 | 3 | 030001'],
  ['Ice Rev. Lett. 16, 061102 (2016)', 'Ice Rev. Lett. | 16 |  | 061102'],
  ['Commun. Ice 51(1): 107-113 (2008)', 'Commun. Ice | 51 | 1 | 107-113'],
  ['Snow Sensors 2019, 19(3), 500', 'Snow Sensors | 19 | 3 | 500'],
  ['ICEML 2019', 'ICEML 2019 |  |  | '],
  ['ICEML 2019, II-401-II-404', 'ICEML 2019 |  |  | II-401-II-404'],
  ['Ice Conference, 2nd', 'Ice Conference, 2nd |  |  | '],
  ['Ice Systems 30 (NICE 2017)', 'Ice Systems 30 (NICE 2017) |  |  | '],
  ['Transactions on Snow (TOS) 38 (4), 1-12', 'Transactions on Snow (TOS) | 38 | 4 | 1-12'],
  ['Contemporary Ice 123, 1-10, 15, 20-22', 'Contemporary Ice | 123 |  | 1-10, 15, 20-22'],
  ['Journal of Snow, doi:10.1000/snow.12', 'Journal of Snow |  |  | '],
  ['Journal of Snow 12 (3), https://doi.org/10.1000/snow.12', 'Journal of Snow | 12 | 3 | '],
  ['Journal of Snow, in press', 'Journal of Snow |  |  | '],
  ['Journal of Snow 12, to appear', 'Journal of Snow | 12 |  | '],
  ['To appear in Glaciers', 'Glaciers |  |  | '],
  ['Forthcoming in the Review of Ice', 'Review of Ice |  |  | '],
  ['Journal of Snow, online ahead of print', 'Journal of Snow |  |  | '],
  ['In: Proc. ICE, pages 1-4', 'Proc. ICE |  |  | 1-4'],
  ['Journal of Snow 12, S1–S10', 'Journal of Snow | 12 |  | S1-S10'],
  ['Conference on Ice and Optics, SM1A. 2', 'Conference on Ice and Optics |  |  | SM1A.2'],
  ['Ann. Ice (Eisstadt) 17, 891', 'Ann. Ice (Eisstadt) | 17 |  | 891'],
  ['Snow Sensors 2020, 20, 123', 'Snow Sensors | 20 |  | 123'],
  ['Snow 2020, 131, 1-10', 'Snow | 131 |  | 1-10'],
  ['Успехи ледовых наук 62 (3 (375)), 5-46', 'Успехи ледовых наук | 62 | 3 (375) | 5-46'],
  ['Вестник льда. № 3. С. 12-20', 'Вестник льда. |  | 3 | 12-20'],
  ['Rev. Bras. Gelo, v. 12, n. 3, p. 45-50', 'Rev. Bras. Gelo | 12 | 3 | 45-50'],
  ['Journal of Snow 12, Article ID 1234', 'Journal of Snow | 12 |  | 1234'],
  ['Journal of Snow 12 (3), 17+', 'Journal of Snow | 12 | 3 | 17+'],
  ['Journal of Snow 1, I–X', 'Journal of Snow | 1 |  | I-X'],
  ['mIce 11 (1), 10.1000/mice. 03100-19', 'mIce | 11 | 1 | '],
  ['Proceedings of the Royal Society of Ice B 287, 2019', 'Proceedings of the Royal Society of Ice B | 287 |  | '],
])('%s is a place in a journal', (text, expected) => expect(placeOf(text)).toBe(expected));

/** "kind | publisher | number" */
const madeBy = (text: string) => {
  const { kind, publisher, issue } = readVenue(text);
  return [kind, publisher, issue].map((part) => part ?? '').join(' | ');
};

it.each([
  ['ICER Working Paper, 41002', 'report | ICER | 41002'],
  ['Snow Bank Policy Research Working Paper No. 712', 'report | Snow Bank | 712'],
  ['Technical Report TR-12, University of Oslo', 'report | University of Oslo | TR-12'],
  ['SSRN Working Paper 123', 'article | SSRN | '],
  ['Available at SSRN 3456789', 'article | SSRN | '],
  ['bioRxiv, 2020.01.02.123456', 'article | bioRxiv | '],
  ['CoRR abs/1706.03762', 'article | arXiv | '],
  ['Thèse de doctorat, Université de Glace', 'thesis | Université de Glace | '],
  ['Tesis doctoral, Universidad del Hielo', 'thesis | Universidad del Hielo | '],
  ['Tese de doutorado, Universidade do Gelo', 'thesis | Universidade do Gelo | '],
  ['Masterarbeit, TU Eisstadt', 'thesis | TU Eisstadt | '],
  ['Dissertation, Universität Eisstadt', 'thesis | Universität Eisstadt | '],
  ['Proefschrift, Universiteit IJsstad', 'thesis | Universiteit IJsstad | '],
  ['博士論文, 氷大学', 'thesis | 氷大学 | '],
  ['Диссертация, Ледовый университет', 'thesis | Ледовый университет | '],
  ['University of Iceland', 'thesis | University of Iceland | '],
  ['Journal of Iceland University', 'article-journal |  | '],
  ['University of Snow Law Review', 'article-journal |  | '],
  ['Wiley Interdisciplinary Reviews', 'article-journal |  | '],
  ['Springer International Publishing', 'book | Springer International Publishing | '],
  ['in press', 'document |  | '],
  ['Manuscript in preparation', 'document |  | '],
  ['Tese (Doutorado) – Universidade do Gelo', 'thesis | Universidade do Gelo | '],
  ['Diss. University of Iceland', 'thesis | University of Iceland | '],
  ['Praca doktorska, Uniwersytet Lodowy', 'thesis | Uniwersytet Lodowy | '],
  ['Dissertationes Glaciales 500, 1-100', 'article-journal |  | '],
  ['Politecnico di Ghiaccio', 'thesis | Politecnico di Ghiaccio | '],
  ['Tech. Rep. 12, Ice Lab', 'report | Ice Lab | 12'],
  ['John Wiley & Sons', 'book | John Wiley & Sons | '],
  ['冰大学出版社', 'book | 冰大学出版社 | '],
  ['Proc. ICE, 1-4', 'paper-conference |  | '],
  ['Proceedings of the Royal Society of Ice, 1-4', 'article-journal |  | '],
  ['Proceedings of the Annual Meeting of the Ice Society, 1-4', 'paper-conference |  | '],
])('%s has a publisher that is none of its words for the kind', (text, expected) =>
  expect(madeBy(text)).toBe(expected),
);
