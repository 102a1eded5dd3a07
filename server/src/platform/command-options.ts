import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { OperatorError } from './errors.ts';

/** An option of a command for operators. Without `value` it is a switch. */
export interface Option {
  /** what follows the name, as the help shows it: `--file PATH` */
  readonly value?: string;
  /** what the option does, without a full stop */
  readonly means: string;
  readonly isRequired?: true;
  /** whether it may be given several times */
  readonly isRepeatable?: true;
}

/** The options of a command by their names, without the leading dashes. */
export type Options = Readonly<Record<string, Option>>;

/** The values that an operator gave. */
export type OptionValues<Known extends Options> = {
  readonly [Name in keyof Known]: Known[Name] extends { value: string }
    ? Known[Name] extends { isRepeatable: true }
      ? readonly string[]
      : Known[Name] extends { isRequired: true }
        ? string
        : string | undefined
    : boolean;
};

/** Thrown for options that are wrong. `ops` adds how to call the command. */
export class WrongOption extends OperatorError {}

/** Reads the options of a command. @throws WrongOption */
export function readOptions<Known extends Options>(args: readonly string[], known: Known): OptionValues<Known> {
  const given = parse(args, known);
  const values = Object.entries<Option>(known).map(([name, { value, means, isRequired, isRepeatable }]) => {
    if (isRequired && !given[name]) throw new WrongOption(`--${name} is missing: ${means}.`);
    return [name, given[name] ?? (value === undefined ? false : isRepeatable ? [] : undefined)];
  });
  return Object.fromEntries(values) as OptionValues<Known>;
}

function parse(args: readonly string[], known: Options): Readonly<Record<string, unknown>> {
  const kinds = Object.entries(known).map(([name, { value, isRepeatable = false }]) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: isRepeatable }] as const;
  });
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(kinds) }).values;
  } catch (error) {
    // the first sentence says what is wrong; the others are about programming
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.?\n|\. (?=To |This )/);
    throw new WrongOption(`${reason}.`);
  }
}

/** The options on one line, as in `--file PATH [--wipe-public]`. */
export function summarizeOptions(options: Options): string {
  return Object.entries(options)
    .map(([name, option]) => {
      const text = write(name, option);
      return option.isRequired ? text : `[${text}]${option.isRepeatable ? '…' : ''}`;
    })
    .join(' ');
}

/** A line for each option, with what it does. */
export function describeOptions(options: Options): string[] {
  const rows = Object.entries(options).map(([name, option]) => ({ text: write(name, option), means: option.means }));
  const width = Math.max(...rows.map(({ text }) => text.length));
  return rows.map(({ text, means }) => `  ${text.padEnd(width)}  ${means}`);
}

function write(name: string, { value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

const isPackage = existsSync(new URL('../../../bin/lectern.js', import.meta.url));

/**
 * What a person types to run a program of this installation: `npm run ops --` in a checkout, `lectern ops` with the
 * package or the image.
 */
export function commandFor(program: 'ops' | 'migrate'): string {
  return isPackage ? `lectern ${program}` : `npm run ${program} --`;
}
