import type { Outbound } from '../platform/connect-outbound.ts';
import { decodeText } from '../platform/decode-text.ts';
import {
  type FetchFailure,
  type FetchHeaders,
  type FetchOutcome,
  fetchPolitely,
  retryAfterSeconds,
} from '../platform/fetch.ts';
import { usableUrl } from '../platform/usable-url.ts';
import { parseLandingPage } from './parse-landing-page.ts';
import { isChallenge } from './recognize-challenge.ts';

export interface Visitor {
  readonly userAgent: string;
  readonly outbound: Outbound;
  /** once it is aborted, ignore the result */
  readonly signal?: AbortSignal;
}

/** What is behind a link: a PDF, by its first bytes and not by what it says of itself, or a page with the PDFs that it names, not visited yet. */
export type VisitedLink =
  | { readonly kind: 'pdf'; readonly finalUrl: string }
  | { readonly kind: 'page'; readonly finalUrl: string; readonly pdfUrls: readonly string[] }
  | RefusedLink;

/** What a link is said to lead to: the server may offer several formats. */
const ACCEPT = {
  pdf: 'application/pdf, */*;q=0.8',
  page: 'text/html, application/xhtml+xml, application/pdf;q=0.9, */*;q=0.8',
} as const;
/** How much is read of a page, and of anything else: enough to tell whether it is a PDF. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
const MAX_OTHER_BYTES = 65_536;

type Answered = Extract<FetchOutcome, { kind: 'answered' }>;

const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;
/** PDF readers accept the mark of a PDF within this many bytes. */
const PDF_MARK_WITHIN = 1_024;
/** perhaps after a byte order mark, an XML declaration and comments */
const PAGE_START =
  /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*<(!doctype html|html|head|body|title|meta|script)\b/i;

const FAILURES: Readonly<Record<FetchFailure, RefusalReason>> = {
  not_public: 'not_public',
  timeout: 'timeout',
  connection_failed: 'connection_failed',
  aborted: 'connection_failed',
  redirect_loop: 'redirect_loop',
  bad_redirect: 'dead_link',
  bad_encoding: 'not_a_pdf',
  too_large: 'not_a_pdf',
};

/** Fetches the beginning of what is behind a link and says what it is. Never throws: failures are values. */
export async function visitLink(
  url: string,
  { userAgent, outbound, signal }: Visitor,
  expected: keyof typeof ACCEPT,
): Promise<VisitedLink> {
  if (usableUrl(url) === null) return refuse('dead_link', 'The link is no http or https address that can be asked.');
  const outcome = await fetchPolitely({
    url,
    outbound,
    userAgent,
    accept: ACCEPT[expected],
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_PAGE_BYTES,
    partial: true,
    wantedBytes: (start) => (beginsAsPage(start) ? MAX_PAGE_BYTES : MAX_OTHER_BYTES),
    maxRedirects: MAX_REDIRECTS,
    ...(signal === undefined ? {} : { signal }),
  });
  if (outcome.kind === 'failed') return refuse(FAILURES[outcome.reason], outcome.message);
  if (outcome.kind === 'redirected') throw new Error('A redirect was refused though nobody asked for that.');
  return judge(outcome);
}

function judge(answer: Answered): VisitedLink {
  const { status, url, headers, body } = answer;
  const { host } = new URL(url);
  if (isChallenge(headers, null)) return refuseChallenge(host);
  const isFine = status >= 200 && status < 300;
  // a page about PDFs may contain the mark
  const looksLikePage = beginsAsPage(body);
  if (isFine && !looksLikePage && body.subarray(0, PDF_MARK_WITHIN).includes('%PDF-'))
    return { kind: 'pdf', finalUrl: url };
  const html = looksLikePage || isDeclaredPage(headers) ? decodeText(body, headers['content-type']) : null;
  if (isChallenge(headers, html)) return refuseChallenge(host);
  if (!isFine) return refuseStatus(status, host, retryAfterSeconds(headers, Date.now()));
  if (body.toString('latin1').trim() === '') return refuse('empty', `${host} answers with nothing.`);
  if (html !== null) return { kind: 'page', finalUrl: url, pdfUrls: parseLandingPage(html, url) };
  return refuse('not_a_pdf', `What ${host} answers with is no PDF.`);
}

function refuseChallenge(host: string): RefusedLink {
  return refuse('challenge_page', `${host} answers with a page that asks for a person or a browser.`);
}

function refuseStatus(status: number, host: string, wait: number | null): RefusedLink {
  if (status === 404 || status === 410) return refuse('dead_link', `${host} has nothing there (status ${status}).`);
  if (status === 429) return refuse('too_many_requests', `${host} wants fewer requests (status 429).`, wait);
  if (status === 408) return refuse('timeout', `${host} gave up waiting (status 408).`, wait);
  if (status >= 500) return refuse('server_error', `${host} has trouble (status ${status}).`, wait);
  if (status >= 400) return refuse('forbidden', `${host} refuses to give it (status ${status}).`);
  return refuse('not_a_pdf', `${host} answers with status ${status} and no PDF.`);
}

function beginsAsPage(body: Buffer): boolean {
  const start = body.subarray(0, PDF_MARK_WITHIN).toString('latin1');
  return PAGE_START.test(start);
}

function isDeclaredPage(headers: FetchHeaders): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/** Why a link is not a PDF, or a page leads to none. */
export type RefusalReason =
  | 'not_public'
  | 'dead_link'
  | 'forbidden'
  | 'challenge_page'
  | 'too_many_requests'
  | 'server_error'
  | 'timeout'
  | 'connection_failed'
  | 'redirect_loop'
  | 'html'
  | 'not_a_pdf'
  | 'empty'
  | 'no_pdf_named';

export interface RefusedLink {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  /** one sentence for a person, which names the host only: paths and queries may hold keys */
  readonly detail: string;
  /** what the host asked for, uncapped */
  readonly retryAfterSeconds: number | null;
}

const PASSING: ReadonlySet<RefusalReason> = new Set([
  'timeout',
  'connection_failed',
  'server_error',
  'too_many_requests',
]);

/** Whether it is worth trying again soon. */
export function isPassing(reason: RefusalReason): boolean {
  return PASSING.has(reason);
}

export function refuse(reason: RefusalReason, detail: string, retryAfterSeconds: number | null = null): RefusedLink {
  return { kind: 'refused', reason, detail, retryAfterSeconds };
}
