import type { Outbound } from '../platform/connect-outbound.ts';
import { CookieJar } from '../platform/cookie-jar.ts';
import { decodeText } from '../platform/decode-text.ts';
import type { FetchFailure } from '../platform/exchange.ts';
import { type FetchHeaders, type FetchOutcome, fetchUrl, retryAfterSeconds } from '../platform/fetch.ts';
import { usableUrl } from '../platform/parse-url.ts';
import { beginsAsPage } from '../platform/read-tags.ts';
import { isChallenge } from '../platform/recognize-challenge.ts';
import { parseLandingPage } from './parse-landing-page.ts';
import { readRefresh } from './read-refresh.ts';

export interface Visitor {
  readonly userAgent: string;
  readonly outbound: Outbound;
  /** ignore the result after it is aborted */
  readonly signal?: AbortSignal;
}

/**
 * What a link leads to: a PDF, recognized by its first bytes instead of its content type, or a page with links to PDFs.
 */
export type VisitedLink =
  | { readonly kind: 'pdf'; readonly finalUrl: string }
  | { readonly kind: 'page'; readonly finalUrl: string; readonly html: string; readonly pdfUrls: readonly string[] }
  | RefusedLink;

/** The `Accept` header by the expected content, because a server may offer several formats. */
const ACCEPT = {
  pdf: 'application/pdf, */*;q=0.8',
  page: 'text/html, application/xhtml+xml, application/pdf;q=0.9, */*;q=0.8',
} as const;
/** How much is read of a page, and of any other content. Of a PDF only its signature is read. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
const MAX_OTHER_BYTES = 65_536;

type HttpResponse = Extract<FetchOutcome, { kind: 'response' }>;

/** The limits for a whole visit, with all the ways that a browser goes by itself. */
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;
/** PDF readers accept the signature within this many bytes. */
const PDF_SIGNATURE_WITHIN = 1_024;
const PDF_SIGNATURE = '%PDF-';

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

/**
 * Fetches the beginning of what a link leads to and classifies it. Goes where a browser goes by itself: over redirects,
 * with the cookies that are set on the way, and over pages that lead on at once. Returns failures as values.
 */
export async function visitLink(url: string, visitor: Visitor, expected: keyof typeof ACCEPT): Promise<VisitedLink> {
  const cookies = new CookieJar();
  const endsAt = performance.now() + TIMEOUT_MS;
  let target = usableUrl(url);
  if (target === null) return refuse('dead_link', 'The link is not a usable http or https address.');
  // only whether there are cookies, because a page may set other ones each time
  const stateOf = (at: URL) => `${at.href} ${cookies.headerFor(at) !== undefined}`;
  const seen = new Set([stateOf(target)]);
  for (let left = MAX_REDIRECTS; ; left -= 1) {
    const outcome = await fetchUrl({
      url: target.href,
      outbound: visitor.outbound,
      userAgent: visitor.userAgent,
      accept: ACCEPT[expected],
      timeoutMs: Math.max(1, Math.round(endsAt - performance.now())),
      maxBytes: MAX_PAGE_BYTES,
      partial: true,
      wantedBytes,
      maxRedirects: left,
      cookies,
      ...(visitor.signal === undefined ? {} : { signal: visitor.signal }),
    });
    if (outcome.kind === 'failed' && outcome.reason === 'redirect_loop' && left < MAX_REDIRECTS)
      return refuse('redirect_loop', tooManySteps(target.host));
    if (outcome.kind === 'failed') return refuse(FAILURES[outcome.reason], outcome.message);
    if (outcome.kind === 'redirected') throw new Error('a redirect was refused, although every redirect is allowed');
    const { refreshUrl = null, ...found } = classify(outcome);
    left -= outcome.redirects.length;
    if (refreshUrl === null) return found;
    const state = stateOf(refreshUrl);
    // a page that reloads itself and set no cookie for that
    if (seen.has(state)) return found;
    if (left < 1) return refuse('redirect_loop', tooManySteps(refreshUrl.host));
    seen.add(state);
    target = refreshUrl;
  }
}

const tooManySteps = (host: string) => `${host} leads on more than ${MAX_REDIRECTS} times.`;

/** A PDF is known by its first bytes, so nothing more of it is needed. */
function wantedBytes(start: Buffer): number | null {
  if (start.subarray(0, PDF_SIGNATURE.length).toString('latin1') === PDF_SIGNATURE) return PDF_SIGNATURE.length;
  if (start.length < PDF_SIGNATURE_WITHIN) return null;
  if (beginsAsPage(start.toString('latin1'))) return MAX_PAGE_BYTES;
  return hasSignature(start) ? start.length : MAX_OTHER_BYTES;
}

function hasSignature(body: Buffer): boolean {
  return body.subarray(0, PDF_SIGNATURE_WITHIN).includes(PDF_SIGNATURE);
}

/** `refreshUrl`: a page that names no PDF leads on to it. */
function classify(response: HttpResponse): VisitedLink & { readonly refreshUrl?: URL | null } {
  const { status, url, headers, body } = response;
  const { host } = new URL(url);
  if (isChallenge(headers, null)) return refuseChallenge(host);
  const isFine = status >= 200 && status < 300;
  // a page about PDFs may contain the signature
  const looksLikePage = beginsAsPage(body.subarray(0, PDF_SIGNATURE_WITHIN).toString('latin1'));
  if (isFine && !looksLikePage && hasSignature(body)) return { kind: 'pdf', finalUrl: url };
  const html = looksLikePage || isDeclaredPage(headers) ? decodeText(body, headers['content-type']) : null;
  if (isChallenge(headers, html)) return refuseChallenge(host);
  if (!isFine) return refuseStatus(status, host, retryAfterSeconds(headers, Date.now()));
  if (body.toString('latin1').trim() === '') return refuse('empty', `${host} returned an empty response.`);
  if (html !== null) {
    const pdfUrls = parseLandingPage(html, url);
    const refreshUrl = pdfUrls.length === 0 ? readRefresh(html, url) : null;
    return { kind: 'page', finalUrl: url, html, pdfUrls, refreshUrl };
  }
  return refuse('not_a_pdf', `${host} returned something that is not a PDF.`);
}

function refuseChallenge(host: string): RefusedLink {
  return refuse('challenge_page', `${host} returned a challenge page that only a person in a browser can pass.`);
}

function refuseStatus(status: number, host: string, wait: number | null): RefusedLink {
  if (status === 404 || status === 410) return refuse('dead_link', `${host} has no such page (status ${status}).`);
  if (status === 429) return refuse('too_many_requests', `${host} limits the number of requests (status 429).`, wait);
  if (status === 408) return refuse('timeout', `${host} timed out (status 408).`, wait);
  if (status >= 500) return refuse('server_error', `${host} has a server error (status ${status}).`, wait);
  if (status >= 400) return refuse('forbidden', `${host} refused access (status ${status}).`);
  return refuse('not_a_pdf', `${host} returned status ${status} and no PDF.`);
}

function isDeclaredPage(headers: FetchHeaders): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/** Why a link does not lead to a PDF. */
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
  /** a sentence for users; it names only the host, because paths and queries may contain keys */
  readonly detail: string;
  /** the wait that the host asked for, without a limit */
  readonly retryAfterSeconds: number | null;
}

const PASSING: ReadonlySet<RefusalReason> = new Set([
  'timeout',
  'connection_failed',
  'server_error',
  'too_many_requests',
]);

/** Whether a retry soon may succeed. */
export function isTransient(reason: RefusalReason): boolean {
  return PASSING.has(reason);
}

export function refuse(reason: RefusalReason, detail: string, retryAfterSeconds: number | null = null): RefusedLink {
  return { kind: 'refused', reason, detail, retryAfterSeconds };
}
