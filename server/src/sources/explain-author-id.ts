import { readOrcid } from './identifier-values.ts';
import { listFilteredAuthors } from './openalex/filtered-authors.ts';
import { readPageAddress } from './page-address.ts';
import { DBLP_HOST } from './parse-author-id.ts';
import { readPasted } from './pasted-text.ts';

/** Addresses of a person until 2020, by the name: `/pers/hd/b/Berg:Anna`, `/~ley/db/indices/a-tree/b/Berg:Anna.html` */
const FORMER_DBLP_PAGE = /^\/(?:~ley\/)?(?:pers\/|db\/indices\/a-tree\/)/;
const isDblp = (host: string) => DBLP_HOST.test(host) || host === 'www.informatik.uni-trier.de';

/**
 * Says why a text that names an author cannot be used, and what to enter instead; null if it names none. Only for texts
 * that `parseAuthorId` refuses.
 */
export function explainAuthorId(text: string): string | null {
  const pasted = readPasted(text);
  const url = readPageAddress(pasted);
  if (url !== null && isDblp(url.host) && FORMER_DBLP_PAGE.test(url.pathname))
    return 'This is a former address of DBLP, which does not contain the id of the person. Open it in a browser, and paste the address of the page that you see: https://dblp.org/pid/…';
  if (url !== null && listFilteredAuthors(url).length > 1)
    return 'This address selects several authors. Paste the page of one of them: https://openalex.org/authors/A…';
  if (readOrcid(pasted) !== null) return 'The check digit of this ORCID iD is wrong. Copy the ORCID iD again.';
  return null;
}
