import type { SandboxScholar } from '../scholar.ts';
import { escapeHtml } from './markup.ts';
import type { Totals } from './measure-citations.ts';
import { frameBottom, frameTop, renderHead, rowsFailed } from './page-frame.ts';
import { renderPerson, renderTotals } from './render-header.ts';

export interface ProfilePage {
  readonly scholar: SandboxScholar;
  readonly totals: Totals;
  /** The rows as markup; how many there are; how many come before them; how many the profile has. */
  readonly rows: Buffer;
  readonly shown: number;
  readonly before: number;
  readonly all: number;
  readonly origin: string;
  readonly language: string;
  readonly charset: 'UTF-8' | 'ISO-8859-1';
}

const top = Buffer.from(frameTop);

/** A profile in UTF-8, with the structure, names and proportions of the real pages. */
export function renderProfile(page: ProfilePage): Buffer {
  return Buffer.concat([
    Buffer.from(renderStart(page)),
    top,
    Buffer.from(renderMiddle(page)),
    page.rows,
    renderEnd(page),
  ]);
}

function renderStart({ scholar, totals, language, charset, origin }: ProfilePage): string {
  const isolate = (text: string) => `\u202a${escapeHtml(text)}\u202c`;
  const about = [scholar.affiliation, `Cited by ${totals.all.citations}`, ...scholar.interests]
    .map(isolate)
    .join(' - ');
  const extra =
    `<link rel="canonical" href="https://scholar.google.com/citations?user=${scholar.id}&amp;hl=${language}">` +
    `<meta name="description" content="${about}"><meta property="og:description" content="${about}">` +
    `<meta property="og:title" content="${escapeHtml(scholar.name)}">` +
    `<meta property="og:image" content="${origin}/citations?view_op=medium_photo&amp;user=${scholar.id}&amp;citpid=1">` +
    '<meta property="og:type" content="website"><meta name="twitter:card" content="summary">';
  return renderHead(`${isolate(scholar.name)} - ${isolate('Google Scholar')}`, charset, extra);
}

function renderMiddle({ scholar, totals, origin, language }: ProfilePage): string {
  const list = `/citations?hl=${language}&amp;user=${scholar.id}&amp;view_op=list_works`;
  return (
    `<div id="gsc_bdy" class="gs_scl" data-tab="gsc_prf_t-art" data-usv="">${renderTotals(totals)}` +
    `<div class="gsc_lcl" role="main" id="gsc_prf_w">${renderPerson(scholar, origin, language)}</div>` +
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
    `${empty}</tbody></table>${rowsFailed}</div><div id="gsc_lwp"><span id="gsc_a_nn">${range}</span><div id="gsc_bpf">` +
      `<button type="button" id="gsc_bpf_more"${disabled} class="gs_btnPD gs_in_ib gs_btn_flat gs_btn_lrge gs_btn_lsu">` +
      '<span class="gs_wr"><span class="gs_ico"></span><span class="gs_lbl">Show more</span></span></button></div></div>' +
      `</form></div></div>${frameBottom}`,
  );
}
