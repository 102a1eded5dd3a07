import type { Document, Element } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { parseUrl } from '../../platform/parse-url.ts';
import { find, type Selector } from './dom.ts';
import { BLOCK } from './layout.ts';

const SORRY_WORDS = ['unusual traffic from your', 'sending automated queries'];

/** The reason word of a block page, or null. Pass only pages that are not the requested page. */
export function recognizeBlockPage(page: Document): string | null {
  const hasAny = (selectors: Readonly<Record<string, Selector>>) =>
    Object.values(selectors).some((selector) => find(page, selector) !== null);
  const marks = new Set(DomUtils.findAll(() => true, page.children).map(markOfElement));
  const words = DomUtils.innerText(page.children).toLowerCase();
  if (hasAny(BLOCK.scholarCaptcha)) return 'captcha';
  if (marks.has('sorry') || SORRY_WORDS.some((phrase) => words.includes(phrase))) return 'unusual_traffic';
  if (hasAny(BLOCK.captcha)) return 'captcha';
  if (hasAny(BLOCK.signin) || marks.has('signin')) return 'signin';
  return marks.has('consent') ? 'consent' : null;
}

function markOfElement({ name, attribs }: Element): ReturnType<typeof markOfAddress> {
  if (name === 'form') return markOfAddress(attribs.action);
  if (name === 'base') return markOfAddress(attribs.href);
  if (name === 'img') return attribs.src?.startsWith('/sorry/') ? 'sorry' : null;
  if (name !== 'meta' || attribs['http-equiv']?.toLowerCase() !== 'refresh') return null;
  const content = attribs.content ?? '';
  return markOfAddress(content.slice(content.toLowerCase().indexOf('url=') + 4).trim());
}

/** Whether the page has the layout of 2013. */
export function hasLegacyLayout(page: Document): boolean {
  return DomUtils.existsOne(({ attribs }) => attribs.class?.startsWith('cit-') === true, page.children);
}

/** Recognizes the address of a block page by its host or its path. Returns null for other addresses. */
export function markOfAddress(address: string | undefined): 'sorry' | 'signin' | 'consent' | null {
  const url = address === undefined ? null : parseUrl(address, 'https://scholar.google.com');
  if (url === null) return null;
  const { hostname, pathname } = url;
  if (/^\/sorry(\/|$)/i.test(pathname)) return 'sorry';
  if (/^consent\.(google|youtube)\./.test(hostname)) return 'consent';
  return hostname.startsWith('accounts.google.') || /\/(signin|servicelogin)/i.test(pathname) ? 'signin' : null;
}
