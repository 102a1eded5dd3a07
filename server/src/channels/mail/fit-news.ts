import type { News, NewsGroup, NewsPublication } from '../read-news.ts';

export interface FittedPublication {
  readonly publication: NewsPublication;
  /** how much of it a mail shows */
  readonly extent: 'full' | 'title';
}

export interface FittedGroup extends Omit<NewsGroup, 'publications'> {
  readonly publications: readonly FittedPublication[];
}

/** News that fits into a mail. `omittedCount`: publications that it leaves out. */
export interface FittedNews {
  readonly groups: readonly FittedGroup[];
  readonly pdfs: readonly FittedPublication[];
  readonly remarks: readonly string[];
  readonly omittedCount: number;
}

/**
 * What text and HTML may take, encoded. With its headers a mail stays under 100,000 bytes. Gmail cuts mails after 102
 * kB.
 */
const MAX_BYTES = 95_000;
/** What publications in full may take, so that there is room for the titles of many more. */
const MAX_FULL_BYTES = 75_000;
/** More titles never fit. */
const MAX_PUBLICATIONS = 400;
const MAX_REMARKS = 20;

/**
 * Selects what fits: publications in full while there is room, then their titles only, then no more. `bytesOf`: what a
 * mail with these news takes.
 */
export function fitNews(news: News, bytesOf: (fitted: FittedNews) => number): FittedNews {
  const known = [...news.groups.flatMap(({ publications }) => publications), ...news.pdfs].length;
  const count = Math.min(known, MAX_PUBLICATIONS);
  const full = largest(count, (some) => bytesOf(shorten(news, some, some)) <= MAX_FULL_BYTES);
  return shorten(
    news,
    full,
    largest(count, (some) => some <= full || bytesOf(shorten(news, full, some)) <= MAX_BYTES),
  );
}

/** The first publications: so many in full, and so many in all. */
function shorten(news: News, fullCount: number, count: number): FittedNews {
  let seen = 0;
  const take = (publications: readonly NewsPublication[]) =>
    publications.flatMap((publication): FittedPublication[] => {
      seen += 1;
      return seen > count ? [] : [{ publication, extent: seen > fullCount ? 'title' : 'full' }];
    });
  const groups = news.groups
    .map((group) => ({ ...group, publications: take(group.publications) }))
    .filter(({ publications }) => publications.length > 0);
  const pdfs = take(news.pdfs);
  return { groups, pdfs, remarks: news.remarks.slice(0, MAX_REMARKS), omittedCount: Math.max(0, seen - count) };
}

/** The largest number up to `max` that fits; 0 if none does. Smaller ones than a number that fits do so, too. */
function largest(max: number, fits: (count: number) => boolean): number {
  if (fits(max)) return max;
  let [low, high] = [0, max];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

export type TransferEncoding = 'quoted-printable' | 'base64';

/** The encoding (RFC 2045, section 6) in which a text takes less room. */
export function smallerEncoding(text: string): TransferEncoding {
  return encodedBytes(text, 'quoted-printable') <= encodedBytes(text, 'base64') ? 'quoted-printable' : 'base64';
}

/** How many bytes a text has when it is encoded, with its share of line breaks. */
export function encodedBytes(text: string, encoding: TransferEncoding): number {
  const bytes = Buffer.from(text);
  // 76 characters a line stand for 57 bytes
  if (encoding === 'base64') return Math.ceil((bytes.length * 78) / 57);
  let quotedBytes = 0;
  for (const byte of bytes) quotedBytes += byte > 0x7e || byte === 0x3d ? 3 : 1;
  // a line has at least 73 characters and ends in "=", CR and LF; spaces at the end of a line are quoted, too
  return Math.ceil((quotedBytes * 78) / 73);
}
