import { describe, expect, it } from 'vitest';
import { buildProfilePage, buildRow } from '../../../test/fixtures/google-scholar/build-profile-page.ts';
import { readFixture } from '../../../test/fixtures/read-fixture.ts';
import { parseProfilePage } from './parse-profile-page.ts';
import type { ProfilePage } from './profile-page.ts';

const ID = 'AAAAAAAAAAA1';
const fixture = (name: string) => readFixture(`google-scholar/${name}`);

function found(html: string): ProfilePage {
  const answer = parseProfilePage(html, ID);
  if (answer.kind !== 'found') throw new Error(`not found but ${answer.kind} ${answer.reason}`);
  return answer.value;
}

describe('a page as the source writes it', () => {
  const page = found(fixture('profile.html'));

  it('says who it is', () => {
    expect(page.name).toBe('Ada Example (آدا)');
    expect(page.affiliation).toBe('Professor of Example University');
    expect(page.imageUrl).toBeNull();
    expect(page).toMatchObject({ firstRowNumber: 21, hasMore: true, warnings: [] });
  });

  it('reads a cited row with markup, entities and a year in both places', () => {
    expect(page.rows[0]).toEqual({
      key: `${ID}:plainrow0001`,
      title: 'Seeds of Trigonella & H2O at 20 °C <in vitro>',
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

  it('keeps right-to-left text with its marks, and knows a row without citations, venue and year', () => {
    expect(page.rows[2]).toMatchObject({ title: '‫دراسة عن ‪X‬ في العربية‬', authors: 'ع مثال' });
    expect(page.rows[2]).toMatchObject({ venue: null, year: null, citations: 0, clusterId: null });
  });

  it('takes the year from the line when the year cell is empty, and reads other digits', () => {
    expect(page.rows[3]).toMatchObject({
      title: '中文标题：量子纠错',
      venue: null,
      year: 2021,
      citations: 34,
      clusterId: '9',
    });
  });
});

describe('the picture', () => {
  it('is absolute', () => {
    expect(found(buildProfilePage({ rows: [] })).imageUrl).toBe(
      `https://scholar.googleusercontent.com/citations?view_op=view_photo&user=${ID}&citpid=2`,
    );
    const relative = fixture('profile.html').replace(
      '/citations/images/avatar_scholar_128.png',
      '/citations?view_op=view_photo',
    );
    expect(found(relative).imageUrl).toBe('https://scholar.google.com/citations?view_op=view_photo');
  });

  it('is none when it is no web address', () => {
    expect(found(fixture('profile.html').replace('/citations/images/', 'data:image/png;base64,')).imageUrl).toBeNull();
  });
});

describe('a page without rows', () => {
  it('is an empty profile when it says so', () => {
    expect(found(fixture('empty-profile.html'))).toMatchObject({
      name: 'Nobody Yet',
      affiliation: null,
      rows: [],
      hasMore: false,
    });
  });

  it('is the end of the list when its table is empty, whatever the button says', () => {
    expect(found(buildProfilePage({ rows: [], hasMore: true }))).toMatchObject({
      rows: [],
      hasMore: false,
      firstRowNumber: null,
    });
  });

  it('is a changed layout when rows are announced or something else fills the table', () => {
    const announced = buildProfilePage({ rows: [] }).replace(
      '<span id="gsc_a_nn">',
      '<span id="gsc_a_nn">Articles 1–20',
    );
    expect(parseProfilePage(announced, ID)).toEqual({ kind: 'changed', reason: 'rows_unreadable' });
    const other = buildProfilePage({ rows: ['<div class="new_row"><a class="new_title">A title</a></div>'] });
    expect(parseProfilePage(other, ID)).toEqual({ kind: 'changed', reason: 'rows_unreadable' });
  });

  it('is a changed layout when there are rows and none can be read', () => {
    const renamed = buildProfilePage({ rows: [buildRow(), buildRow()] }).replaceAll('gsc_a_at', 'gsc_b_at');
    expect(parseProfilePage(renamed, ID)).toEqual({ kind: 'changed', reason: 'rows_unreadable' });
  });
});

describe('a page that is no profile', () => {
  it.each([
    ['captcha.html', 'blocked', 'captcha'],
    ['sorry.html', 'blocked', 'unusual_traffic'],
    ['signin.html', 'blocked', 'signin'],
    ['consent.html', 'blocked', 'consent'],
    ['search-results.html', 'changed', 'no_profile_landmarks'],
    ['layout-2013.html', 'changed', 'legacy_layout'],
  ])('%s is %s: %s', (name, kind, reason) => {
    expect(parseProfilePage(fixture(name), ID)).toMatchObject({ kind, reason });
  });

  it('is changed when a landmark is gone', () => {
    const page = fixture('profile.html');
    const reasonOf = (html: string) => parseProfilePage(html, ID);
    expect(reasonOf(page.replaceAll('"gsc_prf_in"', '"x"'))).toEqual({ kind: 'changed', reason: 'no_profile_name' });
    expect(reasonOf(page.replaceAll('"gsc_a_b"', '"x"'))).toEqual({ kind: 'changed', reason: 'no_publication_table' });
    expect(reasonOf('')).toEqual({ kind: 'changed', reason: 'no_profile_landmarks' });
  });
});

it('is no block page because of what a title says', () => {
  const title = 'Our systems have detected unusual traffic from your computer network &lt;form id="gs_captcha_f"&gt;';
  expect(found(buildProfilePage({ rows: [buildRow({ title })] })).rows).toHaveLength(1);
});
