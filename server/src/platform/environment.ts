import { readFileSync } from 'node:fs';
import { OperatorError } from './errors.ts';
import { parseUrl } from './parse-url.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from environment variables and collects everything that is wrong, so that an operator sees the whole list at once.
 * An empty variable counts as not set.
 */
export class Environment {
  readonly #variables: Variables;
  readonly #wrong: string[] = [];

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  text(name: string): string | null {
    const value = this.#variables[name]?.trim();
    return value ? value : null;
  }

  /** A secret, from NAME or from the file that NAME_FILE names. */
  secret(name: string): string | null {
    const file = this.text(`${name}_FILE`);
    if (file === null) return this.#variables[name] || null;
    if (this.text(name) !== null) this.reject(name, `set either ${name} or ${name}_FILE, not both`);
    try {
      return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || null;
    } catch {
      this.reject(`${name}_FILE`, 'names a file that cannot be read');
      return null;
    }
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['1', 'true', 'yes', 'on'].includes(value)) return true;
    if (['0', 'false', 'no', 'off'].includes(value)) return false;
    this.reject(name, 'must be 1 or 0');
    return fallback;
  }

  number(
    name: string,
    fallback: number,
    { min, max, whole = true }: { min: number; max: number; whole?: boolean },
  ): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
    this.reject(name, `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`);
    return fallback;
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === null) return fallback;
    const found = choices.find((choice) => choice === text.toLowerCase());
    if (found === undefined) this.reject(name, `must be one of ${choices.join(', ')}`);
    return found ?? fallback;
  }

  /** An http or https address without a trailing slash. */
  httpUrl(name: string, fallback: string): string {
    const text = this.text(name);
    if (text === null) return fallback;
    const url = parseUrl(text);
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return text.replace(/\/+$/, '');
    this.reject(name, 'must be an http or https address without a user name in it');
    return fallback;
  }

  reject(name: string, why: string): void {
    this.#wrong.push(`${name} ${why}`);
  }

  isRejected(name: string): boolean {
    return this.#wrong.some((line) => line.startsWith(`${name} `));
  }

  /** Ends the reading: throws an `OperatorError` that lists all that is wrong. */
  finish(): void {
    if (this.#wrong.length === 0) return;
    const list = this.#wrong.map((line) => `  - ${line}`).join('\n');
    throw new OperatorError(`The settings in the environment are wrong:\n${list}`);
  }
}
