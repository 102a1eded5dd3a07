import { describe, expect, it, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { isChallenge, isChallengeOfApi } from './recognize-challenge.ts';

const page = (title: string, body = '', head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const article = '<meta name="citation_title" content="A title"><meta name="citation_pdf_url" content="/1.pdf">';

describe('recognizes a challenge', () => {
  it('by its headers', () => {
    expect(isChallenge({ 'cf-mitigated': 'challenge' }, null)).toBe(true);
    expect(isChallenge({ 'x-amzn-waf-action': 'captcha' }, null)).toBe(true);
    expect(isChallenge({ 'x-amzn-waf-action': 'count', server: 'cloudflare' }, null)).toBe(false);
  });

  it.each([
    ['Cloudflare', page('Just a moment...')],
    ['Cloudflare', page('Just a moment&hellip;')],
    ['Cloudflare in another language', page('Nur einen Moment…', '<script>window._cf_chl_opt={cvId:"3"}</script>')],
    ['Cloudflare that refuses', page('Attention Required! | Cloudflare', '<div id="cf-error-details"></div>')],
    [
      'Cloudflare that refuses a program',
      page('Access denied | x.example used Cloudflare to restrict access', '<div id="cf-error-details"></div>'),
    ],
    ['the name of an error', page('Error', '<pre>ChallengeRequiredError: solve the challenge</pre>')],
    [
      'Cloudflare’s widget',
      page('One more step', '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>'),
    ],
    [
      'Incapsula',
      '<html><body><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&xinfo=1">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>',
    ],
    ['Incapsula', '<html><head><script src="/_Incapsula_Resource?SWJIYLWA=5074a744"></script><body></body></html>'],
    [
      'Akamai',
      "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission.<P>Reference&#32;&#35;18&#46;44657b5c</BODY></HTML>",
    ],
    ['Akamai', page('', '<div id="sec-if-cpt-container"></div>')],
    ['PerimeterX', page('Access to this page has been denied.', '<div id="px-captcha"></div>')],
    ['DataDome', page('journal.example', '<script src="https://geo.captcha-delivery.com/captcha/"></script>')],
    ['Radware', page('Radware Bot Manager Captcha', '<form action="https://validate.perfdrive.com/captcha">')],
    ['Elsevier', page('ScienceDirect', '<h1>Are you a robot?</h1><p>Please confirm you are a human.</p>')],
    ['Springer', page('Client Challenge', '<noscript>JavaScript is disabled in your browser.</noscript>')],
    ['Silverchair', page('Validate User')],
    ['PMC', page('Preparing to download ...', '<script>const POW_COOKIE_NAME = "cloudpmc-viewer-pow"</script>')],
    ['Anubis', page("Making sure you're not a bot!", '<script id="anubis_challenge">{}</script>')],
    ['a CAPTCHA', page('journal', '<form><div class="g-recaptcha" data-sitekey="x"></div></form>')],
    ['words', page('Sorry', 'Our systems have detected unusual traffic from your network.')],
    ['words', page('Sorry', '<p>Please <b>verify</b> you&#39;re<br>human')],
    ['words', page('Please wait', 'Checking your browser before accessing the journal.')],
    ['a page that claims to be an article', page('Just a moment...', '', article)],
    ['code on a page that claims to be an article', page('A title', '<script>_cf_chl_opt={}</script>', article)],
  ])('of %s', (_, html) => {
    expect(isChallenge({}, html)).toBe(true);
  });
});

describe('does not take for a challenge', () => {
  const words = 'Word after word of an abstract. '.repeat(200);

  it.each([
    ['an empty page', ''],
    ['a page of few words', page('Not found', 'There is nothing here.')],
    [
      'Cloudflare’s page about a server that is down',
      page('api.example | 522: Connection timed out', '<div id="cf-error-details"><h1>Connection timed out</h1></div>'),
    ],
    [
      'an article that Cloudflare let pass',
      page('A title', '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">', article),
    ],
    ['an article that Incapsula let pass', page('A title', '<script src="/_Incapsula_Resource?SWJIYLWA=1">', article)],
    [
      'an article about challenges',
      page('Are you a robot? CAPTCHAs and px-captcha', 'Verify that you are a human.', article),
    ],
    ['an article about challenges', page('Just a moment: time in prose', 'unusual traffic', article)],
    ['a long page with a form', page('A title', `${words}<div class="g-recaptcha"></div>`)],
    ['a log-in page', page('Log in', '<form><input name=user><input type=password></form>')],
    ['a picture with a title', page('A title', '<svg><title>Security check</title></svg>', article)],
  ])('%s', (_, html) => {
    expect(isChallenge({}, html)).toBe(false);
  });
});

const plain = { 'content-type': 'application/json' };

describe('an API that answers with a challenge', () => {
  it.each([
    ['a page', {}, page("Making sure you're not a bot!")],
    ['a page after a comment', {}, `<!-- x -->\n${page('Just a moment...')}`],
    ['a page after an XML declaration', {}, `<?xml version="1.0"?>${page('Just a moment...')}`],
    ['a page that begins with its style', {}, '<style>p {}</style><title>Just a moment...</title>'],
    ['a page with the name of an error', {}, page('Error', 'ChallengeRequiredError')],
    [
      'a message of PerimeterX',
      plain,
      '{"appId":"PXa","jsClientSrc":"/a/init.js","blockScript":"/a/captcha/PXa/captcha.js"}',
    ],
    ['a header', { 'cf-mitigated': 'challenge' }, ''],
    ['another header', { 'x-vercel-mitigated': 'challenge' }, ''],
    ['a message with the name of an error', plain, '{"error":"ChallengeRequiredError"}'],
    ['a message with the address of a CAPTCHA', plain, '{"url":"https://geo.captcha-delivery.com/captcha/?cid=1"}'],
    ['a widget', {}, page('Sorry', '<script src="https://js.hcaptcha.com/1/api.js"></script>')],
    ['a script', {}, page('', '<script src="https://1.token.awswaf.com/1/challenge.js"></script>')],
    [
      'a page in another language',
      {},
      page('Un momento', '<img src="/.within.website/x/cmd/anubis/static/img/x.webp">'),
    ],
  ])('%s', (_, headers, body) => expect(isChallengeOfApi(headers, body)).toBe(true));

  it.each([
    ['data about challenges', plain, '{"title":"Solving a CAPTCHA: are you a robot?"}'],
    ['an error about a record', plain, '{"error":"captcha is not a valid select field."}'],
    ['a feed about challenges', {}, '<feed><entry><title>Just a moment...</title></entry></feed>'],
    ['a page without a challenge', {}, page('404 Not Found', 'Not Found')],
    [
      'data that quote the code of a challenge',
      plain,
      JSON.stringify({ abstract: `We study px-captcha and _cf_chl_opt. ${'Word after word. '.repeat(300)}` }),
    ],
    ['nothing', {}, ''],
  ])('is not %s', (_, headers, body) => expect(isChallengeOfApi(headers, body)).toBe(false));
});

test('a page with many comments is judged at once', () => {
  const start = cpuMs();
  expect(isChallengeOfApi({}, `${'<!---->'.repeat(5_000)}x`)).toBe(false);
  expect(cpuMs() - start).toBeLessThan(500);
});
