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
import { isChallenge } from './recognize-challenge.ts';
import { type RefusalReason, type RefusedLink, refuse } from './refused-link.ts';

export interface Visitor {
  readonly userAgent: string;
  readonly outbound: Outbound;
  /** When it has ended, what came of the link means nothing. */
  readonly signal?: AbortSignal;
}

export type LinkAnswer =
  | { readonly kind: 'pdf'; readonly finalUrl: string }
  | { readonly kind: 'html'; readonly finalUrl: string; readonly html: string }
  | RefusedLink;

type Answered = Extract<FetchOutcome, { kind: 'answered' }>;

const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;
/** A reader looks for the mark of a PDF so far, and so do we. */
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

/** Asks for the first `maxBytes` of what is behind a link and says what it is; whatever happens is a value. */
export async function lookAtLink(
  url: string,
  { userAgent, outbound, signal }: Visitor,
  { accept, maxBytes }: { readonly accept: string; readonly maxBytes: number },
): Promise<LinkAnswer> {
  if (usableUrl(url) === null) return refuse('dead_link', 'The link is no http or https address that can be asked.');
  const outcome = await fetchPolitely({
    url,
    outbound,
    userAgent,
    accept,
    timeoutMs: TIMEOUT_MS,
    maxBytes,
    partial: true,
    maxRedirects: MAX_REDIRECTS,
    ...(signal === undefined ? {} : { signal }),
  });
  if (outcome.kind === 'failed') return refuse(FAILURES[outcome.reason], outcome.message);
  if (outcome.kind === 'redirected') throw new Error('A redirect was refused though nobody asked for that.');
  return judge(outcome);
}

function judge(answer: Answered): LinkAnswer {
  const { status, url, headers, body } = answer;
  const { host } = new URL(url);
  if (isChallenge(headers, null)) return refuseChallenge(host);
  const isFine = status >= 200 && status < 300;
  // A page may well speak of the mark in its first lines.
  const looksLikePage = beginsAsPage(body);
  if (isFine && !looksLikePage && body.subarray(0, PDF_MARK_WITHIN).includes('%PDF-'))
    return { kind: 'pdf', finalUrl: url };
  const html = looksLikePage || isDeclaredPage(headers) ? decodeText(body, headers['content-type']) : null;
  if (isChallenge(headers, html)) return refuseChallenge(host);
  if (!isFine) return refuseStatus(status, host, retryAfterSeconds(headers, Date.now()));
  if (body.toString('latin1').trim() === '') return refuse('empty', `${host} answers with nothing.`);
  if (html !== null) return { kind: 'html', finalUrl: url, html };
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
