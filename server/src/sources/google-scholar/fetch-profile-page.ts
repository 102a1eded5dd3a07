import type { SourceResponse } from '../source.ts';
import { fetchScholarPage, type ScholarPageRequest } from './fetch-scholar-page.ts';
import { parseProfilePage } from './parse-profile-page.ts';
import type { ProfilePage } from './profile-page.ts';

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
