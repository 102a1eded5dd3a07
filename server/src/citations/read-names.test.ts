import { expect, it, test } from 'vitest';
import { readAuthor, readAuthorText, readName } from './read-names.ts';

/** "particle family, suffix, given", or the whole name in brackets. */
const write = (name: ReturnType<typeof readName>) =>
  name === null
    ? null
    : 'literal' in name
      ? `[${name.literal}]`
      : [[name.particle, name.family].filter(Boolean).join(' | '), name.suffix, name.given].filter(Boolean).join(', ');
const list = (text: string) => readAuthorText(text).authors.map(write);

it.each([
  ['AB Smith', 'Smith, A. B.'],
  ['C van der Berg', 'van der | Berg, C.'],
  ['G García Márquez', 'García Márquez, G.'],
  ['J-P Sartre', 'Sartre, J.-P.'],
  ['J. Robert Oppenheimer', 'Oppenheimer, J. Robert'],
  ['J.K. Rowling', 'Rowling, J. K.'],
  ['Smith JA', 'Smith, J. A.'],
  ['van der Berg J', 'van der | Berg, J.'],
  ['Ada Lund', 'Lund, Ada'],
  ['Mary J. Lund', 'Lund, Mary J.'],
  ['Ludwig van Beethoven', 'van | Beethoven, Ludwig'],
  ['José Ortega y Gasset', 'Ortega y Gasset, José'],
  ['Maria De La Cruz', 'De La Cruz, Maria'],
  ["Jean d'Alembert", "d'Alembert, Jean"],
  ['Martin Luther King Jr.', 'King, Jr., Martin Luther'],
  ['Lund, Ada', 'Lund, Ada'],
  ['Lund, Ada, Jr.', 'Lund, Jr., Ada'],
  ['Lund, Jr., Ada', 'Lund, Jr., Ada'],
  ['И. И. Иванов', 'Иванов, И. И.'],
  ['ИИ Иванов', 'Иванов, И. И.'],
  ['Иванов И. И.', 'Иванов, И. И.'],
  ['山田 太郎', '山田, 太郎'],
  ['王小明', '[王小明]'],
  ['김철수', '[김철수]'],
  ['محمد بن سلمان', 'بن سلمان, محمد'],
  ['Plato', '[Plato]'],
  ['ATLAS Collaboration', '[ATLAS Collaboration]'],
  ['World Health Organization', '[World Health Organization]'],
  ['Xin Du1', 'Du, Xin'],
  ['SC UB RAS History Komi', '[SC UB RAS History Komi]'],
  ['JK von BERG', 'von | BERG, J. K.'],
  ['Ronder von Lund VI', 'von | Lund, VI, Ronder'],
  ['Lund VI', 'Lund, V. I.'],
  ['Mei Zhou (周梅)', 'Zhou, Mei'],
  ['Lund, John W., Jr.', 'Lund, Jr., John W.'],
  ['Ministry of Health, Labour and Welfare', '[Ministry of Health, Labour and Welfare]'],
  ['ZHAO Lin', 'ZHAO, Lin'],
  ['Lin ZHAO', 'ZHAO, Lin'],
  ['CDGM Lund', 'Lund, C. D. G. M.'],
  ['Bo Lund 3rd', 'Lund, 3rd, Bo'],
  ['Bank of Iceland', '[Bank of Iceland]'],
  ['Gesellschaft für Eis', '[Gesellschaft für Eis]'],
  ['Uniwersytet Lodowy', '[Uniwersytet Lodowy]'],
  ['Ледовая академия наук', '[Ледовая академия наук]'],
  ['Robert Service', 'Service, Robert'],
  ['Emilie Amt', 'Amt, Emilie'],
  ['Dominique Bureau', 'Bureau, Dominique'],
  ['Statistisches Bundesamt', '[Statistisches Bundesamt]'],
  ['LI WEI', 'WEI, LI'],
  ['W LI', 'LI, W.'],
  ['bell hooks', 'hooks, bell'],
])('%s is %s', (text, expected) => {
  expect(write(readName(text))).toBe(expected);
});

it.each([
  ['Jan van der Berg', 'van der Berg', 'van der | Berg, Jan'],
  ['Gabriel García Márquez', 'García Márquez', 'García Márquez, Gabriel'],
  ['小明 王', '王', '王, 小明'],
  ['Ada Lund', 'Berg', 'Lund, Ada'],
  ['Lund', 'Lund', '[Lund]'],
])('%s with the family name %s is %s', (name, family, expected) => {
  expect(write(readAuthor({ name, family }))).toBe(expected);
});

test('lists of authors in several forms', () => {
  const expected = ['Smith, A. B.', 'van der | Berg, C.'];
  expect(list('AB Smith, C van der Berg')).toEqual(expected);
  expect(list('Smith, A. B.; van der Berg, C.')).toEqual(expected);
  expect(list('Smith, A. B. and van der Berg, C.')).toEqual(expected);
  expect(list('A. B. Smith & C. van der Berg')).toEqual(expected);
  expect(list('J Smith, Jr., A Doe')).toEqual(['Smith, Jr., J.', 'Doe, A.']);
  expect(list(' \n ')).toEqual([]);
});

it.each(['A Lund, B Berg, …', 'A Lund, B Berg, ...', 'A Lund, B Berg et al.', 'A Lund, B Berg, others'])(
  '%s is cut off',
  (text) => {
    expect(readAuthorText(text)).toMatchObject({ authors: [{ family: 'Lund' }, { family: 'Berg' }], hasMore: true });
  },
);
