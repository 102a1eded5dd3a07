import { selectorsOf } from './dom.ts';

/**
 * The elements of Google Scholar's pages, taken from recorded pages. When the site changes, change this table.
 * `docs/troubleshooting.md` lists the reasons that `parse-profile-page.ts` reports when an element is missing.
 */
export const PROFILE = selectorsOf({
  title: 'title',
  name: 'div#gsc_prf_in',
  affiliation: '#gsc_prf_i div.gsc_prf_il',
  photo: '#gsc_prf_pu img#gsc_prf_pup-img',
  rows: 'tbody#gsc_a_b',
  /** "Articles 1–20" */
  counter: 'span#gsc_a_nn',
  /** "Show more", which every page has; `disabled` on the last page. */
  more: '#gsc_lwp button#gsc_bpf_more',
});

/** How the source text of `PROFILE.rows` begins and ends, and how each of its rows begins. */
export const ROWS_TEXT = { start: '<tbody id="gsc_a_b">', end: '</tbody>', row: '<tr' } as const;

/** Within a row of `PROFILE.rows`. Every row has the first four, though they may be empty. */
export const ROW = selectorsOf({
  titleLink: 'a.gsc_a_at',
  /** The first has the authors, the second the venue. */
  grayLine: 'div.gs_gray',
  citations: 'a.gsc_a_ac',
  year: 'span.gsc_a_h',

  /** ", 2019" at the end of the venue, for narrow screens that hide the year's column. */
  yearInLine: 'span.gs_oph',
  /** "There are no articles in this profile.", the only row of an empty page. */
  emptyNotice: 'td.gsc_a_e',
});

/** A page of results of the search for people. */
export const SEARCH = selectorsOf({ results: 'div#gsc_sa_ccl', card: 'div.gsc_1usr' });

/** Within a `SEARCH.card`. */
export const CARD = selectorsOf({
  link: '.gs_ai_name a',
  name: '.gs_ai_name',
  affiliation: '.gs_ai_aff',
  email: '.gs_ai_eml',
  citedBy: '.gs_ai_cby',
  interest: '.gs_ai_one_int',
});

/**
 * Elements that only block pages have. Links and texts do not count, because every normal page links to the sign-in
 * page and contains hidden error messages. `markOfAddress` also recognizes forms and redirects by their addresses.
 */
export const BLOCK = {
  scholarCaptcha: selectorsOf({ form: '#gs_captcha_f', box: '#gs_captcha_c', frame: '#gsc_captcha_ccl' }),
  captcha: selectorsOf({ form: '#captcha-form', box: '#recaptcha', other: '#captcha', widget: '.g-recaptcha' }),
  signin: selectorsOf({ identifier: '#identifierId', form: '#gaia_loginform' }),
};
