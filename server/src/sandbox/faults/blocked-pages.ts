import { escapeHtml } from '../google-scholar/markup.ts';
import { frameBottom, frameTop, renderHead } from '../google-scholar/page-frame.ts';

/** The page that asks whether one is a robot; it keeps the wanted parameters in its form. */
export function renderCaptcha(url: URL): string {
  const kept = [...url.searchParams].map(
    ([name, value]) => `<input type=hidden name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return (
    `${renderHead('Google Scholar', 'UTF-8')}${frameTop}<div id="gsc_captcha_ccl"><form method="GET" id="gs_captcha_f">` +
    `<h1>Please show you&#39;re not a robot</h1><div id="gs_captcha_c"></div>${kept.join('')}</form>` +
    '<noscript><div class="gs_alrt">Sorry, we can\'t verify that you\'re not a robot when JavaScript is turned off.</div>' +
    `</noscript></div>${frameBottom}`
  );
}

export const unusualTraffic: string =
  '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"><title>Sorry...</title></head><body>' +
  "<h1>We're sorry...</h1><p>... but your computer or network may be sending automated queries. To protect our users, we " +
  "can't process your request right now.</p><p>Our systems have detected unusual traffic from your computer network.</p></body></html>";

/** A page of the same site in the layout of 2013: no class of today's occurs in it. */
export const legacyPage: string =
  '<html><head><title>A Scholar - Google Scholar Citations</title></head><body><div class="g-doc-1024"><div class="g-section">' +
  '<span id="cit-name-display" class="cit-in-place-nohover">A Scholar</span><table class="cit-table"><tbody>' +
  '<tr class="cit-table header"><td id="col-title">Title / Author</td><td id="col-citedby">Cited by</td><td id="col-year">Year</td></tr>' +
  [1999, 2004, 2011]
    .map(
      (year) =>
        `<tr class="cit-table item"><td id="col-title"><a class="cit-dark-large-link" href="/citations?view_op=view_citation">` +
        `A paper of ${year}</a><br><span class="cit-gray">A Scholar</span></td><td id="col-citedby">` +
        `<a class="cit-dark-link" href="/scholar">${year - 1990}</a></td><td id="col-year">${year}</td></tr>`,
    )
    .join('') +
  '</tbody></table></div></div></body></html>';

/** A page of another kind where data was asked for. */
export const otherPage: string =
  '<!doctype html><html><head><title>Welcome to the new site</title></head><body><main class="app" data-page="home">' +
  '<h1>Welcome</h1><p>Everything is better here.</p></main></body></html>';
