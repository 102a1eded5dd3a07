import type { Outbound } from '../../platform/connect-outbound.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { fetchUrl, retryAfterSeconds } from '../../platform/fetch.ts';
import { isChallengeOfApi } from '../../platform/recognize-challenge.ts';
import type { SourceResponse } from '../source.ts';
import { markOfAddress } from './recognize-block-page.ts';

export interface ScholarPageRequest {
  /** `https://scholar.google.com`, or the sandbox. */
  readonly baseUrl: string;
  readonly outbound: Outbound;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const BLOCKS = { sorry: 'unusual_traffic', signin: 'signin', consent: 'consent' } as const;

/**
 * Fetches and reads one page of Google Scholar. Returns every failure as a value. The caller reserves the request slot.
 */
export async function fetchScholarPage<T>(
  request: ScholarPageRequest,
  url: string,
  parse: (html: string) => SourceResponse<T>,
): Promise<SourceResponse<T>> {
  const outcome = await fetchUrl({
    url,
    outbound: request.outbound,
    trustedOrigin: new URL(request.baseUrl).origin,
    userAgent: request.userAgent,
    accept: 'text/html,application/xhtml+xml',
    timeoutMs: request.timeoutMs,
    maxBytes: MAX_BYTES,
    maxRedirects: MAX_REDIRECTS,
    followRedirect: (from, to) => from.host === to.host && markOfAddress(to.href) === null,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  if (outcome.kind === 'failed') return { kind: 'unreachable', reason: outcome.reason, retryAfterSeconds: null };
  if (outcome.kind === 'redirected') {
    const mark = markOfAddress(outcome.location.href);
    if (mark === null) return { kind: 'changed', reason: 'unexpected_redirect' };
    return { kind: 'blocked', reason: BLOCKS[mark], retryAfterSeconds: null };
  }
  const { status, headers, body } = outcome;
  const wait = retryAfterSeconds(headers, Date.now());
  const html = isHtml(headers['content-type']) ? decodeText(body, headers['content-type']) : null;
  const page = html === null ? null : parse(html);
  // a wall that is not Google's, which has its own words
  const isUnknown = page === null || (page.kind === 'changed' && page.reason.endsWith('_landmarks'));
  if (isUnknown && isChallengeOfApi(headers, html ?? body.toString('utf8')))
    return { kind: 'blocked', reason: 'challenge', retryAfterSeconds: wait };
  if (status === 429) return { kind: 'blocked', reason: 'too_many_requests', retryAfterSeconds: wait };
  if (status === 403) return { kind: 'blocked', reason: 'forbidden', retryAfterSeconds: wait };
  if (page?.kind === 'blocked') return { ...page, retryAfterSeconds: wait };
  if (status === 404) return { kind: 'absent', reason: 'not_found' };
  if (status >= 500) return { kind: 'unreachable', reason: `server_error_${status}`, retryAfterSeconds: wait };
  if (status !== 200) return { kind: 'changed', reason: `unexpected_status_${status}` };
  return page ?? { kind: 'changed', reason: 'not_html' };
}

/** True also without a content type, because the parser recognizes its page. */
function isHtml(contentType: string | undefined): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' || type === 'text/html' || type === 'application/xhtml+xml';
}
