import type { Publication, PublicationDetail } from '../../api/shapes.ts';

const MAX_AUTHORS = 50;

/**
 * A publication as an OpenURL context object (Z39.88-2004), for the `title` of a COinS element. Zotero's connector and
 * similar tools read these elements anywhere in a page. The `citation_…` meta elements that they read, too, describe
 * the page as a whole, but here a publication is open beside a list, and the next one replaces it without a new page.
 * https://en.wikipedia.org/wiki/COinS
 */
export function writeCoins(publication: Publication, detail: PublicationDetail | undefined): string {
  const { title, doi, year, venue_text: venue, author_text: text } = publication;
  const listed = detail?.authors.map(({ name }) => name) ?? [];
  const authors = listed.length > 0 ? listed : (text ?? '').split(',').map((name) => name.trim());
  const { name, volume, issue, pages } = partsOf(venue ?? '');
  const pairs: readonly (readonly [string, string | number | null | undefined])[] = [
    ['ctx_ver', 'Z39.88-2004'],
    ['rft_val_fmt', 'info:ofi/fmt:kev:mtx:journal'],
    ['rft.genre', /\b(?:proceedings|conference|symposium|workshop)\b/i.test(name) ? 'proceeding' : 'article'],
    ['rft.atitle', title],
    ['rft.jtitle', name],
    ['rft.volume', volume],
    ['rft.issue', issue],
    ['rft.pages', pages],
    ['rft.date', year],
    ...authors.slice(0, MAX_AUTHORS).map((author) => ['rft.au', /^(?:…|\.{3})$/.test(author) ? '' : author] as const),
    ['rft_id', doi === null ? null : `info:doi/${doi}`],
  ];
  return new URLSearchParams(pairs.flatMap(([key, value]) => (value ? [[key, String(value)]] : []))).toString();
}

/** "Journal of Ice 12 (3), 1-20" in its parts. */
function partsOf(venue: string) {
  const match =
    /^(?<name>.*?\P{N})(?:\s+(?<volume>\d{1,4})(?:\s*\((?<issue>[^()]+)\))?)?(?:,\s*(?<pages>\w*\d\w*(?:[-–]\w+)?))?$/u.exec(
      venue,
    );
  const { name = venue, volume, issue, pages } = match?.groups ?? {};
  return { name: name.replace(/[,\s]+$/, ''), volume, issue, pages };
}
