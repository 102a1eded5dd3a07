import type { SourceAnswer } from '../source.ts';
import { fetchScholarPage, type ScholarPageRequest } from './fetch-scholar-page.ts';
import { parseProfilePage } from './parse-profile-page.ts';
import type { ProfilePage } from './profile-page.ts';

export interface ProfilePageRequest extends ScholarPageRequest {
  readonly profileId: string;
  /** 0 for the first page. */
  readonly startRow: number;
  /** 100 is the most that the source gives. */
  readonly pageSize: number;
  readonly order: 'newest' | 'cited';
}

/** Fetches and reads one page of a profile; every way it can go wrong is an answer, and nothing here waits its turn. */
export function fetchProfilePage(request: ProfilePageRequest): Promise<SourceAnswer<ProfilePage>> {
  return fetchScholarPage(request, profilePageUrl(request), (html) => parseProfilePage(html, request));
}

// `user=` comes first: the source's robots.txt allows the addresses that begin so.
function profilePageUrl({ baseUrl, profileId, startRow, pageSize, order }: ProfilePageRequest): string {
  const query = new URLSearchParams({ user: profileId, hl: 'en' });
  if (startRow > 0) query.set('cstart', String(startRow));
  query.set('pagesize', String(pageSize));
  if (order === 'newest') query.set('sortby', 'pubdate');
  return `${baseUrl.replace(/\/+$/, '')}/citations?${query}`;
}
