/** Conferences and journals known by a short name that does not stand for the letters of the long one, or that is also a journal's. */
const SERIES: readonly (readonly [name: string, sign: RegExp])[] = [
  ['sigmod record', /\bsigmod (?:rec|record|newsletter)\b/],
  ['sigmod', /sigmod|management of data|\b(?:conf\w*|acm special interest group) on management(?: of)?$/],
  ['vldb journal', /\b(?:vldb j|vldb journal|vldbj|journal of very large|j very large)\b|\bjournal on very large\b/],
  ['vldb', /vldb|\bvlbd\b|\bvery large(?: data ?bases?| d|$)|\bconf\w* ?on very$/],
  ['tods', /\btods\b|\btrans(?:actions?)? (?:on )?database(?: sys|$)/],
  ['pods', /\bpods\b|\bprinciples of database sys/],
  ['kdd', /\b(?:sig)?kdd\b|\bknowledge discovery (?:and|in) data/],
  ['icde', /\bicde\b|\bconf\w* (?:on )?data eng|\bdata engineering\b.*\bconf/],
  ['edbt', /\bedbt\b|\bextending (?:database|data base) tech/],
  ['cikm', /\bcikm\b|\binformation and knowledge management\b/],
  ['sigir', /\bsigir\b|\bresearch and development in information retrieval\b/],
  ['www', /\bwww\d*\b|\bworld wide web conf|\bconf\w* (?:on )?(?:the )?world wide web\b/],
  ['neurips', /\b(?:neurips|nips)\b|\bneural information processing systems\b/],
  ['chi', /\bsigchi\b|\bchi conf|\bhuman factors in computing\b/],
  ['stoc', /\bstoc\b|\btheory of computing\b/],
  ['focs', /\bfocs\b|\bfoundations of computer science\b/],
  ['soda', /\bdiscrete algorithms\b/],
  ['popl', /\bpopl\b|\bprinciples of programming languages\b/],
  ['sigcomm', /\bsigcomm\b|\bprotocols for computer comm/],
  ['pnas', /\bpnas\b|\bproceedings of the national academy of sciences\b|\bproc natl acad sci\b/],
  ['jacs', /\bj(?:ournal of the)? am(?:erican)? chem(?:ical)? soc/],
];

/** The short name of a series that a venue, in folded words, is or belongs to; empty when it is none of the few that are known. */
export function seriesOf(venue: string): string {
  return SERIES.find(([, sign]) => sign.test(venue))?.[0] ?? '';
}
