import { RETIRED_SETTINGS } from './constants.ts';
import { COMPOSE_VARIABLES, SETTINGS } from './settings.ts';

export interface UnknownSetting {
  readonly name: string;
  /** the setting that was probably meant */
  readonly meant: string | null;
}

/** We know of no other program whose variables have these prefixes. */
const OUR_PREFIXES =
  /^(LECTERN|INGESTION|SCHOLAR|GOOGLE_SCHOLAR|OPENALEX|CROSSREF|ARXIV|UNPAYWALL|EUROPEPMC|ORCID|DBLP|PDF_AUTO_RETRY)_/;
/**
 * Kubernetes and Docker set variables like these for other services. A service named "lectern" adds
 * LECTERN_SERVICE_HOST to every container.
 */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?=|_PORT_\d+_(TCP|UDP)(_(ADDR|PORT|PROTO))?=|_PORT=(tcp|udp):/;
const NAMES = Object.entries(SETTINGS).flatMap(([name, { isSecret }]) => (isSecret ? [name, `${name}_FILE`] : [name]));
const KNOWN = new Set([...NAMES, ...Object.keys(COMPOSE_VARIABLES), ...Object.keys(RETIRED_SETTINGS)]);

/**
 * Finds variables that are probably meant for Lectern but have no effect: misspelled settings, and unknown ones with a
 * prefix of ours.
 */
export function findUnknownSettings(variables: Readonly<Record<string, string | undefined>>): UnknownSetting[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (KNOWN.has(name) || SERVICE_LINK.test(`${name}=${value}`)) return [];
    const isOurs = OUR_PREFIXES.test(name);
    const wanted = name.toUpperCase().replace(/^LECTERN_/, '');
    // only a secret can come from a file
    const withoutFile = wanted.replace(/_FILE$/, '');
    const meant = findNearest(!KNOWN.has(wanted) && withoutFile in SETTINGS ? withoutFile : wanted, isOurs);
    return isOurs || meant !== null ? [{ name, meant }] : [];
  });
}

/** The settings of earlier versions that are set and have no effect any more. */
export function findRetiredSettings(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(RETIRED_SETTINGS).filter((name) => (variables[name] ?? '').trim() !== '');
}

/**
 * The setting with the smallest edit distance to `name`. A variable with a prefix of ours may have a larger distance
 * than others.
 */
function findNearest(name: string, isOurs: boolean): string | null {
  const mistakes = (known: string) => {
    const allowed = isOurs ? known.length / 3 : known.length > 8 ? 2 : 1;
    return Math.abs(known.length - name.length) > allowed
      ? Number.POSITIVE_INFINITY
      : countMistakes(name, known) / allowed;
  };
  const [nearest] = NAMES.map((known) => ({ known, share: mistakes(known) })).sort((a, b) => a.share - b.share);
  return nearest && nearest.share <= 1 ? nearest.known : null;
}

/** The optimal string alignment distance: letters to insert, delete, replace, or swap with their neighbor. */
function countMistakes(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_none, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
