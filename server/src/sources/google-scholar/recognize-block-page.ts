import type { Attributes } from './attributes.ts';
import type { BlockMark, PageParts } from './page-parts.ts';

const SORRY_WORDS = ['unusual traffic from your', 'sending automated queries'];
const CAPTCHA_IDS = new Set(['captcha-form', 'recaptcha', 'captcha']);
const SCHOLAR_CAPTCHA_IDS = new Set(['gs_captcha_f', 'gs_captcha_c', 'gsc_captcha_ccl']);
const SIGNIN_IDS = new Set(['identifierId', 'gaia_loginform']);

/** The reason word of a page that keeps us out, or null; ask only about a page that is not what was asked for. */
export function recognizeBlockPage(page: Pick<PageParts, 'words' | 'marks'>): string | null {
  const words = page.words.toLowerCase();
  if (page.marks.has('scholar_captcha')) return 'captcha';
  if (page.marks.has('sorry') || SORRY_WORDS.some((phrase) => words.includes(phrase))) return 'unusual_traffic';
  if (page.marks.has('captcha')) return 'captcha';
  if (page.marks.has('signin')) return 'signin';
  return page.marks.has('consent') ? 'consent' : null;
}

/**
 * The mark that one element is, or null. Links do not count: every healthy page links to the sign-in page and says "Sign in".
 */
export function blockMarkOf(name: string, attributes: Attributes): BlockMark | null {
  const id = attributes.id ?? '';
  if (SCHOLAR_CAPTCHA_IDS.has(id)) return 'scholar_captcha';
  if (CAPTCHA_IDS.has(id) || attributes.class === 'g-recaptcha') return 'captcha';
  if (SIGNIN_IDS.has(id)) return 'signin';
  if (name === 'form') return markOfAddress(attributes.action);
  if (name === 'base') return markOfAddress(attributes.href);
  if (name === 'img') return attributes.src?.startsWith('/sorry/') ? 'sorry' : null;
  if (name !== 'meta' || attributes['http-equiv']?.toLowerCase() !== 'refresh') return null;
  const content = attributes.content ?? '';
  return markOfAddress(content.slice(content.toLowerCase().indexOf('url=') + 4).trim());
}

/** The mark of an address that we are sent to, or null: by its host, or by the path of the pages that keep people out. */
export function markOfAddress(address: string | undefined): 'sorry' | 'signin' | 'consent' | null {
  if (address === undefined || !URL.canParse(address, 'https://scholar.google.com')) return null;
  const { hostname, pathname } = new URL(address, 'https://scholar.google.com');
  if (/^\/sorry(\/|$)/i.test(pathname)) return 'sorry';
  if (/^consent\.(google|youtube)\./.test(hostname)) return 'consent';
  return hostname.startsWith('accounts.google.') || /\/(signin|servicelogin)/i.test(pathname) ? 'signin' : null;
}
