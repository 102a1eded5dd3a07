import { createHash } from 'node:crypto';
import type { Outbound } from '../../platform/connect-outbound.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { fetchUrl, retryAfterSeconds } from '../../platform/fetch.ts';
import { isChallengeOfApi } from '../../platform/recognize-challenge.ts';
import { VERSION } from '../../platform/version.ts';
import type { AuthorPage } from '../author-list.ts';
import type { FoundPeople } from '../person.ts';
import type { SourceResponse } from '../source.ts';
import { parseAuthorSearch } from './parse-author-search.ts';
import { parseKnownPage, parseProfilePage } from './parse-profile-page.ts';
import type { KnownPage, ProfilePage } from './profile-page.ts';
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

export interface ProfilePageRequest extends ScholarPageRequest {
  readonly profileId: string;
  /** 0 for the first page. */
  readonly startRow: number;
  /** At most 100, the source's limit. */
  readonly pageSize: number;
  readonly order: 'newest' | 'cited';
}

/** Fetches and reads one page of a profile. Returns every failure as a value. The caller reserves the request slot. */
export function fetchProfilePage(request: ProfilePageRequest): Promise<SourceResponse<ProfilePage>> {
  return fetchScholarPage(request, profilePageUrl(request), (html) => parseProfilePage(html, request));
}

// `user=` must come first, because the source's robots.txt allows only addresses that begin this way.
function profilePageUrl({ baseUrl, profileId, startRow, pageSize, order }: ProfilePageRequest): string {
  const query = new URLSearchParams({ user: profileId, hl: 'en' });
  if (startRow > 0) query.set('cstart', String(startRow));
  query.set('pagesize', String(pageSize));
  if (order === 'newest') query.set('sortby', 'pubdate');
  return `${baseUrl.replace(/\/+$/, '')}/citations?${query}`;
}

/**
 * Fetches one page of a profile, as a page of an author's list. Does not read the records if their text has the digest
 * `knownDigest`. Returns every failure as a value. The caller reserves the request slot.
 */
export async function fetchAuthorPage(
  request: ProfilePageRequest & { readonly knownDigest: Buffer | null },
): Promise<SourceResponse<AuthorPage>> {
  const { baseUrl, knownDigest } = request;
  // another version may read other records from the same text
  const digestOf = (text: string) => createHash('sha256').update(`${VERSION} ${baseUrl} ${text}`).digest();
  const isKnown = (text: string) => knownDigest !== null && digestOf(text).equals(knownDigest);
  const response = await fetchScholarPage<KnownPage | ProfilePage>(request, profilePageUrl(request), (html) => {
    const known = knownDigest && parseKnownPage(html, request, isKnown);
    return known ? { kind: 'found', value: known } : parseProfilePage(html, request);
  });
  if (response.kind !== 'found') return response;
  const { rowsText } = response.value;
  return { kind: 'found', value: authorPageOf(response.value, rowsText === null ? null : digestOf(rowsText), request) };
}

/** Google Scholar counts no publications, and names no ids at other sources. */
function authorPageOf(
  page: KnownPage | ProfilePage,
  digest: Buffer | null,
  { profileId, baseUrl }: ProfilePageRequest,
): AuthorPage {
  const rows = 'rows' in page ? page.rows : null;
  const recordCount = 'rows' in page ? page.rows.length : page.rowCount;
  return {
    sourceId: profileId,
    name: page.name,
    affiliation: page.affiliation,
    imageUrl: page.imageUrl,
    records:
      rows?.map(({ clusterId, detailPath, ...row }) => ({
        ...row,
        clusterKey: clusterId === null ? null : `cluster:${clusterId}`,
        url: `${baseUrl}${detailPath}`,
        identifiers: [],
      })) ?? null,
    publicationCount: null,
    listedCount: null,
    hasMore: page.hasMore,
    links: [],
    warnings: 'rows' in page ? page.warnings : [],
    ...(digest === null ? {} : { text: { digest, recordCount } }),
  };
}

/** Searches for people by name. Returns every failure as a value. The caller reserves the request slot. */
export function fetchAuthorSearch(
  request: ScholarPageRequest & { name: string },
): Promise<SourceResponse<FoundPeople>> {
  const query = new URLSearchParams({ view_op: 'search_authors', mauthors: request.name, hl: 'en' });
  const url = `${request.baseUrl.replace(/\/+$/, '')}/citations?${query}`;
  return fetchScholarPage(request, url, parseAuthorSearch);
}
