/*
 * Some publishers make a DOI from the number that they print, so it follows from a venue ("medRxiv,
 * 2020.03.24.20042937") or from an address (nature.com/articles/s41586-020-2649-2). A number in any other form is not
 * read.
 */

/** bioRxiv has numbers of six digits, medRxiv of eight. Those with a date begin in December 2019. */
const IN_VENUE =
  /(?<![\w-])(?:(bio)|med)rxiv(?![\w.])[\s:,()]*(?:preprints?(?:\s+server)?[\s:,]*|the preprint server for (?:biology|health sciences)[\s:,]*)?(?:20\d\d[\s:,()]+)?(\d{4}\.\d{2}\.\d{2}\.)?(\d{6}|\d{8})(?:v\d+)?(?!\d|[.-]\d|\s?(?:…|\.\.))/gi;
const IN_RXIV_PATH =
  /\/(?:early\/\d{4}\/\d{2}\/\d{2}|cgi\/content\/(?:short|abstract|full))\/(\d{4}\.\d{2}\.\d{2}\.)?(\d{6}|\d{8})(?:v\d+)?(?:[./]|$)/;
const RXIV_HOST = /^(?:www\.)?(bio|med)rxiv\.org$/;
/** The last number of bioRxiv without a date was below this one. */
const UNDATED_BIORXIV_BELOW = 900_000;
/** medRxiv began in June 2019. */
const UNDATED_MEDRXIV = /^190\d{5}$/;
const DATE = /^20(?:19|[2-9]\d)\.(?:0[1-9]|1[0-2])\.(?:0[1-9]|[12]\d|3[01])\.$/;

const NATURE_HOST = /^(?:www\.)?nature\.com$/;
/**
 * A number that the DOI repeats to the letter. Society journals drop dots of the DOI in their addresses (`onc2010123`
 * for `onc.2010.123`), so of the other numbers only those with dots count, and those too short to contain a year.
 */
const NATURE_NUMBER =
  /^\/(?:articles|[a-z]+\/journal\/v\d+\/n\d+\/(?:full|abs|pdf))\/([sd]4\d{4}-\d{3}-\d{4,5}-[\da-z]|(?:nature|ncomms|srep)\d{4,5}|[a-z]{2,12}\d{3,4}|[a-z]{2,12}(?:\.\d{1,5}){1,3}|\d{5,6}[a-z]\d)(?:\.e?pdf|\.html|_reference\.pdf|\.ris|\/.*)?$/i;
/** Humanities and Social Sciences Communications began at another publisher. */
const PALGRAVE_NUMBER = /^s41599-/i;

/** Numbers of journals of Nature, whose codes 41550 to 41598 no other publisher has. */
const NATURE_IN_VENUE = /(?<![\w./-])s(?:41467|415[5-8]\d|4159[0-8])-\d{3}-\d{4,5}-[\da-z](?![\w-]|\s?(?:…|\.\.))/gi;

/** The DOIs of the numbers of Nature, bioRxiv and medRxiv in a text. */
export function findNumberedDois(text: string): string[] {
  const ofNature = [...text.matchAll(NATURE_IN_VENUE)].map(([number]) => `10.1038/${number.toLowerCase()}`);
  const ofServers = [...text.matchAll(IN_VENUE)].flatMap(
    ([, bio, date, number]) => rxivDoi(bio ? 'bio' : 'med', date, number) ?? [],
  );
  return [...ofNature, ...ofServers];
}

/** The DOI that follows from the number in an address; null if there is none. */
export function readNumberedDoi({ hostname, pathname }: URL): string | null {
  const [, server] = RXIV_HOST.exec(hostname) ?? [];
  if (server !== undefined) {
    const [, date, number] = IN_RXIV_PATH.exec(pathname) ?? [];
    return rxivDoi(server, date, number);
  }
  const number = NATURE_HOST.test(hostname) ? NATURE_NUMBER.exec(pathname)?.[1]?.toLowerCase() : undefined;
  if (number === undefined) return null;
  return `${PALGRAVE_NUMBER.test(number) ? '10.1057' : '10.1038'}/${number}`;
}

/** @param date of a number with a date, with a dot at the end */
function rxivDoi(server: string, date: string | undefined, number: string | undefined): string | null {
  if (number === undefined || number.length !== (server === 'bio' ? 6 : 8)) return null;
  if (date !== undefined) {
    const prefix = DATE.test(date) ? prefixOf(date) : null;
    return prefix === null ? null : `${prefix}/${date}${number}`;
  }
  const isUndated = server === 'bio' ? Number(number) < UNDATED_BIORXIV_BELOW : UNDATED_MEDRXIV.test(number);
  return isUndated ? `10.1101/${number}` : null;
}

/**
 * Preprints posted from 1 December 2025 on have another prefix. The date in the number is some days before that day, so
 * the prefix of the last weeks before it is unknown. https://connect.biorxiv.org/news/2025/11/18/preprint_dois
 */
function prefixOf(date: string): string | null {
  if (date < '2025.11') return '10.1101';
  return date < '2025.12' ? null : '10.64898';
}
