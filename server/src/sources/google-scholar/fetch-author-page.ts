import type { AuthorPage } from '../author-list.ts';
import type { SourceResponse } from '../source.ts';
import { fetchProfilePage, type ProfilePageRequest } from './fetch-profile-page.ts';
import type { ProfilePage } from './profile-page.ts';

/**
 * Fetches one page of a profile, as a page of an author's list. Returns every failure as a value. The caller reserves
 * the request slot.
 */
export async function fetchAuthorPage(request: ProfilePageRequest): Promise<SourceResponse<AuthorPage>> {
  const response = await fetchProfilePage(request);
  return response.kind === 'found' ? { kind: 'found', value: authorPageOf(response.value, request) } : response;
}

/** Google Scholar counts no publications, and names no ids at other sources. */
function authorPageOf(page: ProfilePage, { profileId, baseUrl }: ProfilePageRequest): AuthorPage {
  return {
    sourceId: profileId,
    name: page.name,
    affiliation: page.affiliation,
    imageUrl: page.imageUrl,
    records: page.rows.map(({ clusterId, detailPath, ...row }) => ({
      ...row,
      clusterKey: clusterId === null ? null : `cluster:${clusterId}`,
      url: `${baseUrl}${detailPath}`,
      identifiers: [],
    })),
    publicationCount: null,
    listedCount: null,
    hasMore: page.hasMore,
    links: [],
    warnings: page.warnings,
  };
}
