import { readFileSync } from 'node:fs';
import { dropDirection } from './clean-text.ts';
import { OperatorError } from './errors.ts';
import { type Limits, type Setting, WrongValue } from './setting.ts';

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
