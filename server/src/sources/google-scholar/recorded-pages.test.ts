import { describe, expect, it } from 'vitest';
import { hasRecorded, readRecorded } from '../../../test/fixtures/read-fixture.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { parseKnownPage, parseProfilePage } from './parse-profile-page.ts';
import type { ProfilePage } from './profile-page.ts';

const isMissing = !hasRecorded('gscholar');

function parse(path: string, profileId: string) {
  return parseProfilePage(decodeText(readRecorded(`gscholar/${path}`), 'text/html'), { profileId, startRow: 0 });
}

function found(path: string, profileId: string): ProfilePage {
  const answer = parse(path, profileId);
  if (answer.kind !== 'found') throw new Error(`${path}: ${answer.kind} ${answer.reason}`);
  return answer.value;
}

const PROFILES = [
  {
    path: 'profile/P1RwlvoAAAAJ.html',
    id: 'P1RwlvoAAAAJ',
    page: { name: 'WENRUI ZUO', affiliation: 'The University of Edinburgh', hasMore: false },
    figures: { rows: 5, uncited: 1, noYear: 0, noVenue: 0, citations: 39 },
    first: 'Set in stone: Analysis of an immutable web3 social media platform',
    last: 'Understanding and Improving User-controlled Content Moderation Systems on Social Media',
  },
  {
    path: 'profile/amIMrIEAAAAJ.html',
    id: 'amIMrIEAAAAJ',
    page: { name: 'Bangar Raju Cherukuri', affiliation: 'Senior .NET Web Developer', hasMore: true },
    figures: { rows: 20, uncited: 0, noYear: 0, noVenue: 0, citations: 425 },
    first:
      'Optimization of Data Structures and Trade-Offs with Concurrency Control in Multithread Software Structures Using Artificial Intelligence',
    last: 'Scalable machine learning model deployment using serverless cloud architectures',
  },
  {
    path: 'profile/jason_ernst_browser_saved_expanded.html',
    id: 'SbUmSEAAAAAJ',
    page: { name: 'Jason Ernst', affiliation: 'University of Guelph', hasMore: false },
    figures: { rows: 58, uncited: 12, noYear: 3, noVenue: 5, citations: 1083 },
    first: 'Decentralized applications: The blockchain-empowered software system',
    last: 'CWECS 2015',
  },
  {
    path: 'profile/yggQMJMAAAAJ.html',
    id: 'yggQMJMAAAAJ',
    page: {
      name: 'Zhengru Fang (方政儒)',
      affiliation: 'PhD Candidate, Department of Computer Science, City University of Hong Kong',
      hasMore: true,
    },
    figures: { rows: 20, uncited: 0, noYear: 0, noVenue: 0, citations: 985 },
    first: 'Age of information in energy harvesting aided massive multiple access networks',
    last: 'PACP: Priority-Aware Collaborative Perception for Connected and Autonomous Vehicles',
  },
  {
    path: 'profile-edited/8daWuo4AAAAJ_en_2rows.html',
    id: '8daWuo4AAAAJ',
    page: { name: 'Anne Kietzig', affiliation: 'Professor of Chemical Engineering, McGill Univeristy', hasMore: true },
    figures: { rows: 2, uncited: 1, noYear: 0, noVenue: 0, citations: 1 },
    first: 'Interaction of oxygen functionalized multi-walled carbon nanotube nanofluids with copper',
    last: 'Boiling heat transfer enhancement with stable nanofluids and laser textured copper surfaces',
  },
];

describe('recorded profiles', () => {
  it.skipIf(isMissing).each(PROFILES)('$path', ({ path, id, page, figures, first, last }) => {
    const value = found(path, id);
    expect(value).toMatchObject({ ...page, warnings: [] });
    expect(value.imageUrl).toMatch(new RegExp(`^https://scholar\\.google.*user=${id}`));
    const { rows } = value;
    expect({
      rows: rows.length,
      uncited: rows.filter((row) => row.citations === 0).length,
      noYear: rows.filter((row) => row.year === null).length,
      noVenue: rows.filter((row) => row.venue === null).length,
      citations: rows.reduce((sum, row) => sum + (row.citations ?? Number.NaN), 0),
    }).toEqual(figures);
    expect([rows[0]?.title, rows.at(-1)?.title]).toEqual([first, last]);
    for (const row of rows) {
      expect(row.key).toMatch(new RegExp(`^${id}:[\\w-]{12}$`));
      expect(row.clusterId === null).toBe(row.citations === 0);
      expect(row.venue ?? '').not.toMatch(/, \d{4}$|&\w+;|<|\s\s/);
    }
  });

  it.skipIf(isMissing).each(['P1RwlvoAAAAJ', 'amIMrIEAAAAJ'])('two fetches of %s read the same', (id) => {
    expect(found(`refetch/${id}_182157Z.html`, id)).toEqual(found(`profile/${id}.html`, id));
  });
});

describe('recorded pages that are no profile', () => {
  it.skipIf(isMissing).each([
    ['captcha/fangzr_debug_page_0.html', 'blocked', 'captcha'],
    ['captcha/rjacobucci_2a65e29.html', 'blocked', 'captcha'],
    ['captcha/rjacobucci_91cbfbe.html', 'blocked', 'captcha'],
    ['captcha/rjacobucci_b21ae46.html', 'blocked', 'captcha'],
    ['captcha/rjacobucci_b92fe49.html', 'blocked', 'captcha'],
    ['signin/AAAAAAAAAAAA_accounts_signin.html', 'blocked', 'signin'],
    ['legacy-2013/author_profile_page.html', 'changed', 'legacy_layout'],
    ['legacy-2013/author_result_page.html', 'changed', 'legacy_layout'],
    ['citation/jason_ernst_view_citation.html', 'changed', 'no_profile_landmarks'],
    ['search/fastpaper_search.html', 'changed', 'no_profile_landmarks'],
    ['../notices/scholar-live/scholar-live-01.html', 'changed', 'no_profile_landmarks'],
    ['../notices/scholar-live/scholar-live-02.html', 'changed', 'no_profile_landmarks'],
  ])('%s is %s: %s', (path, kind, reason) => {
    expect(parse(path, 'AAAAAAAAAAAA')).toMatchObject({ kind, reason });
  });
});

it.skipIf(isMissing)('a page in ISO-8859-1 decodes without replacement characters', () => {
  const body = readRecorded('gscholar/citation/jason_ernst_view_citation.html');
  expect(body.toString('utf8')).toContain('\ufffd');
  expect(decodeText(body, 'text/html; charset=ISO-8859-1')).not.toContain('\ufffd');
  expect(decodeText(body, 'text/html')).not.toContain('\ufffd');
});

it.skipIf(isMissing).each(['P1RwlvoAAAAJ', 'amIMrIEAAAAJ'])('the rows of %s are known minutes later', (profileId) => {
  const { rowsText, rows, warnings, ...head } = found(`profile/${profileId}.html`, profileId);
  const html = decodeText(readRecorded(`gscholar/refetch/${profileId}_182157Z.html`), 'text/html');
  const later = parseKnownPage(html, { profileId, startRow: 0 }, (text) => text === rowsText);
  expect(warnings).toEqual([]);
  expect(later).toEqual({ ...head, rowsText, rowCount: rows.length });
});
