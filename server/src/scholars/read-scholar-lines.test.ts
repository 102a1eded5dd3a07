import { expect, test } from 'vitest';
import { readScholarLines } from './read-scholar-lines.ts';

const ADA = 'AbCdEfGh_-12';
/** Each line as its id, or what it is. */
const read = (...lines: string[]) =>
  readScholarLines(lines).map((line) => (line.kind === 'scholar' ? line.author.id : line.kind));

test('a line is an id or an address at any source', () => {
  expect(
    read(` ${ADA} `, `https://scholar.google.com/citations?user=${ADA}&hl=en`, '', 'A5023888391', 'nobody at all'),
  ).toEqual([ADA, ADA, 'skipped', 'A5023888391', 'invalid']);
  expect(read('https://orcid.org/0000-0002-1825-0097', '65/9612')).toEqual(['0000-0002-1825-0097', '65/9612']);
  expect(read()).toEqual([]);
});

test.each([
  ['name,affiliation,homepage,scholarid', `Ada,"Loops, Inc.",https://ada.example,${ADA}`, 'Bo,Loops,,NOSCHOLARPAGE'],
  ['\uFEFFName;Google Scholar ID', `Ada;${ADA}`, 'Bo;'],
  ['ORCID iD\tprofile_url', `\thttps://scholar.google.com/citations?user=${ADA}`, 'x'],
  ['author,google_scholar_id', `Goldschmidts,${ADA}`, 'Goldschmidts,'],
  ['"scholar_id"', `"${ADA}"`, '"'],
])('a CSV file with the header %j', (header, row, without) => {
  expect(read('', header, row, '', without)).toEqual(['skipped', 'skipped', ADA, 'skipped', 'invalid']);
});

test('a column that is named after a source holds only its ids', () => {
  const header = 'Name,Affiliation,ORCID,Google Scholar';
  expect(read(header, 'Bo,,not-an-orcid,', `Ada,,not-an-orcid,${ADA}`)).toEqual(['skipped', 'invalid', ADA]);
});

test('neither the columns nor the length of a line decide how long reading takes', () => {
  const header = 'id,'.repeat(30_000);
  const row = (column: number) => `${','.repeat(column - 1)}${ADA}`;
  expect(read(header, row(20), row(21))).toEqual(['skipped', ADA, 'invalid']);
  expect(read(`${' '.repeat(2048)}${ADA}`, ADA)).toEqual(['invalid', ADA]);
});
