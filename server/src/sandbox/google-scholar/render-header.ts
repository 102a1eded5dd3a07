import type { SandboxScholar } from '../scholar.ts';
import { escapeHtml } from './markup.ts';
import { recentSince, type Totals } from './measure-citations.ts';

const chartHeight = 154;

/** The box "Cited by": totals, and a bar for each year that has citations, placed by its distance from the right. */
export function renderTotals({ all, recent, perYear }: Totals): string {
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

/** Name, photograph, affiliation, e-mail domain and interests. */
export function renderPerson(scholar: SandboxScholar, origin: string, language: string): string {
  const name = escapeHtml(scholar.name);
  const photo = (size: string) => `${origin}/citations?view_op=${size}_photo&amp;user=${scholar.id}&amp;citpid=1`;
  const mail =
    scholar.emailDomain === null ? 'No verified email' : `Verified email at ${escapeHtml(scholar.emailDomain)}`;
  const interests = scholar.interests.map((interest) => {
    const label = encodeURIComponent(interest.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_'));
    const href = `/citations?view_op=search_authors&amp;hl=${language}&amp;mauthors=label:${label}`;
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
