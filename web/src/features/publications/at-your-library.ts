import type { Publication, PublicationDetail, Settings } from '../../api/shapes.ts';
import { writeCoins } from '../citations/coins.ts';

/**
 * Where the reader's library may have a publication: its link resolver (OpenURL 1.0, Z39.88-2004), otherwise the
 * publication's page by the library's proxy (https://help.oclc.org/Library_Management/EZproxy). Null if neither is set,
 * or the proxy has no page to go to.
 */
export function libraryUrl(
  publication: Publication,
  detail: PublicationDetail | undefined,
  { policy, ...own }: Pick<Settings, 'policy' | 'link_resolver' | 'proxy_prefix'>,
): string | null {
  const resolver = own.link_resolver ?? policy.link_resolver;
  const prefix = own.proxy_prefix ?? policy.proxy_prefix;
  const { doi, pub_url } = publication;
  if (resolver !== null)
    return `${resolver}${resolver.includes('?') ? '&' : '?'}url_ver=Z39.88-2004&${writeCoins(publication, detail)}`;
  const page = doi === null ? pub_url : `https://doi.org/${encodeURI(doi)}`;
  if (prefix === null || page === null) return null;
  // "qurl" is the form of an encoded address
  return prefix + (/[?&]qurl=$/i.test(prefix) ? encodeURIComponent(page) : page);
}
