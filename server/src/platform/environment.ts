import { readFileSync } from 'node:fs';
import { dropDirection } from './clean-text.ts';
import { RETIRED_SETTINGS } from './constants.ts';
import { OperatorError } from './errors.ts';
import { type Limits, type Setting, WrongValue } from './setting.ts';
import { COMPOSE_VARIABLES, SETTINGS } from './settings.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type ValueOf<One> = One extends Setting<infer Value, infer Default> ? Value | Default : never;

/**
 * Reads settings from environment variables. It collects all errors, so that an operator sees the whole list at once.
 * An empty variable counts as not set.
 */
export class Environment<Settings extends Readonly<Record<string, Setting<unknown>>>> {
  readonly #variables: Variables;
  readonly #settings: Settings;
  readonly #wrong: { readonly name: string; readonly why: string }[] = [];

  constructor(variables: Variables, settings: Settings) {
    this.#variables = variables;
    this.#settings = settings;
  }

  /** The value of a setting; its default if it is not set or not valid. `limits` replace those of the setting. */
  get<Name extends keyof Settings & string>(
    name: Name,
    limits: Limits & { readonly default?: ValueOf<Settings[Name]> } = {},
  ): ValueOf<Settings[Name]> {
    type Value = ValueOf<Settings[Name]>;
    const setting = this.#settings[name] as unknown as Setting<Value, Value>;
    const fallback = limits.default ?? setting.default;
    const text = setting.isSecret ? this.#readSecret(name) : this.#text(name);
    if (text === null) return fallback;
    try {
      return setting.parse(text, limits);
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      this.reject(name, error.message);
      return fallback;
    }
  }

  reject(name: string, why: string): void {
    this.#wrong.push({ name, why });
  }

  /** Whether the setting, or the file that it comes from, was rejected. */
  isRejected(name: string): boolean {
    return this.#wrong.some((one) => one.name === name || one.name === `${name}_FILE`);
  }

  /** Call it after the last `get`. @throws OperatorError that lists all errors */
  finish(): void {
    if (this.#wrong.length === 0) return;
    const list = this.#wrong.map(({ name, why }) => `  - ${name} ${why}`).join('\n');
    throw new OperatorError(`The settings in the environment are wrong:\n${list}`);
  }

  #text(name: string): string | null {
    // a name of the operator is shown, too
    return dropDirection(this.#variables[name] ?? '').trim() || null;
  }

  /** A secret, unchanged, from NAME or from the file that NAME_FILE names. */
  #readSecret(name: string): string | null {
    const value = this.#text(name) === null ? null : (this.#variables[name] ?? null);
    const file = this.#text(`${name}_FILE`);
    if (file === null) return value;
    if (value !== null) {
      this.reject(name, `and ${name}_FILE are both set: unset one of them`);
      return null;
    }
    try {
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (text.trim() !== '') return text;
      this.reject(`${name}_FILE`, 'names an empty file');
    } catch (error) {
      // without the path, because somebody may have put the secret itself here
      const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
      this.reject(`${name}_FILE`, `names a file that cannot be read${reason}`);
    }
    return null;
  }
}

export interface UnknownSetting {
  readonly name: string;
  /** the setting that was probably meant */
  readonly meant: string | null;
}

/** We know of no other program whose variables have these prefixes. */
const OUR_PREFIXES =
  /^(LECTERN|INGESTION|SCHOLAR|GOOGLE_SCHOLAR|OPENALEX|CROSSREF|ARXIV|DATACITE|BIORXIV|UNPAYWALL|EUROPEPMC|ORCID|DBLP|PDF_AUTO_RETRY)_/;
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
