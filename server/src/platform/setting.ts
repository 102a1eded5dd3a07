import { usableUrl } from './parse-url.ts';

/** One setting that an operator can make. `settings.ts` has them all. */
export interface Setting<Value, Default = Value | null> {
  /** the value if it is not set; null: it has no default, or the default depends on other settings */
  readonly default: Default;
  /** describes a default that depends on other things */
  readonly usually?: string;
  /** describes the accepted values */
  readonly accepts: string;
  readonly unit?: Unit;
  /** what it does, as Markdown with links relative to docs/ */
  readonly means: string;
  /** a value for `.env.example`, if there is no default to show */
  readonly example?: string;
  /** whether NAME_FILE may name a file with the value */
  readonly isSecret: boolean;
  /** @throws WrongValue */
  parse(text: string, limits?: Limits): Value;
}

export type Unit = 'seconds' | 'minutes' | 'days';

export interface Limits {
  readonly min?: number;
}

/** Says why a value is refused. The message follows the name of the setting. */
export class WrongValue extends Error {}

type Facts = Pick<Setting<unknown>, 'means' | 'usually' | 'example'>;

export function flag<Default extends boolean | null>(facts: Facts & { default: Default }): Setting<boolean, Default> {
  return {
    ...facts,
    accepts: '`1` or `0`',
    isSecret: false,
    parse(text) {
      const value = text.toLowerCase();
      if (['1', 'true', 'yes', 'on'].includes(value)) return true;
      if (['0', 'false', 'no', 'off'].includes(value)) return false;
      throw new WrongValue('must be 1 or 0');
    },
  };
}

interface NumberFacts<Default> extends Facts {
  readonly default: Default;
  readonly min: number;
  readonly max: number;
  readonly unit?: Unit;
}

/** A whole number. */
export function whole(facts: NumberFacts<number>): Setting<number, number> {
  return numeric(facts, { isWhole: true });
}

/** A number that may have decimals. */
export function decimal<Default extends number | null>(facts: NumberFacts<Default>): Setting<number, Default> {
  return numeric(facts, { isWhole: false });
}

function numeric<Default>(facts: NumberFacts<Default>, { isWhole }: { isWhole: boolean }): Setting<number, Default> {
  const { min: least, max, ...rest } = facts;
  return {
    ...rest,
    accepts: `${least} to ${max}`,
    isSecret: false,
    parse(text, { min = least } = {}) {
      const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
      if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
      throw new WrongValue(`must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`);
    },
  };
}

export function choice<Choice extends string, Default extends Choice | null>(
  choices: readonly Choice[],
  facts: Facts & { default: Default },
): Setting<Choice, Default> {
  return {
    ...facts,
    accepts: choices.map((one) => `\`${one}\``).join(', '),
    isSecret: false,
    parse(text) {
      const found = choices.find((one) => one === text.toLowerCase());
      if (found === undefined) throw new WrongValue(`must be one of ${choices.join(', ')}`);
      return found;
    },
  };
}

/** Why a text is not an http or https address; null if it is one. */
export function refuseAddress(text: string): string | null {
  return usableUrl(text) ? null : 'must be an http or https address without a user name or password';
}

/** An http or https address without a trailing slash. */
export function httpUrl(facts: Facts & { default: string; endsIn?: string }): Setting<string, string> {
  const { endsIn = '', ...rest } = facts;
  return {
    ...rest,
    accepts: 'an http or https address',
    isSecret: false,
    parse(text) {
      const refusal = refuseAddress(text);
      if (refusal !== null) throw new WrongValue(refusal);
      const address = text.replace(/\/+$/, '');
      if (!address.endsWith(endsIn)) throw new WrongValue(`must end in ${endsIn}`);
      return address;
    },
  };
}

interface TextFacts<Default> extends Facts {
  readonly default: Default;
  readonly accepts: string;
  /** returns why the text is refused; null: it is accepted */
  refuse?(text: string): string | null;
}

export function text<Default extends string | null>(facts: TextFacts<Default>): Setting<string, Default> {
  return { ...facts, isSecret: false, parse: (given) => accept(given, facts) };
}

/** A text that messages never show and that may be in a file. `isTrimmed`: remove blanks at both ends. */
export function secret(
  facts: Omit<TextFacts<null>, 'default'> & { readonly isTrimmed: boolean },
): Setting<string, null> {
  const { isTrimmed, ...rest } = facts;
  return { ...rest, default: null, isSecret: true, parse: (given) => accept(isTrimmed ? given.trim() : given, facts) };
}

function accept(given: string, { refuse }: { refuse?(text: string): string | null }): string {
  const reason = refuse?.(given) ?? null;
  if (reason !== null) throw new WrongValue(reason);
  return given;
}

/** Items separated by commas. `refuse` returns why an item is refused. */
export function list(
  facts: Facts & { accepts: string; isLowerCase?: boolean; refuse(item: string): string | null },
): Setting<readonly string[], readonly string[]> {
  const { isLowerCase = false, refuse, ...rest } = facts;
  return {
    ...rest,
    default: [],
    isSecret: false,
    parse(given) {
      const items = (isLowerCase ? given.toLowerCase() : given).split(',').flatMap((item) => item.trim() || []);
      return items.map((item) => accept(item, { refuse }));
    },
  };
}
