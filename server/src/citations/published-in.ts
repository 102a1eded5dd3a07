import { type Kind, readKind } from '../names/kinds.ts';
import { readVenue, type Venue } from '../names/read-venue.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { StatedBiblio } from '../publications/stored-authors.ts';
import type { RecordBiblio } from '../sources/record.ts';
import type { CitationItem } from './item.ts';

const IN_CONTAINERS: readonly Kind[] = ['article-journal', 'paper-conference', 'chapter'];
/** The kinds of a file that a source may replace: a preprint may have been published, and a document can be anything. */
const OPEN: readonly Kind[] = ['article', 'document'];

type Published = Venue & Pick<CitationItem, 'issn' | 'isbn'>;

/**
 * Where a publication is published. `biblio` is what an enrichment source says; what its own record says completes it,
 * which is a file (`stated`), or else the text about the venue. The own record alone counts if the source knows only a
 * preprint, no place, or something of another kind than the file says.
 */
export function publishedIn(
  venueText: string | null,
  biblio: RecordBiblio | null,
  stated: StatedBiblio | null = null,
): Published {
  const read = readVenue(venueText);
  const own = stated === null ? { ...read, issn: null, isbn: null } : statedIn(stated, read);
  const isCertain = stated !== null && !OPEN.includes(own.kind);
  const said = readKind('sources', biblio?.type);
  const container = cleanText(biblio?.container);
  const isUseful =
    isCertain && !IN_CONTAINERS.includes(own.kind)
      ? said === own.kind
      : container !== null || (!isCertain && said !== null && !IN_CONTAINERS.includes(said));
  if (biblio === null || !isUseful) return own;
  const kind = isCertain ? own.kind : kindOf(said, own);
  // the text may be about another version: the number of a working paper is no issue of the journal that published it
  const filling = own.kind === kind ? own : null;
  return {
    kind,
    container,
    publisher: cleanText(biblio.publisher) ?? filling?.publisher ?? null,
    volume: cleanText(biblio.volume) ?? filling?.volume ?? null,
    issue: cleanText(biblio.issue) ?? filling?.issue ?? null,
    pages: cleanText(biblio.pages) ?? filling?.pages ?? null,
    issn: biblio.issn ?? filling?.issn ?? null,
    isbn: filling?.isbn ?? null,
  };
}

/** What a file says. A journal or a book of the name of a preprint server is none, and anything may have a publisher. */
function statedIn({ issn, isbn, ...stated }: StatedBiblio, read: Venue): Published {
  const said = readKind('csl', stated.type);
  const isOpen = said === null || IN_CONTAINERS.includes(said);
  if (isOpen && read.kind === 'article') return { ...read, issn, isbn };
  const guessed = stated.container === null ? 'document' : read.kind;
  return {
    kind: said ?? guessed,
    container: cleanText(stated.container),
    publisher: cleanText(stated.publisher),
    volume: cleanText(stated.volume),
    issue: cleanText(stated.issue),
    pages: cleanText(stated.pages),
    issn,
    isbn,
  };
}

function kindOf(said: Kind | null, { kind }: Published): Kind {
  // some publishers register the papers of a conference as chapters
  if (said === 'chapter' && kind === 'paper-conference') return kind;
  return said ?? (IN_CONTAINERS.includes(kind) ? kind : 'article-journal');
}
