import type { SourceRecord } from '../sources/record.ts';

/**
 * Servers whose DOIs are those of preprints and working papers, by the prefix of the DOI and, where a publisher uses a
 * prefix for articles too, by the pattern of its rest.
 */
const SERVERS: readonly (readonly [name: string, prefixes: string, rest?: RegExp])[] = [
  ['arXiv', '48550'],
  ['bioRxiv, medRxiv', '64898'],
  ['bioRxiv, medRxiv', '1101', /^(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,8}(?:v\d+)?$/],
  ['ChemRxiv', '26434'],
  ['Research Square', '21203'],
  ['Preprints.org', '20944'],
  ['SSRN', '2139'],
  ['TechRxiv', '36227'],
  ['Authorea', '22541'],
  ['ESS Open Archive', '1002', /^essoar\./],
  ['Cambridge Open Engage', '33774'],
  ['EcoEvoRxiv', '32942'],
  ['SportRxiv', '51224'],
  ['Qeios', '32388'],
  // also with DOIs of another form
  [
    'EarthArXiv, engrXiv and others at OSF',
    '31219 31220 31221 31222 31223 31224 31225 31226 31227 31228 31229 31230 31231 31232 31233 31234 31235 31236 31730 35542',
  ],
  [
    'Copernicus',
    '5194',
    /^egusphere-|^[a-z]+-\d{4}-\d+$|^(?:acp|amt|angeo|bg|cp|dwes|esd|esurf|essd|gi|gmd|hess|nhess|npg|os|se|soil|tc|wes)d-/,
  ],
  ['SciELO Preprints', '1590', /^scielopreprints\./],
  ['PeerJ Preprints', '7287', /^peerj\.preprints\./],
  ['JMIR Preprints', '2196', /^preprints\./],
  ['ScienceOpen Preprints', '14293', /^(?:s2199-1006\.1\.sor-\.?pp|pr2199\.)/],
  ['ARPHA Preprints', '3897', /^arphapreprints\./],
  ['Advance (SAGE)', '31124', /^advance\./],
  ['Beilstein Archives', '3762', /^bxiv\./],
  ['Jxiv', '51094', /^jxiv\./],
  ['ChinaXiv', '12074', /^\d{6}\.\d{5}/],
  ['NBER', '3386', /^[htw]\d+$/],
  ['World Bank, working papers', '1596', /^1813-9450-/],
  [
    'Federal Reserve, working papers',
    '17016 20955 21033 21799 24148 24149 26509 29338',
    /^(?:feds|ifdp|(?:frb[a-z][.-])?wp)/,
  ],
  ['VeriXiv', '12688', /^verixiv\./],
  ['eLife, reviewed preprints', '7554', /^elife\.\d+\.\d{1,2}$/],
];

/**
 * All servers of the Open Science Framework use its path, whatever their prefix. Its projects and registrations have a
 * prefix of their own.
 */
const OSF_PREPRINT = /^10\.(?!17605\/)\d+\/osf\.io\//;

/**
 * Repositories in which authors deposit copies of articles, but also data, code and slides, and publishers of versions
 * before their review. Only a source's type shows what such a DOI is.
 */
const PLACES_OF_COPIES: typeof SERVERS = [
  ['Zenodo', '5281'],
  ['figshare', '6084', /^m9\.figshare/],
  ['OSF, projects', '17605'],
  ['ResearchGate', '13140'],
  ['F1000 and its family', '12688 35241', /^[a-z0-9]+\.\d+\.\d+$/],
  ['NIHR Open Research', '3310', /^nihropenres\./],
];

/**
 * Publishers that give each version of a publication a DOI with its number behind a point: eLife, F1000 and its family.
 */
const NUMBERED_VERSION = /^(10\.(?:7554\/elife|(?:12688|35241|3310)\/[a-z0-9]+)\.\d+)\.\d{1,2}$/;

const byPrefix = (table: typeof SERVERS) =>
  new Map(
    table
      .flatMap(([, prefixes]) => prefixes.split(' '))
      .map((prefix) => [prefix, table.filter(([, prefixes]) => prefixes.split(' ').includes(prefix))]),
  );
const [serversOf, placesOf] = [byPrefix(SERVERS), byPrefix(PLACES_OF_COPIES)];

function isIn(table: typeof serversOf, doi: string): boolean {
  const [, prefix = '', rest = ''] = /^10\.(\d+)\/(.*)$/s.exec(doi.toLowerCase()) ?? [];
  return (table.get(prefix) ?? []).some(([, , pattern]) => pattern === undefined || pattern.test(rest));
}

/** Whether a DOI is that of a preprint, as far as the DOI shows. */
export function isPreprintDoi(doi: string): boolean {
  return OSF_PREPRINT.test(doi.toLowerCase()) || isIn(serversOf, doi);
}

/**
 * Whether the publication of a DOI may be a copy, or an earlier version, of one with another DOI. It may also be its
 * data or slides.
 */
export function canBeCopy(doi: string): boolean {
  return isIn(placesOf, doi);
}

/**
 * The DOI without the number of its version, in lower case: all versions of a preprint, and of an article at eLife or
 * F1000, are one publication.
 */
export function withoutVersion(doi: string): string {
  const folded = doi.toLowerCase();
  const numbered = NUMBERED_VERSION.exec(folded)?.[1];
  if (numbered !== undefined) return numbered;
  return isPreprintDoi(folded) || canBeCopy(folded) ? folded.replace(/[._/-]?v\d{1,2}$/, '') : folded;
}

/** What the agency that registered a DOI says of its publication. */
export interface RegisteredType {
  /** Crossref's word, for example `posted-content` or `journal-article` */
  readonly type: string | null;
  readonly container: string | null;
  readonly relations: readonly { readonly type: string }[] | null;
}

/**
 * Whether a publication is a preprint by what the agency says; null if it does not say. SSRN and others register
 * preprints as articles of a journal that has the name of the server.
 */
export function isRegisteredPreprint({ type, container, relations }: RegisteredType): boolean | null {
  if (type === 'posted-content' || type === 'preprint' || relations?.some((one) => one.type === 'is-preprint-of'))
    return true;
  if (relations?.some((one) => one.type === 'has-preprint')) return false;
  return /^(?:journal-article|proceedings-article|book-chapter)$/.test(type ?? '') && container !== null
    ? isPreprintVenue(container)
    : null;
}

/**
 * Whether a record is that of a preprint: by its type and relations, else by its identifiers. A record with the
 * article's DOI and an arXiv id is the article.
 */
export function isPreprintRecord({ identifiers, metadata }: SourceRecord): boolean {
  const registered = isRegisteredPreprint({
    type: metadata?.biblio?.type ?? null,
    container: metadata?.biblio?.container ?? null,
    relations: metadata?.relations ?? null,
  });
  if (registered !== null) return registered;
  const dois = identifiers.filter(({ kind }) => kind === 'doi');
  if (dois.length > 0) return dois.every(({ value }) => isPreprintDoi(value));
  return identifiers.some(({ kind }) => kind === 'arxiv');
}

/** arXiv, bioRxiv, VeriXiv and all others of such a name, but not "XXXIV"; DBLP calls arXiv "CoRR". */
const PREPRINT_VENUE =
  /\b(?=\p{L}*[^ivxlcdm\P{L}])\p{L}+xiv\b|\b(?:ssrn|preprints?|research square|authorea|qeios|egusphere|ess ?open archive|essoar|earth and space science open archive|social science research network|vixra|cambridge open engage|optica open|(?:discussion|working) papers?|cryptol(?:ogy|\.) eprint arch(?:ive)?|eccc|electron(?:ic|\.) colloquium (?:on )?comput\p{L}*)(?!\p{L})|^corr(?:$|[\s,]+(?:vol(?:ume|\.)?\s*)?abs\/)|computing research repository|(?<!faraday )\bdiscussions$/iu;

/**
 * Whether a venue is a preprint server or a series of working papers: "arXiv preprint arXiv:1706.03762", "CoRR
 * abs/1706.03762".
 */
export function isPreprintVenue(venue: string | null): boolean {
  return venue !== null && PREPRINT_VENUE.test(venue.trim());
}
