import { readVenue, type Venue } from '../names/read-venue.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { RecordBiblio } from '../sources/record.ts';
import type { CitationItem, Kind } from './item.ts';

/**
 * The kinds of publications in the words of Crossref (https://api.crossref.org/types) and OpenAlex
 * (https://developers.openalex.org/api-reference/works), as far as both do not leave it to the venue.
 */
const KIND_OF: Readonly<Record<string, Kind>> = {
  'journal-article': 'article-journal',
  'proceedings-article': 'paper-conference',
  'conference-paper': 'paper-conference',
  'book-chapter': 'chapter',
  'book-part': 'chapter',
  'book-section': 'chapter',
  'reference-entry': 'chapter',
  book: 'book',
  'edited-book': 'book',
  monograph: 'book',
  proceedings: 'book',
  'reference-book': 'book',
  dissertation: 'thesis',
  report: 'report',
  standard: 'report',
  dataset: 'dataset',
  software: 'software',
};
const IN_CONTAINERS: readonly Kind[] = ['article-journal', 'paper-conference', 'chapter'];

type Published = Omit<Venue, 'kind'> & Pick<CitationItem, 'kind' | 'issn'>;

/**
 * Where a publication is published: as an enrichment source says, completed by what the text about the venue says. The
 * text alone counts if the source knows only a preprint or no place.
 */
export function publishedIn(venueText: string | null, biblio: RecordBiblio | null): Published {
  const venue = readVenue(venueText);
  const said = KIND_OF[biblio?.type ?? ''] ?? null;
  const container = cleanText(biblio?.container);
  const isUseful = container !== null || (said !== null && !IN_CONTAINERS.includes(said));
  if (biblio === null || !isUseful) return { ...venue, issn: null };
  const kind = kindOf(said, venue);
  // the text may be about another version: the number of a working paper is no issue of the journal that published it
  const filling = venue.kind === kind ? venue : null;
  return {
    kind,
    container,
    publisher: cleanText(biblio.publisher) ?? filling?.publisher ?? null,
    volume: cleanText(biblio.volume) ?? filling?.volume ?? null,
    issue: cleanText(biblio.issue) ?? filling?.issue ?? null,
    pages: cleanText(biblio.pages) ?? filling?.pages ?? null,
    issn: biblio.issn,
  };
}

function kindOf(said: Kind | null, venue: Venue): Kind {
  // some publishers register the papers of a conference as chapters
  if (said === 'chapter' && venue.kind === 'paper-conference') return venue.kind;
  return said ?? (IN_CONTAINERS.includes(venue.kind) ? venue.kind : 'article-journal');
}
