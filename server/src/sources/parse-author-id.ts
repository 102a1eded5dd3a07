import type { AuthorId } from './author-list.ts';
import { parseScholarId } from './google-scholar/parse-scholar-id.ts';
import { readOpenAlexAuthorId, readOrcid } from './identifier-values.ts';
import { listFilteredAuthors } from './openalex/filtered-authors.ts';
import { readIdOfPage, readPageAddress } from './page-address.ts';
import { readPasted } from './pasted-text.ts';

/** `65/9612`, `l/YannLeCun`, `00/1-2` */
const DBLP_PID = /^(?:\d{1,4}\/[\w-]{1,60}|[a-z]\/[A-Z][\w=-]{1,60})$/;
const DBLP_PAGE =
  /^(?:www\.)?dblp\d?\.(?:org|uni-trier\.de|dagstuhl\.de)\/(?:pid|rec\/homepages)\/(.+?)(?:\.[a-z]{2,4})?\/?$/;
export const DBLP_HOST = /^(?:www\.)?dblp\d?\.(?:org|uni-trier\.de|dagstuhl\.de)$/;
/** The name of a source before an id: `orcid:0000-…`, "ORCID iD: 0000-…", "DBLP pid 65/9612" */
const SOURCE_NAME =
  /^(?:info:)?(orcid|openalex|dblp|(?:google[_ ])?scholar)(?:[\s-](?:id|pid|profile))?\s?[:：=\s/]\s?/i;

/**
 * Reads what a user enters for a person: an id at one of the sources, or the address of a page there, in the forms in
 * which people copy them. Returns null for anything else.
 */
export function parseAuthorId(text: string): AuthorId | null {
  const pasted = readPasted(text);
  const [prefix = '', name] = SOURCE_NAME.exec(pasted) ?? [];
  const author = readAuthor(pasted.slice(prefix.length));
  return name === undefined || author?.source.endsWith(name.toLowerCase().replace(' ', '_')) ? author : null;
}

function readAuthor(text: string): AuthorId | null {
  const orcid = readOrcid(text);
  if (orcid !== null) return isValidOrcid(orcid) ? { source: 'orcid', id: orcid } : null;
  const openalex = readOpenAlexAuthorId(text);
  if (openalex !== null) return { source: 'openalex', id: openalex };
  const filtered = readFilteredAuthor(text);
  if (filtered !== null) return readAuthor(filtered);
  const pid = readIdOfPage(text, DBLP_PAGE);
  if (DBLP_PID.test(pid)) return { source: 'dblp', id: pid };
  const scholar = parseScholarId(text);
  return scholar === null ? null : { source: 'google_scholar', id: scholar };
}

/** The id or ORCID iD of the author whose works an address of OpenAlex selects; null if it selects several. */
function readFilteredAuthor(text: string): string | null {
  const url = readPageAddress(text);
  const [author, ...others] = url === null ? [] : listFilteredAuthors(url);
  return author !== undefined && others.length === 0 ? author : null;
}

/** The last character is a check digit: https://support.orcid.org/hc/en-us/articles/360006897674 */
function isValidOrcid(orcid: string): boolean {
  const digits = orcid.replaceAll('-', '');
  let total = 0;
  for (const digit of digits.slice(0, -1)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits.slice(-1) === (check === 10 ? 'X' : String(check));
}

/**
 * The page that a person opens for an author.
 * @param googleScholarUrl the base URL of Google Scholar, which may be a stand-in
 */
export function authorPageUrl({ source, id }: AuthorId, googleScholarUrl: string): string {
  switch (source) {
    case 'google_scholar':
      return `${googleScholarUrl}/citations?user=${id}&hl=en`;
    case 'openalex':
      return `https://openalex.org/${id}`;
    case 'orcid':
      return `https://orcid.org/${id}`;
    case 'dblp':
      return `https://dblp.org/pid/${id}`;
  }
}

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

/** The author to whose page an address leads; null for anything else. A bare id may be a user name at another site. */
export function readLinkedAuthor(address: string | null): AuthorId | null {
  return address !== null && readPageAddress(address) !== null ? parseAuthorId(address) : null;
}
