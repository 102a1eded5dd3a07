import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildProfilePage, buildRow } from '../../../test/fixtures/google-scholar/build-profile-page.ts';
import { readFixture } from '../../../test/fixtures/read-fixture.ts';
import { parseKnownPage, parseProfilePage } from './parse-profile-page.ts';
import type { ProfilePage } from './profile-page.ts';

const ID = 'AAAAAAAAAAA1';
const fixture = (name: string) => readFixture(`google-scholar/${name}`);
const parse = (html: string, startRow = 0) => parseProfilePage(html, { profileId: ID, startRow });

function found(html: string, startRow = 0): ProfilePage {
  const answer = parse(html, startRow);
  if (answer.kind !== 'found') throw new Error(`not found but ${answer.kind} ${answer.reason}`);
  return answer.value;
}

const before = buildRow({ code: 'before', title: 'Before' });
const after = buildRow({ code: 'after', title: 'After' });
/** A page with a row between two valid rows, which must be read whatever the row contains. */
const around = (row: string) => buildProfilePage({ rows: [before, row, after] });

function foundAround(row: string) {
  const { rows, warnings } = found(around(row));
  expect([rows[0]?.title, rows[2]?.title, rows.length]).toEqual(['Before', 'After', 3]);
  return { row: rows[1], warnings };
}

describe('a page as the source writes it', () => {
  const page = found(fixture('profile.html'), 20);

  it('has the name, the affiliation and the photo', () => {
    expect(page).toMatchObject({ name: 'Ada Example (آدا)', affiliation: 'Professor of Example University' });
    expect(page).toMatchObject({ imageUrl: null, hasMore: true, warnings: [] });
  });

  it('reads a cited row with markup, entities and a year in both places', () => {
    expect(page.rows[0]).toEqual({
      key: `${ID}:plainrow0001`,
      title: 'Seeds of Trigonella & H₂O at 20 °C <in vitro>',
      authors: 'A Example, B Müller, ...',
      venue: 'Journal of Seeds 12 (3), 4-5 …',
      year: 2019,
      citations: 1234,
      clusterId: '1234567890123456789',
      detailPath: `/citations?view_op=view_citation&hl=en&user=${ID}&citation_for_view=${ID}:plainrow0001`,
    });
  });

  it('reads attributes in any order and quoting, data-href, several clusters and the mark of a merged row', () => {
    expect(page.rows[1]).toMatchObject({
      key: `${ID}:signedin0002`,
      title: 'Attributes in another order',
      venue: 'arXiv preprint arXiv:2001.00001',
      citations: 56,
      clusterId: '222',
    });
  });

  it('removes direction characters from right-to-left text, and reads a row without citations, venue and year', () => {
    expect(page.rows[2]).toMatchObject({ title: 'دراسة عن X في العربية', authors: 'ع مثال' });
    expect(page.rows[2]).toMatchObject({ venue: null, year: null, citations: 0, clusterId: null });
  });

  it('reads digits of other scripts, and a line with only a year', () => {
    expect(page.rows[3]).toMatchObject({
      title: '中文标题：量子纠错',
      venue: null,
      year: 2021,
      citations: 34,
      clusterId: '9',
    });
  });
});

it('has an absolute photo address, or none if it is not a web address', () => {
  const sources = {
    '/citations?view_op=view_photo': 'https://scholar.google.com/citations?view_op=view_photo',
    'https://x.example/photo': 'https://x.example/photo',
    'data:image/png;base64,': null,
    '/citations/images/avatar_scholar_128.png': null,
  };
  for (const [source, url] of Object.entries(sources)) {
    const html = fixture('profile.html').replace('/citations/images/avatar_scholar_128.png', source);
    expect(found(html, 20).imageUrl).toBe(url);
  }
});

describe('a page without rows', () => {
  it('is an empty profile or the end of the list if it says so', () => {
    expect(found(fixture('empty-profile.html'))).toMatchObject({ name: 'Nobody Yet', affiliation: null, rows: [] });
    expect(found(buildProfilePage({ rows: [], hasMore: true }), 20)).toMatchObject({ rows: [], hasMore: false });
  });

  it.each([
    ['has an empty table', /<tr class="gsc_a_tr"><td class="gsc_a_e".*?<\/tr>/, '', 'table_empty'],
    ['counts rows', '<span id="gsc_a_nn">', '<span id="gsc_a_nn">Articles 1–20', 'row_count_differs'],
    ['has something else in its table', 'gsc_a_e', 'new_row', 'title_link_missing'],
  ])('is a changed layout if it %s', (_, part, replacement, reason) => {
    const html = buildProfilePage({ rows: [] }).replace(part, replacement);
    expect(parse(html)).toEqual({ kind: 'changed', reason });
  });
});

describe('a changed layout has its own reason', () => {
  const rows = ['a', 'b', 'c', 'd'].map((code) => buildRow({ code, title: `Title ${code}` }));
  const page = buildProfilePage({ rows, hasMore: true });
  const lines = /(<div class="gs_gray">A Example<\/div>)(<div class="gs_gray">.*?<\/div>)/g;

  it.each<[string, (html: string) => string]>([
    ['title_link_missing', (html) => html.replaceAll('"gsc_a_at"', '"x"')],
    ['title_link_missing', (html) => html.replace('"gsc_a_at"', '"x"')],
    ['citation_id_missing', (html) => html.replace('citation_for_view', 'x')],
    ['citation_id_missing', (html) => html.replace(':b"', ':b c&quot;"')],
    ['citation_id_missing', (html) => html.replace(':b"', ':%E0%A4%A"')],
    ['citation_id_repeated', (html) => html.replace(':b"', ':a"')],
    ['title_empty', (html) => html.replaceAll(/>Title .<\/a>/g, '>\u200b</a>')],
    ['authors_missing', (html) => html.replaceAll('gs_gray', 'x')],
    ['authors_missing', (html) => html.replaceAll(lines, '$2')],
    ['venue_missing', (html) => html.replaceAll(lines, '$1')],
    ['authors_and_venue_swapped', (html) => html.replace(lines, '$2$1')],
    ['citation_cell_missing', (html) => html.replaceAll('gsc_a_ac', 'x')],
    [
      'citation_cell_missing',
      (html) => html.replace('gsc_a_ac', 'x').replace('gsc_a_ac', 'x').replace('gsc_a_ac', 'x'),
    ],
    ['year_cell_missing', (html) => html.replaceAll('"gsc_a_h ', '"')],
    ['cluster_id_missing', (html) => html.replaceAll('cites=', 'x=')],
    ['citation_count_missing', (html) => html.replaceAll('>7</a>', '></a>')],
    ['citation_count_unreadable', (html) => html.replaceAll('>7</a>', '>seven</a>')],
    ['year_unreadable', (html) => html.replaceAll('gs_ibl">2020<', 'gs_ibl">20<')],
    ['row_counter_missing', (html) => html.replace('gsc_a_nn', 'x')],
    ['row_counter_missing', (html) => html.replace('Articles 1&ndash;4', '')],
    ['row_count_differs', (html) => html.replace('Articles 1&ndash;4', 'Articles 1&ndash;20')],
    ['row_count_differs', (html) => html.replace(rows[1] ?? '', '')],
    ['other_rows_than_requested', (html) => html.replace('Articles 1&ndash;4', 'Articles 21&ndash;24')],
    ['more_button_missing', (html) => html.replace('gsc_bpf_more', 'x').replace('gsc_bpf_more', 'x')],
    ['affiliation_missing', (html) => html.replaceAll('gsc_prf_il', 'x')],
    ['affiliation_missing', (html) => html.replace('class="gsc_prf_il"', 'class="x"')],
    ['photo_missing', (html) => html.replace('gsc_prf_pup-img', 'x')],
    ['name_not_confirmed', (html) => html.replace('id="gsc_prf_in"', '').replace('gsc_prf_ivh', 'gsc_prf_in')],
    ['no_profile_name', (html) => html.replaceAll('gsc_prf_in"', 'x"')],
    ['no_publication_table', (html) => html.replace('"gsc_a_b"', '"x"')],
    ['incomplete_page', (html) => html.slice(0, html.indexOf('Title c'))],
    ['incomplete_page', (html) => html.slice(0, html.indexOf('</table>'))],
    ['too_deeply_nested', (html) => html.replace('Title c', '<b>'.repeat(600_000))],
    ['too_many_elements', (html) => html.replace(rows[1] ?? '', '<tr>'.repeat(500_000))],
    ['no_profile_landmarks', () => ''],
  ])('%s', (reason, change) => {
    const start = process.cpuUsage();
    expect(parse(change(page))).toEqual({ kind: 'changed', reason });
    expect(process.cpuUsage(start).user, 'microseconds').toBeLessThan(1_000_000);
  });

  it('a page that starts at another row', () => {
    expect(parse(page, 20)).toEqual({ kind: 'changed', reason: 'other_rows_than_requested' });
    const later = buildProfilePage({ rows, firstRow: 21 });
    expect(parse(later, 20).kind).toBe('found');
    expect(parse(later)).toEqual({ kind: 'changed', reason: 'other_rows_than_requested' });
  });
});

describe('a page that is not a profile', () => {
  it.each([
    ['captcha.html', 'blocked', 'captcha'],
    ['sorry.html', 'blocked', 'unusual_traffic'],
    ['signin.html', 'blocked', 'signin'],
    ['consent.html', 'blocked', 'consent'],
    ['search-results.html', 'changed', 'no_profile_landmarks'],
    ['layout-2013.html', 'changed', 'legacy_layout'],
  ])('%s is %s: %s', (name, kind, reason) => {
    expect(parse(fixture(name))).toMatchObject({ kind, reason });
  });

  it('is not blocked because of titles that mention a block', () => {
    const title = 'Our systems have detected unusual traffic from your computer network &lt;form id="gs_captcha_f"&gt;';
    expect(found(buildProfilePage({ rows: [buildRow({ title })] })).rows).toHaveLength(1);
  });
});

describe('a single incomplete row is read with a warning', () => {
  it.each<[string, string, object]>([
    ['no year cell', buildRow({ year: '' }).replace(/<td class="gsc_a_y">.*<\/td>/, ''), { year: null }],
    [
      'no citation cell, count unknown',
      buildRow().replace(/<td class="gsc_a_c">.*?<\/td>/, ''),
      { citations: null, clusterId: null, year: 2020 },
    ],
    ['no venue line', buildRow().replace(/<div class="gs_gray">Journal.*?<\/div>/, ''), { venue: null }],
    [
      'no authors line',
      buildRow().replace('<div class="gs_gray">A Example</div>', ''),
      { authors: null, venue: 'Journal 1 (2), 3-4' },
    ],
    ['no title', buildRow({ title: ' \u200b\u202a\u202c&nbsp;' }), { title: 'Untitled' }],
    ['no link to the citing articles', buildRow().replace('cites=', 'x='), { citations: 7, clusterId: null }],
    [
      'a link to citing articles without a count, count unknown',
      buildRow().replace('>7</a>', '></a>'),
      { citations: null, clusterId: '1234567890123456789' },
    ],
    ...['many', '-5', '1.5', '12abc'].map(
      (citations) =>
        ['unreadable citation count, count unknown', buildRow({ citations }), { citations: null }] as [
          string,
          string,
          object,
        ],
    ),
    ...['10000001', '2147483648', '99999999999999999999'].map(
      (citations) =>
        ['implausible citation count, count unknown', buildRow({ citations }), { citations: null }] as [
          string,
          string,
          object,
        ],
    ),
    ...['0999', '2101', '20x0', '20200'].map(
      (year) => ['unreadable year', buildRow({ year }), { year: null, title: 'A title' }] as [string, string, object],
    ),
    ...[
      ['A\u0000 tit\u0007le', 'A title'],
      ['\u0000 A \u0000 title \u0000', 'A title'],
      ['A \ud83d title', 'A \ufffd title'],
      ['A &#xD83D; title', 'A \ufffd title'],
      ['A &#0; title', 'A \ufffd title'],
    ].map(
      ([title = '', read]) =>
        ['unreadable characters in the title', buildRow({ title }), { title: read }] as [string, string, object],
    ),
  ])('%s', (problem, html, expected) => {
    const { row, warnings } = foundAround(html);
    expect(row).toMatchObject(expected);
    expect(warnings).toEqual([`row 2: ${problem}`]);
  });

  it('texts of 100 kB are cut between characters', () => {
    const long = { title: `x${'😀'.repeat(50_000)}`, authors: 'a'.repeat(100_000), venue: 'v'.repeat(100_000) };
    const { row, warnings } = foundAround(buildRow(long));
    expect(row?.title).toBe(`x${'😀'.repeat(999)}`);
    expect([row?.authors?.length, row?.venue?.length]).toEqual([4_000, 4_000]);
    expect(warnings).toEqual([
      'row 2: title cut to 2000 characters',
      'row 2: authors cut to 4000 characters',
      'row 2: venue cut to 4000 characters',
    ]);
  });

  it('a row of another profile keeps its id', () => {
    const { row, warnings } = foundAround(buildRow({ profileId: 'BBBBBBBBBBB2' }));
    expect(row?.key).toBe('BBBBBBBBBBB2:u5HHmVD_uO8C');
    expect(warnings).toEqual(["1 rows have another profile's id"]);
  });
});

it('removes a year from the venue only if it is the year, and uses it if the year cell is empty', () => {
  const rowOf = (html: string) => foundAround(html).row;
  expect(rowOf(buildRow({ venue: 'Nature, 2020', year: '' }))?.venue).toBe('Nature, 2020');
  expect(rowOf(buildRow({ venue: 'VLDB 2019, 1-9', year: '2019' }))?.venue).toBe('VLDB 2019, 1-9');
  const suffix = '<span class="gs_oph">, 2020</span>';
  for (const other of ['<span class="gs_oph">, </span>', ', 2020'])
    expect(rowOf(buildRow().replace(suffix, other))?.venue).toBe('Journal 1 (2), 3-4');
  const row = rowOf(buildRow().replace('gs_ibl">2020<', 'gs_ibl"><'));
  expect(row).toMatchObject({ venue: 'Journal 1 (2), 3-4', year: 2020 });
});

describe('broken markup', () => {
  it.each([
    ['an open title', buildRow().replace('</a>', '')],
    ['open cells and row', buildRow().replaceAll('</td>', '').replace('</tr>', '')],
    ['an open bold', buildRow({ title: 'A <b>title' })],
    ['a script in the title', buildRow({ title: 'A <script>alert("x")</script>title' })],
  ])('%s costs nothing', (_, html) => {
    const { row, warnings } = foundAround(html);
    expect(row).toMatchObject({ title: 'A title', authors: 'A Example', venue: 'Journal 1 (2), 3-4', citations: 7 });
    expect(warnings).toEqual([]);
  });

  it('means a changed layout if rows are lost', () => {
    const html = around(buildRow().replace('<div', '</table><div'));
    expect(parse(html)).toEqual({ kind: 'changed', reason: 'row_count_differs' });
  });

  it('does not stall the parser', () => {
    const start = process.cpuUsage();
    const markup = `${'<b>'.repeat(150)}${'</i>'.repeat(450_000)}`;
    expect(foundAround(buildRow({ title: `A title${markup}` })).row?.title).toBe('A title');
    expect(process.cpuUsage(start).user, 'microseconds').toBeLessThan(1_000_000);
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      '<tr class="gsc_a_tr">',
      '<td class="gsc_a_t">',
      '</td>',
      '</tr>',
      '<td class="gsc_a_e">',
      '<span class="gs_oph">',
    ],
    ...[
      '<a class="gsc_a_at" href="?citation_for_view=a:b">',
      '<div class="gs_gray">',
      '<a class="gsc_a_ac">',
      '</div>',
    ],
    ...['<div id="gsc_prf_in">N', '<title>N', '<table><tbody id="gsc_a_b">', '</table>', '<span id="gsc_a_nn">1-1'],
    ...['<div id="gsc_prf_pu"><img id="gsc_prf_pup-img">', '<div id="gsc_prf_i"><div class="gsc_prf_il">', '<svg>'],
    ...['<div id="gsc_lwp"><button id="gsc_bpf_more">', '<path/>', '&#0;', '&#xd800;', '&bogus;', '<script>'],
    ...['</script>', '<!--', '</html>'],
  );

  it('never throws, and is never found without a name', () => {
    const texts = fc.array(fc.oneof(pieces, pieces, fc.string({ unit: 'binary' })), { maxLength: 60 });
    fc.assert(
      fc.property(texts, (parts) => {
        const answer = parse(parts.join(''));
        if (answer.kind !== 'found') {
          expect(answer.reason).toMatch(/^[a-z_]+$/);
          return;
        }
        expect(answer.value.name).not.toBe('');
        for (const row of answer.value.rows) expect(row.title).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
      }),
    );
  });

  it('is read as a title on one line, and affects no other row', () => {
    // markup and TeX that owners paste as text have a meaning
    const unmarked = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
      .filter((text) => !/[<\\{}]/.test(text));
    fc.assert(
      fc.property(unmarked, (text) => {
        const title = `x${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`;
        const folded = `x${text}`
          .replace(/\s+/g, ' ')
          .trim()
          .replace(/\p{Cc}/gu, '');
        expect(found(around(buildRow({ title }))).rows.map((row) => row.title)).toEqual(['Before', folded, 'After']);
      }),
    );
  });

  it.each([
    ['Sorting 10<sup>6</sup> records', 'Sorting 10⁶ records'],
    ['Sorting 10&lt;sup&gt;6&lt;/sup&gt; records', 'Sorting 10⁶ records'],
    ['A {N}ote on {\\"U}ber-lakes \\&amp; {NASA}', 'A Note on Über-lakes & NASA'],
    ['Prices in $ and in €', 'Prices in $ and in €'],
  ])('%s has its meaning', (title, expected) => {
    expect(found(around(buildRow({ title }))).rows[1]?.title).toBe(expected);
  });
});

describe('a page whose rows are known', () => {
  const page = around(buildRow());
  const { rows, rowsText, warnings: _, ...head } = found(page);
  const known = (html: string) => parseKnownPage(html, { profileId: ID, startRow: 0 }, (text) => text === rowsText);

  it('has everything else as it is now', () => {
    expect(known(page)).toEqual({ ...head, rowsText, rowCount: rows.length });
    const changed = page.replaceAll('Ada Example', 'Ada Other').replace(' disabled', '');
    expect(known(changed)).toMatchObject({ name: 'Ada Other', hasMore: true, rowCount: 3 });
  });

  it.each([
    ['another count of citations', (html: string) => html.replace('>7<', '>8<')],
    ['another counter', (html: string) => html.replace('Articles 1&ndash;3', 'Articles 1&ndash;4')],
    ['no counter', (html: string) => html.replace('id="gsc_a_nn"', '')],
    ['no button', (html: string) => html.replace('gsc_bpf_more', 'gsc_other')],
    ['no photo', (html: string) => html.replace('gsc_prf_pup-img', 'gsc_other')],
    ['a table before', (html: string) => html.replace('<table', "<table><tbody id='gsc_a_b'><tr></tr></tbody><table")],
    [
      'the rows in a comment',
      (html: string) => html.replace('<table', '<!--<table').replace('</table>', '</table>-->'),
    ],
  ])('is read as a whole with %s', (_, change) => {
    const html = change(page);
    expect(html).not.toBe(page);
    expect(known(html)).toBeNull();
  });

  it('has no text to recognize if a value was lost, or if the end of the rows is uncertain', () => {
    expect(found(around(buildRow({ citations: 'many' })))).toMatchObject({ rowsText: null, rows: { length: 3 } });
    expect(found(around(buildRow({ title: 'A<table><tbody></tbody></table>' })))).toMatchObject({ rowsText: null });
    expect(found(page.replace('</tbody>', ''))).toMatchObject({ rowsText: null, rows: { length: 3 } });
  });
});
