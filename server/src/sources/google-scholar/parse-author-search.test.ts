import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readFixture } from '../../../test/fixtures/read-fixture.ts';
import { parseAuthorSearch } from './parse-author-search.ts';

const card = (id: string, { name = 'Ada Example', more = '' } = {}) =>
  `<div class="gsc_1usr"><div class="gs_ai gs_scl gs_ai_chpr"><a href="/citations?hl=en&amp;user=${id}" class="gs_ai_pho"><span class="gs_rimg"><img alt="x" src="/p.jpg"></span></a>` +
  `<div class="gs_ai_t"><h3 class="gs_ai_name"><a href="/citations?hl=en&amp;user=${id}">${name}</a></h3>${more}</div></div></div>`;
const page = (inside: string) =>
  `<!doctype html><html><head><title>Profiles</title><script>var a = "<div class='gsc_1usr'>"</script></head><body><div id="gs_top"><a href="https://accounts.google.com/Login">Sign in</a><div id="gs_md_err">The system can't perform the operation now.</div><div id="gsc_sa_ccl">${inside}</div></div></body></html>`;
const NONE = `<div class="gs_med"><p>Your search - <b>x</b> - didn&#39;t match any user profiles.</p></div>`;
const FULL = card('AAAAAAAAAAA1', {
  name: '\u202aAda <span class="gs_hlt">Example</span>\u202c',
  more:
    '<div class="gs_ai_aff">Professor of Loops, R&amp;D</div><div class="gs_ai_eml">Verified email at cs.Loops.example - <a href="http://x">Homepage</a></div>' +
    '<div class="gs_ai_cby">Cited by 12,345</div><div class="gs_ai_int"><a class="gs_ai_one_int gs_x" href="#">graphs</a> <a class="gs_ai_one_int" href="#">loops &amp; co</a> <a class="gs_ai_one_int" href="#">graphs</a></div>',
});
const found = (html: string) => {
  const answer = parseAuthorSearch(html);
  if (answer.kind !== 'found') throw new Error(`${answer.kind}: ${answer.reason}`);
  return answer.value;
};

test('a result has all fields of the page', () => {
  expect(found(page(FULL))).toEqual({
    people: [
      {
        source: 'google_scholar',
        scholarId: 'AAAAAAAAAAA1',
        name: 'Ada Example',
        affiliation: 'Professor of Loops, R&D',
        emailDomain: 'cs.loops.example',
        citedByCount: 12_345,
        interests: ['graphs', 'loops & co'],
        orcid: null,
        pageUrl: null,
      },
    ],
    unreadable: 0,
  });
});

test('missing fields are null, the order is that of the page, and each profile occurs once', () => {
  const { people } = found(page(card('BBBBBBBBBBB2') + FULL + card('BBBBBBBBBBB2', { name: 'Twice' })));
  expect(people.map(({ scholarId, name }) => [scholarId, name])).toEqual([
    ['BBBBBBBBBBB2', 'Ada Example'],
    ['AAAAAAAAAAA1', 'Ada Example'],
  ]);
  expect(people[0]).toMatchObject({ affiliation: null, emailDomain: null, citedByCount: null, interests: [] });
});

test('the list is empty only if the page says so', () => {
  expect(found(page(NONE))).toEqual({ people: [], unreadable: 0 });
  expect(parseAuthorSearch(page(''))).toEqual({ kind: 'changed', reason: 'results_unreadable' });
  expect(parseAuthorSearch('')).toEqual({ kind: 'changed', reason: 'incomplete_page' });
  expect(parseAuthorSearch('<html><body><p>Welcome</p></body></html>').kind).toBe('changed');
  expect(
    parseAuthorSearch(`<html><head><script>"didn't match any user profiles"</script></head><body></body></html>`),
  ).toEqual({ kind: 'changed', reason: 'no_search_landmarks' });
});

test('unreadable results are counted; a page with only such results has a changed layout', () => {
  const wrong = [
    card('short'),
    card('AAAAAAAAAAA1&amp;user=BBBBBBBBBBB2'),
    card('AAAAAAAAAAA1', { name: '\u200b\u202e' }),
    card('AAAAAAAAAAA1').replaceAll('/citations?hl', 'https://evil.example/profile?hl'),
    '<div class="gsc_1usr"></div>',
  ];
  expect(found(page(FULL + wrong.join(''))).unreadable).toBe(wrong.length);
  expect(parseAuthorSearch(page(wrong.join('')))).toEqual({ kind: 'changed', reason: 'results_unreadable' });
});

describe('a block page', () => {
  it.each([
    ['captcha.html', 'captcha'],
    ['signin.html', 'signin'],
    ['consent.html', 'consent'],
    ['sorry.html', 'unusual_traffic'],
  ])('%s is blocked', (file, reason) => {
    expect(parseAuthorSearch(readFixture(`google-scholar/${file}`))).toEqual({
      kind: 'blocked',
      reason,
      retryAfterSeconds: null,
    });
  });

  it.each(['layout-2013.html', 'search-results.html', 'profile.html', 'empty-profile.html'])(
    '%s is another layout',
    (file) => expect(parseAuthorSearch(readFixture(`google-scholar/${file}`)).kind).toBe('changed'),
  );

  it('a name that resembles a block message does not block', () => {
    const name = 'Unusual Traffic &lt;form id=captcha-form&gt;';
    expect(found(page(card('AAAAAAAAAAA1', { name }))).people[0]?.name).toBe('Unusual Traffic <form id=captcha-form>');
    const hidden = '<form id="captcha-form" action="/sorry/"></form>';
    expect(found(page(card('AAAAAAAAAAA1', { more: hidden }))).people).toHaveLength(1);
  });
});

test('a page that was cut off anywhere has no results', () => {
  for (const html of [page(FULL + card('BBBBBBBBBBB2')), page(NONE)]) {
    const whole = found(html);
    let refused = 0;
    for (let length = 0; length < html.length; length += 1) {
      const cut = parseAuthorSearch(html.slice(0, length));
      if (cut.kind === 'found') expect(cut.value).toEqual(whole);
      else refused += 1;
    }
    expect(refused).toBeGreaterThan(html.length - 60);
  }
});

test('texts have one line, a limited length and no invalid characters', () => {
  const name = `A&#0;\u0000\ud800<b>b</b>\n\n${'c'.repeat(2000)}`;
  const more = `<div class="gs_ai_aff">${'d '.repeat(5000)}</div><div class="gs_ai_cby">Cited by 99,999,999,999</div><div class="gs_ai_eml">No verified email</div>`;
  const [person] = found(page(card('AAAAAAAAAAA1', { name, more }))).people;
  expect(person?.name.length).toBeLessThanOrEqual(500);
  expect(person?.name).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  expect(person?.affiliation?.length).toBeLessThanOrEqual(1000);
  expect([person?.citedByCount, person?.emailDomain]).toEqual([null, null]);
});

test('pages of tags only do not stall the parser', () => {
  expect(parseAuthorSearch('<div>'.repeat(200_000))).toEqual({ kind: 'changed', reason: 'too_deeply_nested' });
  expect(parseAuthorSearch(page(card('AAAAAAAAAAA1').repeat(5000)))).toEqual({
    kind: 'changed',
    reason: 'too_many_results',
  });
  expect(parseAuthorSearch('<div class="gsc_1usr">'.repeat(50_000)).kind).toBe('changed');
});

test('any text has a defined outcome', () => {
  const pieces = fc.constantFrom(
    '<div class="gsc_1usr">',
    '</div>',
    '<h3 class="gs_ai_name">',
    '<a href="/citations?user=AAAAAAAAAAA1">',
    '</a>',
    'Ada',
    '</h3>',
    '<div id="gsc_sa_ccl">',
    "didn't match any user profiles",
    '<script>',
    '</script>',
    '<svg>',
    '&#0;',
    '\ud800',
    '</html>',
    '<a class="gs_ai_one_int">',
    '<!--',
    '"',
    "'>",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const answer = parseAuthorSearch(parts.join(''));
      if (answer.kind === 'found') for (const { name } of answer.value.people) expect(name.trim()).not.toBe('');
      else expect(answer.reason).toMatch(/^[a-z_]+$/);
    }),
  );
});
