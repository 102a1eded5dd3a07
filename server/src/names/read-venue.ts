import { cleanText } from '../platform/clean-text.ts';
import type { Kind } from './kinds.ts';
import { isPreprintVenue } from './preprints.ts';
import {
  BOOK_PART,
  CONFERENCE,
  isPublisher,
  isUniversity,
  OF_SOCIETY,
  PATENT,
  REPORT,
  THESIS,
  THESIS_SERIES,
} from './venue-words.ts';

/** What a source's text about the venue says: "Journal of Coastal Research 12 (3), 1-20". Null: it does not say. */
export interface Venue {
  readonly kind: Kind;
  readonly container: string | null;
  readonly publisher: string | null;
  readonly volume: string | null;
  readonly issue: string | null;
  readonly pages: string | null;
}

/*
 * A venue is read from its end: name, volume, issue, year, pages, state. Each part may be absent. A part has a word
 * before it ("vol. 12"), or a place and signs of its own ("12", "(3)", ", 1-20").
 */
const STATES =
  'in press|in print|to appear|forthcoming|accepted(?: for publication| manuscript)?|submitted|under review|online first|early (?:access|view)|' +
  '(?:(?:e?pub|online) )?ahead of print|(?:advance )?online publication|published online|in preparation|' +
  'im druck|im erscheinen|à paraître|sous presse|en prensa|no prelo|in stampa|w druku|в печати|印刷中|投稿中';
const STATE = new RegExp(
  String.raw`(?:^|[\s,;:(]+)(?:${STATES})\)?\.?$|^(?:${STATES})(?: (?:in|at|to|by))?[\s:,]+(?:the )?|^in:?\s+(?=proc)|^in:\s+|^(?:unpublished )?manuscript(?: (?:in preparation|submitted.*))?$`,
  'giu',
);
/** Addresses and identifiers at the end have fields of their own. */
const IDENTIFIER =
  /[\s,;:(]*(?:https?:\/\/\S+|(?:doi\s*:?\s*|doi\.org\/)?\b10\.\d{4,9}\/\S+(?:(?<=\.)\s+\S*\d\S*)*|(?:arXiv|PMID|PMCID|ISSN)\s*:\s*\S+)$/i;
const YEAR = /\s*(?:[,;]\s*(?:19|20)\d\d|\((?:19|20)\d\d[a-z]?\))[.,]?$/;
/** "Sensors 2020, 20, 123": the year before the volume has its own field. */
const YEAR_BEFORE_VOLUME = /,?\s(?:19|20)\d\d,\s*(?=\d{1,4}[A-Z]?(?:\s*\([^()]{1,30}\))?,\s)/;
/** "123", "e0130140", "eabc1234", "S12", "061101(R)", "12:3", "271.e8", but not "2nd" */
const PAGE = String.raw`(?!\d+(?:st|nd|rd|th)\b)(?:[IVX]{1,4}-)?[A-Za-z]{0,6}\d[\w.:/]*(?:-\d[\w.:]*)*(?:\(R\)|\+)?`;
const RANGE = String.raw`(?<value>(?:[ivxlcdm]+|[IVXLC]+(?=\s*[-–—])|${PAGE})(?:\s*[-–—−]+\s*(?:[ivxlcdm]+|[IVXLC]+(?![A-Za-z])|${PAGE}))?(?:\.\s*[a-z]?\d+)?(?:,\s*\d+(?:[-–—]\d+)?)*)`;
const PAGES = [
  new RegExp(
    String.raw`^(?<rest>.*?)[\s,;:(]+(?:pp?\.?\s*|(?:pages?|pgs?|seiten?|S|páginas?|págs?|с|стр|(?:article|art\.?|paper)(?: (?:no|id|number))?|id)(?:\.\s*|\s+))${RANGE}\)?\.?$`,
    'iu',
  ),
  new RegExp(String.raw`^(?<rest>.*?)(?:\s*[,;:]\s*|(?<=\d[^()]*\))\s*)${RANGE}\.?$`, 'u'),
];
const ISSUE = [
  /^(?<rest>.*?)[\s,;:(]+(?:(?:no|nr|num|number|issue|iss|h|heft|núm|n°|nº|№|вып)\.?|n\.)\s*(?<value>\d(?:[\w/.–-]*\w)?)\.?\)?$/iu,
  // "(NIPS 2017)" is the name of a conference
  /^(?<rest>.*?\d[A-Z]?)\s*\((?!\D*(?:19|20)\d\d\))(?<value>[^()]{1,30}(?:\([^()]{1,20}\))?)\)$/u,
];
const VOLUME = [
  /^(?<rest>.*?)[\s,;:(]+(?:(?:vol|volume|bd|band|jg|tome?|tomo|том)\.?|[vtт]\.)\s*(?<value>\d{1,5}[A-Z]?|[IVXLC]+|[A-Z]\d{1,4})\)?$/iu,
  /^(?<rest>.*?)\s+(?<value>[A-Z]?\d{1,5}[A-Z]?(?:[-/]\d{1,4})?)$/u,
];

const NOTHING = { container: null, publisher: null, volume: null, issue: null, pages: null };

/** Reads a venue. A text without a volume, pages or a word that shows the kind is the name of a journal. */
export function readVenue(text: string | null): Venue {
  // Google Scholar may end the text with the year, which has its own field
  const place = withoutIdentifier(cleanText(text) ?? '').replace(/,\s*(?:19|20)\d\d$/, '');
  const venue = cleanText(place.replace(STATE, ''));
  if (venue === null) return { kind: 'document', ...NOTHING };
  if (PATENT.test(venue)) return { kind: 'patent', ...NOTHING, container: venue };
  if (THESIS.test(venue) && !THESIS_SERIES.test(venue))
    return { kind: 'thesis', ...NOTHING, publisher: schoolOf(venue) };
  if (isPreprintVenue(venue.replace(REPORT, '')) || /^CoRR\b/.test(venue))
    return { kind: 'article', ...NOTHING, publisher: serverOf(venue) };
  if (REPORT.test(venue)) return { kind: 'report', ...NOTHING, ...readReport(venue) };
  if (isPublisher(venue)) return { kind: 'book', ...NOTHING, publisher: venue };
  if (isUniversity(venue)) return { kind: 'thesis', ...NOTHING, publisher: venue };
  const parts = readParts(venue);
  return { ...parts, publisher: null, kind: kindOf(parts, venue) };
}

function withoutIdentifier(venue: string): string {
  const rest = venue.replace(IDENTIFIER, '');
  // "arXiv:1706.03762" alone names the server
  return rest === '' ? venue : rest;
}

function kindOf({ volume, issue }: Pick<Venue, 'volume' | 'issue'>, venue: string): Kind {
  // "Proceedings of the IEEE 86 (11)" is a journal
  if (issue !== null || OF_SOCIETY.test(venue) || !(CONFERENCE.test(venue) || BOOK_PART.test(venue)))
    return 'article-journal';
  if (CONFERENCE.test(venue)) return 'paper-conference';
  return volume === null ? 'chapter' : 'article-journal';
}

function readParts(venue: string): Pick<Venue, 'container' | 'volume' | 'issue' | 'pages'> {
  const pages = take(PAGES, venue.replace(YEAR, '').replace(YEAR_BEFORE_VOLUME, ' '));
  const beforeYear = pages.rest.replace(YEAR, '');
  const issue = take(ISSUE, beforeYear);
  const volume = take(VOLUME, issue.value === null ? beforeYear : issue.rest.replace(YEAR, ''));
  // "ICML 2019" is a name with a year, not a volume
  const isYear =
    /^(?:19|20)\d\d(?:[-/](?:19|20)?\d\d)?$/.test(volume.value ?? '') &&
    issue.value === null &&
    !/\b(?:vol|volume)\b/i.test(venue);
  if (volume.value === null || isYear || !/\p{L}/u.test(volume.rest)) {
    const hasIssue = issue.value !== null && issue.rest.trim() !== '' && !venue.includes(`(${issue.value})`);
    const name = hasIssue ? issue.rest : pages.rest;
    return { container: nameOf(name), volume: null, issue: hasIssue ? issue.value : null, pages: pagesOf(pages.value) };
  }
  return {
    container: nameOf(volume.rest.replace(/[\s,;]+(?:19|20)\d\d[\s,;]*$/, '')),
    volume: volume.value,
    issue: issue.value,
    pages: pagesOf(pages.value),
  };
}

/** Takes a part from the end of a text. */
function take(forms: readonly RegExp[], text: string): { rest: string; value: string | null } {
  for (const form of forms) {
    const { rest, value } = form.exec(text)?.groups ?? {};
    if (rest !== undefined && value !== undefined && /\p{L}/u.test(rest)) return { rest, value: value.trim() };
  }
  return { rest: text, value: null };
}

const nameOf = (text: string) => text.replace(/[\s,;:(]+$/, '');
const pagesOf = (pages: string | null) =>
  pages
    ?.replace(/\.$/, '')
    .replace(/\s*[-–—−]+\s*/g, '-')
    .replace(/\.\s+/g, '.') ?? null;

/** "arXiv preprint arXiv:1706.03762" is by the server arXiv, and so is "arXiv:1706.03762". */
function serverOf(venue: string): string {
  // DBLP's and Google Scholar's name for arXiv's papers on computer science
  if (/^(?:CoRR|arXiv)\b/i.test(venue)) return 'arXiv';
  const server = venue
    .replace(/^available (?:at|from)(?: the)?\s+/i, '')
    .replace(/\s*(?:\bpreprints?\b(?=.*\S)(?<=\S\s*preprints?)|[,:;(]|\babs\/|\bdoi\b|(?<=\p{L})\s+\d).*$/iu, '')
    .replace(/\s+(?:preprints?|working papers?)(?: series)?$/i, '');
  return server.trim() || venue;
}

/**
 * The institution and the number of a report: "NBER Working Paper, 30010", "Technical Report TR-12, University of
 * Oslo".
 */
function readReport(venue: string): Pick<Venue, 'publisher' | 'issue'> {
  const { index = 0, 0: words = '' } = REPORT.exec(venue) ?? {};
  const before = cleanText(nameOf(venue.slice(0, index)));
  const [, number = null, after = ''] =
    /^[\s,;:(#]*(?:no\b|nr\b|number)?[\s.,#:]*((?=[^\s,]*\d)[\w./–-]+)?\)?(.*)$/iu.exec(
      venue.slice(index + words.length),
    ) ?? [];
  const behind = cleanText(after.replace(/^[\s,;:().-]+(?:at\s+)?/, '').replace(YEAR, ''));
  return { publisher: before ?? behind, issue: number };
}

/** "PhD thesis, University of Oslo" is from the University of Oslo, and so is "Diss. University of Oslo". */
function schoolOf(venue: string): string | null {
  const parts = venue.split(/[,;:()]|\s[-–—]\s/).map((part) => part.trim());
  return cleanText(
    parts
      .map((part) => {
        const word = THESIS.exec(part);
        if (word === null) return DEGREE_WORD.test(part) ? '' : part;
        const behind = part.slice(word.index + word[0].length).trim();
        return isUniversity(behind) ? behind : '';
      })
      .filter((part) => part !== '')
      .join(', '),
  );
}
/** "Tese (Doutorado)" */
const DEGREE_WORD =
  /^(?:ph\.? ?d\.?|m\.?sc\.?|b\.?sc\.?|m\.?a\.?|doctora[lt]e?|master(?:'s)?|bachelor(?:'s)?|doutorado|mestrado|doctorado|maestría|doctorat|dottorato)$/i;
