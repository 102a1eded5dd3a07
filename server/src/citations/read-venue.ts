import { cleanText } from '../platform/clean-text.ts';
import { isPreprintVenue } from '../publications/preprints.ts';
import type { CitationItem, Kind } from './item.ts';

/** What a source's text about the venue says: "Journal of Coastal Research 12 (3), 1-20". */
export type Venue = Pick<CitationItem, 'kind' | 'container' | 'publisher' | 'volume' | 'issue' | 'pages'>;

const PAGES = String.raw`(?:pp?\.\s*)?(?<pages>[A-Za-z]{0,3}\d[\w.:]*(?:\s*[-–—]\s*[A-Za-z]{0,3}\d[\w.:]*)?)`;
const NUMBERED = new RegExp(
  String.raw`^(?<title>.*?\P{N})\s+(?<volume>\d{1,4}[A-Z]?)(?:\s*\((?<issue>[^()]{1,30})\))?(?:,\s*${PAGES})?$`,
  'u',
);
const PAGED = new RegExp(String.raw`^(?<title>.*?),\s*${PAGES}$`, 'u');
const CONFERENCE =
  /\b(?:proceedings|proc\.|conference|conf\.|symposium|workshops?|congress|colloquium|advances in neural information processing systems)\b/i;
const THESIS = /\b(?:thesis|dissertation|habilitation)\b/i;
const REPORT = /\b(?:technical|research|tech\.)\s+report\b/i;
const PATENT = /^(?:[A-Z]{2} )?patents?\b/i;
const BOOK_PART = /\b(?:handbook|encyclop(?:a?edia)|companion to)\b/i;
const PUBLISHER = /\b(?:press|publish(?:ers?|ing)|verlag|books)\b|^(?:springer|elsevier|wiley|routledge|birkhäuser)\b/i;

const NOTHING = { container: null, publisher: null, volume: null, issue: null, pages: null };

/** Reads a venue. A text without a volume, pages or a word that tells the kind is the name of a journal. */
export function readVenue(text: string | null): Venue {
  // Google Scholar may end the text with the year, which has its own field
  const venue = cleanText(text?.replace(/,\s*(?:19|20)\d\d\s*$/, ''));
  if (venue === null) return { kind: 'document', ...NOTHING };
  if (PATENT.test(venue)) return { kind: 'patent', ...NOTHING, container: venue };
  if (isPreprintVenue(venue)) return { kind: 'article', ...NOTHING, publisher: serverOf(venue) };
  if (THESIS.test(venue)) return { kind: 'thesis', ...NOTHING, publisher: schoolOf(venue) };
  const numbered = fieldsOf(NUMBERED.exec(venue));
  // "ICML 2019" is a name with a year, not a volume
  if (numbered && (numbered.issue !== null || !/^(?:19|20)\d\d$/.test(numbered.volume ?? ''))) {
    // "Proceedings of the IEEE 86 (11)" is a journal
    const isJournal = numbered.issue !== null || !CONFERENCE.test(venue);
    return { ...numbered, kind: isJournal ? 'article-journal' : 'paper-conference' };
  }
  const named = fieldsOf(PAGED.exec(venue)) ?? { ...NOTHING, container: venue };
  const kind = kindOf(venue);
  return kind === 'book' || kind === 'report' ? { ...NOTHING, publisher: venue, kind } : { ...named, kind };
}

function kindOf(venue: string): Kind {
  if (REPORT.test(venue)) return 'report';
  if (CONFERENCE.test(venue)) return 'paper-conference';
  if (BOOK_PART.test(venue)) return 'chapter';
  return PUBLISHER.test(venue) ? 'book' : 'article-journal';
}

function fieldsOf(match: RegExpExecArray | null): Omit<Venue, 'kind'> | null {
  if (!match?.groups) return null;
  const { title = '', volume = null, issue = null, pages = null } = match.groups;
  return {
    container: title.replace(/[,\s]+$/, ''),
    publisher: null,
    volume,
    issue,
    pages: pages?.replace(/\s*[-–—]\s*/, '-') ?? null,
  };
}

/** "arXiv preprint arXiv:1706.03762" is by the server arXiv. */
function serverOf(venue: string): string {
  return venue.replace(/\s*\bpreprints?\b.*$/i, '') || venue;
}

/** "PhD thesis, University of Oslo" is from the University of Oslo. */
function schoolOf(venue: string): string | null {
  return cleanText(
    venue
      .split(',')
      .filter((part) => !THESIS.test(part))
      .join(', '),
  );
}
