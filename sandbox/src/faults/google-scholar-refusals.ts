import { readPage } from '../data.ts';
import { signInAddress } from '../google-scholar/handle-google-scholar.ts';
import { frameBottom, frameTop, renderHead } from '../google-scholar/page-frame.ts';
import { escapeHtml, type SourceResponse, textResponse } from '../response.ts';
import { type Refusals, unrelatedPage } from './refusals.ts';

export function googleScholarRefusals(url: URL, normalResponse: () => SourceResponse): Refusals {
  const wanted = encodeURIComponent(`https://scholar.google.com${url.pathname}${url.search}`);
  return {
    captcha: textResponse(200, renderCaptcha(url)),
    unusual: textResponse(429, unusualTraffic),
    notFound: textResponse(404, '<html><head><title>Error 404</title></head><body><h1>404</h1></body></html>'),
    legacy: textResponse(200, legacyPage),
    signIn: signInAddress(url),
    consent: `https://consent.google.com/ml?continue=${wanted}&gl=DE&m=0&pc=scholar&hl=en&src=1`,
    sorry: `https://www.google.com/sorry/index?continue=${wanted}&q=EgTAqAABGJ`,
    changeLayout: (renamed) =>
      textResponse(
        200,
        normalResponse()
          .body.toString()
          .replaceAll(renamed ?? /gsc?_/g, 'nx-') || unrelatedPage,
      ),
    endlessStart: () => textResponse(200, ''),
    filler: '<p>more</p>',
  };
}

/** The captcha page, which keeps the request's parameters in its form. */
function renderCaptcha(url: URL): string {
  const kept = [...url.searchParams].map(
    ([name, value]) => `<input type=hidden name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return (
    `${renderHead('Google Scholar')}${frameTop}<div id="gsc_captcha_ccl"><form method="GET" id="gs_captcha_f">` +
    `<h1>Please show you&#39;re not a robot</h1><div id="gs_captcha_c"></div>${kept.join('')}</form>` +
    '<noscript><div class="gs_alrt">Sorry, we can\'t verify that you\'re not a robot when JavaScript is turned off.</div>' +
    `</noscript></div>${frameBottom}`
  );
}

const unusualTraffic = readPage('unusual-traffic');

/** A page of Google Scholar in the layout of 2013, without any of today's classes. */
const legacyPage = readPage('layout-of-2013');
