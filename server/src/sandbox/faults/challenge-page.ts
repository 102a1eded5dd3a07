import type { Answer } from '../answer.ts';
import { escapeHtml } from '../google-scholar/markup.ts';

/** What a shield before a site answers those who are no browser. */
export function challengePage(url: URL): Answer {
  const path = escapeHtml(url.pathname);
  const body =
    '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">' +
    '<meta name="robots" content="noindex,nofollow"><link href="/cdn-cgi/styles/challenges.css" rel="stylesheet"></head><body class="no-js">' +
    '<div class="main-wrapper" role="main"><noscript><div id="challenge-error-title"><span id="challenge-error-text">' +
    'Enable JavaScript and cookies to continue</span></div></noscript></div>' +
    `<script>(function(){window._cf_chl_opt={cvId: '2',cType: 'managed',fa: "${path}?__cf_chl_f_tk=sandbox"};})();</script></body></html>`;
  const headers = { 'cf-mitigated': 'challenge', server: 'cloudflare', 'cache-control': 'private, no-store' };
  return { status: 403, type: 'text/html; charset=UTF-8', body, headers };
}
