import type { Publication } from '../publication.ts';
import { escapeHtml } from '../response.ts';
import type { SandboxScholar } from '../scholar.ts';
import { recentSince, type Totals } from './measure-citations.ts';
import { frameBottom, frameTop, renderHead } from './page-frame.ts';

interface ProfilePage {
  readonly scholar: SandboxScholar;
  readonly totals: Totals;
  /** The rows as markup, their number, the number of rows before them, and the number of rows of the profile. */
  readonly rows: Buffer;
  readonly shown: number;
  readonly before: number;
  readonly all: number;
  readonly origin: string;
}

const failed = 'The system can&#39;t perform the operation now. Try again later.';
const top = Buffer.from(frameTop);

/** Renders a profile with the structure, the names and the size of a real page. */
export function renderProfile(page: ProfilePage): Buffer {
  return Buffer.concat([
    Buffer.from(renderStart(page)),
    top,
    Buffer.from(renderMiddle(page)),
    page.rows,
    renderEnd(page),
  ]);
}

function renderStart({ scholar, totals, origin }: ProfilePage): string {
  const isolate = (text: string) => `\u202a${escapeHtml(text)}\u202c`;
  const about = [scholar.affiliation, `Cited by ${totals.all.citations}`, ...scholar.interests]
    .map(isolate)
    .join(' - ');
  const extra =
    `<link rel="canonical" href="https://scholar.google.com/citations?user=${scholar.id}&amp;hl=en">` +
    `<meta name="description" content="${about}"><meta property="og:description" content="${about}">` +
    `<meta property="og:title" content="${escapeHtml(scholar.name)}">` +
    `<meta property="og:image" content="${origin}/citations?view_op=medium_photo&amp;user=${scholar.id}&amp;citpid=1">` +
    '<meta property="og:type" content="website"><meta name="twitter:card" content="summary">';
  return renderHead(`${isolate(scholar.name)} - ${isolate('Google Scholar')}`, extra);
}

function renderMiddle({ scholar, totals, origin }: ProfilePage): string {
  const list = `/citations?hl=en&amp;user=${scholar.id}&amp;view_op=list_works`;
  return (
    `<div id="gsc_bdy" class="gs_scl" data-tab="gsc_prf_t-art" data-usv="">${renderTotals(totals)}` +
    `<div class="gsc_lcl" role="main" id="gsc_prf_w">${renderPerson(scholar, origin)}</div>` +
    '<div id="gsc_prf_t_wrp" role="navigation"><div id="gsc_prf_t" role="tablist">' +
    '<a id="gsc_prf_t-art" class="gsc_prf_tab" href="javascript:void(0)" role=tab aria-selected="true">Articles</a></div></div>' +
    '<div class="gsc_lcl gsc_prf_pnl" id="gsc_art" role="region" aria-labelledby="gsc_prf_t-art">' +
    `<form method="post" action="${list}"><input type="hidden" name="xsrf" value="AF5TLtkAAAAAsandbox"><div id="gsc_a_tw">` +
    '<table id="gsc_a_t"><thead><tr id="gsc_a_tr0" aria-hidden="true"><th class="gsc_a_t"></th><th class="gsc_a_c"></th>' +
    '<th class="gsc_a_y"></th></tr><tr id="gsc_a_trh"><th class="gsc_a_t" scope="col"><span id="gsc_a_ta">' +
    `<a href="${list}&amp;sortby=title" class="gsc_a_a">Title</a></span></th><th class="gsc_a_c" scope="col" dir="rtl">` +
    '<span id="gsc_a_ca"><div class="gs_nph">Cited by</div><div class="gs_oph">Cited by</div></span></th>' +
    '<th class="gsc_a_y" scope="col"><span class="gsc_a_h" id="gsc_a_ha">' +
    `<a href="${list}&amp;sortby=pubdate" class="gsc_a_a">Year</a></span></th></tr></thead><tbody id="gsc_a_b">`
  );
}

function renderEnd({ shown, before, all }: ProfilePage): Buffer {
  const none = 'There are no articles in this profile.';
  const empty = shown === 0 ? `<tr class="gsc_a_e_r"><td class="gsc_a_e" colspan="3">${none}</td></tr>` : '';
  const range = shown === 0 ? none : `Articles ${before + 1}&ndash;${before + shown}`;
  const disabled = before + shown < all ? '' : ' disabled';
  return Buffer.from(
    `${empty}</tbody></table><div id="gsc_a_sp"></div><div id="gsc_a_err" class="gs_alrt">${failed}</div></div><div id="gsc_lwp"><span id="gsc_a_nn">${range}</span><div id="gsc_bpf">` +
      `<button type="button" id="gsc_bpf_more"${disabled} class="gs_btnPD gs_in_ib gs_btn_flat gs_btn_lrge gs_btn_lsu">` +
      '<span class="gs_wr"><span class="gs_ico"></span><span class="gs_lbl">Show more</span></span></button></div></div>' +
      `</form></div></div>${frameBottom}`,
  );
}

const chartHeight = 154;

/** The box "Cited by": totals, and a bar for each year that has citations. Bars are placed from the right. */
function renderTotals({ all, recent, perYear }: Totals): string {
  const row = (label: string, total: number, newer: number) =>
    '<tr><td class="gsc_rsb_sc1"><a href="javascript:void(0)" class="gsc_rsb_f gs_ibl">' +
    `${label}</a></td><td class="gsc_rsb_std">${total}</td><td class="gsc_rsb_std">${newer}</td></tr>`;
  const most = Math.max(1, ...perYear.map(({ citations }) => citations));
  const offset = (at: number) => (perYear.length - 1 - at) * 32 + 3;
  const years = perYear.map(({ year }, at) => `<span class="gsc_g_t" style="right:${offset(at)}px">${year}</span>`);
  const bars = perYear.map(({ citations }, at) => {
    if (citations === 0) return '';
    const height = Math.max(5, Math.round((citations / most) * chartHeight));
    const style = `right:${offset(at) + 5}px;top:${160 - height}px;height:${height}px;z-index:${perYear.length - at}`;
    return `<a href="javascript:void(0)" class="gsc_g_a" style="${style}"><span class="gsc_g_al">${citations}</span></a>`;
  });
  const chart = `<div class="gsc_md_hist_w"><div class="gsc_md_hist_b">${years.join('')}${bars.join('')}</div></div>`;
  return (
    '<div class="gsc_rsb" role="navigation"><a id="gsc_rsb_gpl" class="gsc_rsb_s" href="/citations?hl=en">Get my own profile</a>' +
    '<div class="gsc_rsb_s gsc_prf_pnl" id="gsc_rsb_cit" role="region" aria-labelledby="gsc_prf_t-cit"><h3 class="gsc_rsb_header">' +
    '<span class="gsc_rsb_title">Cited by</span></h3><table id="gsc_rsb_st"><thead><tr><th class="gsc_rsb_sth"></th>' +
    `<th class="gsc_rsb_sth">All</th><th class="gsc_rsb_sth">Since ${recentSince}</th></tr></thead><tbody>` +
    row('Citations', all.citations, recent.citations) +
    row('h-index', all.h, recent.h) +
    row('i10-index', all.i10, recent.i10) +
    `</tbody></table><div class="gsc_g_hist_wrp" dir="rtl">${chart}</div></div></div>`
  );
}

/** Name, photo, affiliation, e-mail domain and interests. */
function renderPerson(scholar: SandboxScholar, origin: string): string {
  const name = escapeHtml(scholar.name);
  const photo = (size: string) => `${origin}/citations?view_op=${size}_photo&amp;user=${scholar.id}&amp;citpid=1`;
  const mail =
    scholar.emailDomain === null ? 'No verified email' : `Verified email at ${escapeHtml(scholar.emailDomain)}`;
  const interests = scholar.interests.map((interest) => {
    const label = encodeURIComponent(interest.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_'));
    const href = `/citations?view_op=search_authors&amp;hl=en&amp;mauthors=label:${label}`;
    return `<a href="${href}" class="gsc_prf_inta gs_ibl">${escapeHtml(interest)}</a>`;
  });
  return (
    '<div id="gsc_prf"><a href="javascript:void(0)" role="button" id="gsc_prf_btnf" class="gsc_prf_btn gsc_prf_btn_top gs_btnFA">' +
    '<span class="gs_ico"></span><span class="gsc_prf_btn_lbl">Follow</span></a><div id="gsc_prf_pu"><div id="gsc_prf_pua" class="gs_rimg">' +
    `<img alt="${name}" sizes="print 80px,128px" src="${photo('view')}" id="gsc_prf_pup-img" ` +
    `srcset="${photo('view')} 128w,${photo('medium')} 256w"></div></div>` +
    `<div id="gsc_prf_i"><div id="gsc_prf_inw"><div id="gsc_prf_in">${name}</div></div>` +
    `<div class="gsc_prf_il">${escapeHtml(scholar.affiliation)}</div><div class="gsc_prf_il" id="gsc_prf_ivh">${mail}</div>` +
    `<div class="gsc_prf_il" id="gsc_prf_int">${interests.join('')}</div></div></div>`
  );
}

const shownAuthors = 6;
const shownVenue = 72;

/** One row of a profile. A publication has a different code on each profile that lists it. */
export function renderRow(profileId: string, code: string, publication: Publication): string {
  const view = `/citations?view_op=view_citation&amp;hl=en&amp;user=${profileId}&amp;citation_for_view=${profileId}:${code}`;
  const year = publication.year === null ? '' : String(publication.year);
  const when = year && `<span class="gs_oph">, ${year}</span>`;
  return (
    `<tr class="gsc_a_tr"><td class="gsc_a_t"><a href="${view}" class="gsc_a_at">${renderTitle(publication)}</a>` +
    `<div class="gs_gray">${escapeHtml(shortenAuthors(publication.authors))}</div>` +
    `<div class="gs_gray">${escapeHtml(shortenVenue(publication.publishedIn ?? publication.venue))}${when}</div></td>` +
    `<td class="gsc_a_c">${renderCitations(publication)}</td>` +
    `<td class="gsc_a_y"><span class="gsc_a_h gsc_a_hc gs_ibl">${year}</span></td></tr>`
  );
}

function renderCitations(publication: Publication): string {
  if (publication.citations === 0) return '<a href="" class="gsc_a_ac gs_ibl"></a>';
  const href = `https://scholar.google.com/scholar?oi=bibs&amp;hl=en&amp;cites=${publication.cluster}`;
  return `<a href="${href}" class="gsc_a_ac gs_ibl">${publication.citations}</a>`;
}

function renderTitle({ title, italic }: Publication): string {
  const escaped = escapeHtml(title);
  return italic === null ? escaped : escaped.replace(escapeHtml(italic), (part) => `<i>${part}</i>`);
}

/** The source shows the first six authors, then ", ...". */
function shortenAuthors(authors: readonly string[]): string {
  return authors.length > shownAuthors ? `${authors.slice(0, shownAuthors).join(', ')}, ...` : authors.join(', ');
}

/** The source cuts a long venue at a word and ends it in a no-break space and an ellipsis. */
function shortenVenue(venue: string): string {
  if (venue.length <= shownVenue || venue.includes('doi:')) return venue;
  return `${venue.slice(0, venue.lastIndexOf(' ', shownVenue))}\u00a0…`;
}
