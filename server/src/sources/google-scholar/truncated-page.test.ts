import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildProfilePage, buildRow } from '../../../test/fixtures/google-scholar/build-profile-page.ts';
import { readFixture } from '../../../test/fixtures/read-fixture.ts';
import { parseProfilePage } from './parse-profile-page.ts';

const ID = 'AAAAAAAAAAA1';
const built = buildProfilePage({
  rows: Array.from({ length: 12 }, (_, index) => buildRow({ code: `c${index}`, title: `T ${index} &amp; <i>x</i>` })),
  hasMore: true,
  headBytes: 2_000,
});

/** Every cut of a page: either the whole page's rows, or an answer that says it is none. */
function expectNoSilentLoss(html: string): number {
  const whole = parseProfilePage(html, ID);
  if (whole.kind !== 'found') throw new Error(whole.reason);
  let rejected = 0;
  for (let length = 0; length < html.length; length += 1) {
    const cut = parseProfilePage(html.slice(0, length), ID);
    if (cut.kind === 'found') expect(cut.value).toEqual(whole.value);
    else {
      expect(cut.kind).toBe('changed');
      rejected += 1;
    }
  }
  return rejected;
}

describe('a page that was cut off', () => {
  it.each([
    ['a built page', built],
    ['a hand-made page', readFixture('google-scholar/profile.html')],
    ['an empty profile', readFixture('google-scholar/empty-profile.html')],
  ])('%s: at no character is it found with other rows', (_, html) => {
    expect(expectNoSilentLoss(html)).toBeGreaterThan(html.length / 2);
  });

  it('within the table is an incomplete page', () => {
    const middle = built.indexOf(':c6');
    expect(parseProfilePage(built.slice(0, middle), ID)).toEqual({ kind: 'changed', reason: 'incomplete_page' });
    const tail = built.indexOf('</table>');
    expect(parseProfilePage(built.slice(0, tail), ID)).toEqual({ kind: 'changed', reason: 'incomplete_page' });
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      '<tr class="gsc_a_tr">',
      '<td class="gsc_a_t">',
      '</td>',
      '</tr>',
      '<a class="gsc_a_at" href="?citation_for_view=a:b">',
    ],
    ...[
      '<div id="gsc_prf_in">N',
      '</div>',
      '<table><tbody id="gsc_a_b">',
      '</table>',
      '<button id="gsc_bpf_more">',
      '<svg>',
      '<path/>',
    ],
    ...[
      '<td class="gsc_a_e">',
      '<span class="gs_oph">',
      '<div class="gs_gray">',
      '&#0;',
      '&#xd800;',
      '&bogus;',
      '<script>',
      '</script>',
      '<!--',
    ],
  );

  it('never throws, and is never found without a name', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, pieces, fc.string({ unit: 'binary' })), { maxLength: 60 }), (parts) => {
        const answer = parseProfilePage(parts.join(''), ID);
        if (answer.kind === 'found') {
          expect(answer.value.name).not.toBe('');
          for (const row of answer.value.rows) expect(row.title).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('as a title comes back folded, and takes no other row with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (title) => {
        const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        const html = buildProfilePage({
          rows: [buildRow({ code: 'a', title: `x${escaped}` }), buildRow({ code: 'b' })],
        });
        const answer = parseProfilePage(html, ID);
        const folded = `x${title}`
          .replace(/\s+/g, ' ')
          .trim()
          .replace(/\p{Cc}/gu, '');
        expect(answer).toMatchObject({ kind: 'found', value: { rows: [{ title: folded }, { title: 'A title' }] } });
      }),
      { numRuns: 500 },
    );
  });
});
