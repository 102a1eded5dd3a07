import { describe, expect, it } from 'vitest';
import { buildProfilePage, buildRow } from '../../../test/fixtures/google-scholar/build-profile-page.ts';
import { parseProfilePage } from './parse-profile-page.ts';
import type { ProfilePage } from './profile-page.ts';

const ID = 'AAAAAAAAAAA1';
const before = buildRow({ code: 'before', title: 'Before' });
const after = buildRow({ code: 'after', title: 'After' });

/** Puts a row between two sound ones: whatever it holds, they must come through. */
function parsed(row: string): ProfilePage {
  const answer = parseProfilePage(buildProfilePage({ rows: [before, row, after] }), ID);
  if (answer.kind !== 'found') throw new Error(`not found but ${answer.kind} ${answer.reason}`);
  expect(answer.value.rows[0]?.title).toBe('Before');
  expect(answer.value.rows.at(-1)?.title).toBe('After');
  return answer.value;
}

describe('a row that is kept with a loss', () => {
  it.each([
    ['NUL and other control characters', 'A\u0000 tit\u0007le', 'A title', 'unreadable characters in the title'],
    [
      'a control character between spaces',
      '\u0000 A \u0000 title \u0000',
      'A title',
      'unreadable characters in the title',
    ],
    ['half a surrogate pair', 'A \ud83d title', 'A \ufffd title', 'unreadable characters in the title'],
    ['the same as an entity', 'A &#xD83D; title', 'A \ufffd title', 'unreadable characters in the title'],
    ['NUL as an entity', 'A &#0; title', 'A \ufffd title', 'unreadable characters in the title'],
  ])('%s', (_, title, expected, problem) => {
    const page = parsed(buildRow({ title }));
    expect(page.rows[1]?.title).toBe(expected);
    expect(page.warnings).toEqual([`row 2: ${problem}`]);
  });

  it('a title of 100 kB is cut, and not inside a character', () => {
    const page = parsed(
      buildRow({ title: `x${'😀'.repeat(50_000)}`, authors: 'a'.repeat(100_000), venue: 'v'.repeat(100_000) }),
    );
    expect(page.rows[1]?.title).toBe(`x${'😀'.repeat(999)}`);
    expect(page.rows[1]?.authors).toHaveLength(4_000);
    expect(page.rows[1]?.venue).toHaveLength(4_000);
    expect(page.warnings).toEqual([
      'row 2: title cut to 2000 characters',
      'row 2: authors cut to 4000 characters',
      'row 2: venue cut to 4000 characters',
    ]);
  });

  it.each(['10000001', '2147483648', '99999999999999999999', 'many', '-5', '1.5', '12abc'])(
    'the count %s is unknown',
    (citations) => {
      const page = parsed(buildRow({ citations }));
      expect(page.rows[1]).toMatchObject({ title: 'A title', citations: null });
      expect(page.warnings).toEqual(['row 2: unreadable citation count, count unknown']);
    },
  );

  it.each(['0999', '2101', '20x0', '20200'])('the year %s becomes none', (year) => {
    const page = parsed(buildRow({ year }));
    expect(page.rows[1]).toMatchObject({ title: 'A title', year: null });
    expect(page.warnings).toEqual(['row 2: unreadable year']);
  });

  it('without its cells', () => {
    const page = parsed(buildRow().replace(/<td class="gsc_a_c">.*<\/td>/, ''));
    expect(page.rows[1]).toMatchObject({ title: 'A title', citations: null, year: 2020 });
    expect(page.warnings).toEqual(['row 2: no year cell', 'row 2: no citation cell, count unknown']);
  });
});

describe('a row that is skipped', () => {
  it.each([
    ['without a title', buildRow({ title: ' \u200b\u202a\u202c&nbsp;' }), 'skipped, no title'],
    ['without an id', buildRow().replace('citation_for_view', 'x'), 'skipped, no citation id'],
    ['with an id that is none', buildRow({ code: 'a b&quot;c' }), 'skipped, no citation id'],
    ['with a broken escape in its id', buildRow({ code: '%E0%A4%A' }), 'skipped, no citation id'],
    ['without anything', '<tr class="gsc_a_tr"></tr>', 'skipped, no citation id'],
    ['that came before', buildRow({ code: 'before' }), 'skipped, its citation id was on the page before'],
  ])('%s', (_, row, problem) => {
    const page = parsed(row);
    expect(page.rows).toHaveLength(2);
    expect(page.warnings).toEqual([`row 2: ${problem}`]);
  });
});

describe('markup that is broken', () => {
  it.each([
    ['an open title', buildRow().replace('</a>', '')],
    ['open cells and row', buildRow().replaceAll('</td>', '').replace('</tr>', '')],
    ['an open bold', buildRow({ title: 'A <b>title' })],
    ['an early end of the table', buildRow().replace('<div', '</table><div')],
  ])('%s costs no other row', (_, row) => {
    expect(parsed(row).rows.map((each) => each.key)).toEqual([`${ID}:before`, `${ID}:u5HHmVD_uO8C`, `${ID}:after`]);
  });

  it('a script in a title is not its text', () => {
    expect(parsed(buildRow({ title: 'A <script>alert("x")</script>title' })).rows[1]?.title).toBe('A title');
    expect(parsed(buildRow({ title: '&lt;script&gt;alert(1)' })).rows[1]?.title).toBe('<script>alert(1)');
  });

  it.each([
    ['start tags alone', '<b>'.repeat(600_000), 'too_deeply_nested'],
    ['end tags under a deep stack', `${'<b>'.repeat(900)}${'</i>'.repeat(450_000)}`, 'rows_unreadable'],
    ['rows alone', '<tr>'.repeat(500_000), 'too_many_rows'],
  ])('two megabytes of %s do not stall the reader', (_, markup, reason) => {
    const start = performance.now();
    const page = buildProfilePage({ rows: [`<tr class="gsc_a_tr"><td>${markup}</td></tr>`] });
    expect(parseProfilePage(page, ID)).toEqual({ kind: 'changed', reason });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

it('keeps the id of a row of another profile and says so once', () => {
  const row = buildRow({ profileId: 'BBBBBBBBBBB2' });
  const page = parsed(row);
  expect(page.rows[1]?.key).toBe('BBBBBBBBBBB2:u5HHmVD_uO8C');
  expect(page.warnings).toEqual(["1 rows carry another profile's id"]);
});

it('says when the page announces other rows than it has', () => {
  const html = buildProfilePage({ rows: [before, after] }).replace('Articles 1&ndash;2', 'Articles 1&ndash;20');
  const answer = parseProfilePage(html, ID);
  expect(answer).toMatchObject({ kind: 'found', value: { warnings: ['the page announces rows 1 to 20 and has 2'] } });
});

it('takes a year off the venue only where it is the year', () => {
  const venueOf = (row: string) => parsed(row).rows[1]?.venue;
  expect(venueOf(buildRow({ venue: 'Nature, 2020', year: '' }))).toBe('Nature, 2020');
  expect(venueOf(buildRow({ venue: 'VLDB 2019, 1-9', year: '2019' }))).toBe('VLDB 2019, 1-9');
  expect(venueOf(buildRow().replace('<span class="gs_oph">, 2020</span>', '<span class="gs_oph">, </span>'))).toBe(
    'Journal 1 (2), 3-4',
  );
  expect(venueOf(buildRow().replace('<span class="gs_oph">, 2020</span>', ', 2020'))).toBe('Journal 1 (2), 3-4');
});
