import { headBallast } from './page-ballast.ts';

/** The lines at the top of every page of the site; `extra` is markup. */
export function renderHead(title: string, charset: string, extra = ''): string {
  return (
    `<!doctype html><html><head><title>${title}</title><meta http-equiv="Content-Type" content="text/html;charset=${charset}">` +
    '<meta http-equiv="X-UA-Compatible" content="IE=Edge"><meta name="referrer" content="origin-when-cross-origin">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1,minimum-scale=1,maximum-scale=2">' +
    `<meta name="format-detection" content="telephone=no"><link rel="shortcut icon" href="/favicon.ico">${extra}`
  );
}

const signIn = 'https://accounts.google.com/Login?hl=en&amp;continue=https://scholar.google.com/schhp%3Fhl%3Den';
const failed = 'The system can&#39;t perform the operation now. Try again later.';
const icon = '<span class="gs_ico"></span><span class="gs_ia_notf"></span>';

const menuItem = (href: string, look: string, label: string) =>
  `<a href="${href}" role="menuitem" class="${look} gs_in_ib gs_md_li gs_md_lix gs_in_gray">${icon}<span class="gs_lbl">${label}</span></a>`;

/**
 * From the end of the head to the page's own part. A sound page holds hidden error messages and "Sign in" too, which is
 * why they say nothing about whether it is sound.
 */
export const frameTop: string =
  `${headBallast}</head><body><div id="gs_top" onclick=""><div id="gs_md_ldg" style="display:none">Loading...</div>` +
  `<div id="gs_md_err" style="display:none">${failed}</div><div id="gs_md_s"></div>` +
  '<div id="gs_hdr_drw" class="gs_md_ulr gs_md_ds" role="dialog" tabindex="-1" data-shd="gs_hdr_drs"><div id="gs_hdr_drw_in">' +
  '<div class="gs_hdr_drw_sec">' +
  menuItem('/citations?hl=en', 'gs_btnPRO', 'My profile') +
  menuItem('/scholar?scilib=1&amp;hl=en', 'gs_btnL', 'My library') +
  menuItem('/scholar_settings?hl=en', 'gs_btnP', 'Settings') +
  `</div><div id="gs_hdr_drw_bot" class="gs_hdr_drw_sec">${menuItem(signIn, '', 'Sign in')}</div></div></div>` +
  '<div id="gs_hdr" role="banner" class="gs_hdr_src"><a id="gs_hdr_lgo" class="" href="/schhp?hl=en" aria-label="Homepage"></a>' +
  '<div id="gs_hdr_md"><div id="gs_hdr_srch"><form id="gs_hdr_frm" action="/citations">' +
  '<input type=hidden name="view_op" value="search_authors"><input type=hidden name="hl" value="en">' +
  '<div class="gs_in_txtw gs_in_txtb"><input type="text" class="gs_in_txt" name="mauthors" value="" id="gs_hdr_tsi" ' +
  'placeholder="Search profiles" size="50" maxlength="2048" autocapitalize="off" aria-label="Search"></div></form></div></div>' +
  `<div id="gs_hdr_act"><a id="gs_hdr_act_s" href="${signIn}">Sign in</a></div></div>` +
  '<form action="" method="post" id="gs_alrt"><span id="gs_alrt_m"></span><span id="gs_alrt_h"></span></form>' +
  '<div id="gs_bdy"><div id="gs_bdy_sb" role="navigation"><div id="gs_bdy_sb_in"></div></div><div id="gs_bdy_ccl" role="main">';

/** What stands under the rows when the page loads more of them. */
export const rowsFailed: string = `<div id="gsc_a_sp"></div><div id="gsc_a_err" class="gs_alrt">${failed}</div>`;

/** From the end of the page's own part to the end of the page. */
export const frameBottom: string =
  '</div></div><div id="gs_ftr_sp" role="presentation"></div><div id="gs_ftr" class="gs_md_rmb" role="contentinfo">' +
  '<div id="gs_ftr_rt"><a href="//www.google.com/intl/en/policies/privacy/">Privacy</a>' +
  '<a href="//www.google.com/intl/en/policies/terms/">Terms</a></div></div></div></body></html>';
