import type { FetchHeaders } from './fetch.ts';
import { beginsAsPage, readTags } from './read-tags.ts';

/**
 * Titles of the pages that Cloudflare, PerimeterX, Imperva, Fastly, Silverchair, Akamai and others show to clients that
 * are not browsers.
 */
const TITLES = [
  /^just a moment(\.{3}|…)$/i,
  /^attention required! \| cloudflare$/i,
  /\bused cloudflare to restrict access$/i,
  /^access to this page has been denied/i,
  /^pardon our interruption/i,
  /^client challenge$/i,
  /^validate user$/i,
  /^(human verification|robot check|captcha|bot verification|security check)$/i,
  /^are you (a )?(robot|human)\??$/i,
  /^(please )?(verify|verifying) (that )?you are (a )?human/i,
  /^making sure you('|’)re not a bot/i,
  /^checking your browser/i,
  /^ddos-guard$/i,
  /^vercel security checkpoint$/i,
];

/**
 * Code and attributes that only such pages have. Normal pages of these services have others, such as
 * `/cdn-cgi/challenge-platform/scripts/` or `/_Incapsula_Resource?SWJIYLWA`, and so have their pages about a server
 * that is down (`cf-error-details`).
 */
const CODE =
  /\b_cf_chl_opt\b|\bchallenge-error-text\b|\/cdn-cgi\/styles\/challenges\.css|_Incapsula_Resource\?CWUDNSAI|\bpx-captcha\b|\b(geo|ct)\.captcha-delivery\.com\b|\bsec-if-cpt-container\b|\/_sec\/cp_challenge\/|\bbm-verify\b|\bgokuProps\b|\b(validate|captcha)\.perfdrive\.com\b|\banubis_challenge\b|\bsucuri_cloudproxy_js\b|\bcloudpmc-viewer-pow\b|\/\.within\.website\/|\.awswaf\.com\b|\bcaptcha\.px-cdn\.net\b|"blockScript"\s*:|\bChallengeRequired(Error)?\b/;

/**
 * Counts only on a short page that names no article, because normal pages have such forms and some papers are about
 * CAPTCHAs.
 */
const PART = /captcha|\/_Incapsula_Resource|challenges\.cloudflare\.com/i;
const WORDS =
  /captcha|(not|no|if you are|if you're|are you) (a |an )?(robot|bot\b|automated)|you('|’)?( a)?re (a )?human|unusual traffic|checking your (browser|connection)|enable javascript and cookies|security (check|verification)|incapsula incident|access denied.*\breference ?#|\bchallengerequired(error)?\b/is;
const FEW_WORDS = 3_000;
/** Such pages are small, so the rest of a page is not read. */
const MAX_LENGTH = 65_536;
/** A longer answer has data, which may quote such code. */
const MAX_MESSAGE_LENGTH = 4_000;

/**
 * Whether a response is a challenge for a browser or a person, whatever its status. `html` is null if the response is
 * not a page.
 */
export function isChallenge(headers: FetchHeaders, html: string | null): boolean {
  if ([headers['cf-mitigated'], headers['x-vercel-mitigated']].includes('challenge')) return true;
  if (/^(challenge|captcha)$/.test(headers['x-amzn-waf-action'] ?? '')) return true;
  if (html === null) return false;
  const page = readPage(html.slice(0, MAX_LENGTH));
  if (TITLES.some((title) => title.test(page.title)) || CODE.test(page.code)) return true;
  if (page.namesArticle || page.words.length >= FEW_WORDS) return false;
  return WORDS.test(page.words) || PART.test(page.code);
}

/**
 * Whether an API sent a challenge instead of data, whatever its status. A page is judged as by `isChallenge`. In any
 * other body only the code of such services counts, because a message of the API may be about anything.
 */
export function isChallengeOfApi(headers: FetchHeaders, body: string): boolean {
  if (beginsAsPage(body)) return isChallenge(headers, body);
  return isChallenge(headers, null) || (body.length <= MAX_MESSAGE_LENGTH && CODE.test(body));
}

interface Page {
  readonly title: string;
  /** scripts, and the attributes of all elements */
  readonly code: string;
  readonly words: string;
  readonly namesArticle: boolean;
}

function readPage(html: string): Page {
  const titles: string[] = [];
  const code: string[] = [];
  const words: string[] = [];
  let titleCount = 0;
  let namesArticle = false;
  readTags(html, {
    tag(name, attributes) {
      if (name === 'title') titleCount += 1;
      if (name === 'meta' && /^citation_/i.test(attributes.get('name') ?? '')) namesArticle = true;
      for (const value of attributes.values()) code.push(value);
      words.push(' ');
    },
    text(text, within) {
      if (within === 'script' || within === 'style') code.push(text);
      // Only the first title counts, because pictures have titles too.
      else if (within === 'title' && titleCount === 1) titles.push(text);
      else words.push(text);
    },
  });
  const title = collapse(titles.join(''));
  return { title, code: code.join('\n'), words: collapse(`${title} ${words.join('')}`), namesArticle };
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
