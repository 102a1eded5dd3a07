import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The folder of the Dockerfile and the compose files, with a slash at its end. */
export const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

export function readProjectFile(name: string): string {
  return readFileSync(`${PROJECT}${name}`, 'utf8');
}

interface Instruction {
  readonly word: string;
  /** the arguments, on one line */
  readonly rest: string;
}

export interface Stage {
  readonly from: string;
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/**
 * The Dockerfile's stages, each with its instructions in order. Comments are removed and continued lines are joined.
 */
export function readStages(): Stage[] {
  const text = readProjectFile('Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [word = '', rest = ''] = line.split(/\s+(.*)/, 2);
    if (word === 'FROM') {
      const [from = '', , name = null] = rest.split(/\s+/);
      stages.push({ from, name, instructions: [] });
    } else stages.at(-1)?.instructions.push({ word, rest });
  }
  return stages;
}

/** The instructions of the stage and of the stages it is based on, in order. */
export function listInherited(stage: Stage, stages = readStages()): Instruction[] {
  const base = stages.find(({ name }) => name === stage.from);
  return [...(base ? listInherited(base, stages) : []), ...stage.instructions];
}

/** The text of the last such instruction in the image. */
export function findInImage(word: string): string {
  const last = readStages().at(-1);
  const found = last && listInherited(last).findLast((one) => one.word === word);
  if (!found) throw new Error(`The image has no ${word}.`);
  return found.rest;
}

export interface Copy {
  /** the stage it copies from; null: the folder of the project */
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

export function listCopies(instructions: readonly Instruction[]): Copy[] {
  return instructions
    .filter(({ word }) => word === 'COPY')
    .map(({ rest }) => {
      const words = rest.split(/\s+/);
      const from = words[0]?.startsWith('--from=') ? (words.shift()?.slice('--from='.length) ?? null) : null;
      return { from, sources: words.slice(0, -1), target: words.at(-1) ?? '' };
    });
}

/** A list of words in brackets, the form of CMD and HEALTHCHECK without a shell. */
export function readExecForm(rest: string): string[] {
  const words: unknown = JSON.parse(rest.slice(rest.indexOf('[')));
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) throw new Error(`no list: ${rest}`);
  return words;
}

export function readImageVariables(): Record<string, string> {
  return Object.fromEntries(
    findInImage('ENV')
      .split(/\s+/)
      .map((pair) => pair.split(/=(.*)/, 2) as [string, string]),
  );
}

export interface ComposeService {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly [key: string]: unknown;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly configs?: Readonly<Record<string, { readonly content: string }>>;
}

const REFERENCE = /\$\{(\w+)(?:(:?[-?])([^}]*))?\}/g;

/** Names of the variables in a compose file. */
export function listReferences(name: string): string[] {
  return [...readProjectFile(name).matchAll(REFERENCE)].map(([, variable = '']) => variable);
}

/**
 * Substitutes the variables of `.env` in a compose file: https://docs.docker.com/reference/compose-file/interpolation
 * @throws Error with the message from the file if a required variable is missing
 */
export function readCompose(name: string, variables: Readonly<Record<string, string | undefined>>): ComposeFile {
  const fill = (text: string) =>
    text.replace(REFERENCE, (_all, variable: string, operator = '-', words = '') => {
      const value = variables[variable];
      if (value !== undefined && (value !== '' || !operator.startsWith(':'))) return value;
      if (operator.endsWith('?')) throw new Error(`${variable} is missing: ${words}`);
      return words;
    });
  const reviver = (_key: unknown, value: unknown) => (typeof value === 'string' ? fill(value) : value);
  return parse(readProjectFile(name), reviver, { strict: true, uniqueKeys: true });
}

/**
 * The environment of the service's container: variables of the image, then of `.env`, then of the compose files. Later
 * values replace earlier ones.
 */
export function listContainerVariables(
  service: string,
  files: readonly string[],
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const given = files.map((file) => readCompose(file, variables).services[service]?.environment);
  return Object.assign({}, readImageVariables(), variables, ...given);
}

/** Whether a path of the project is sent to the builder: .dockerignore names neither it nor a folder above it. */
export function isSent(path: string): boolean {
  return !IGNORED.some((pattern) => pattern.test(path));
}

/** https://docs.docker.com/build/concepts/context/#syntax, without exceptions */
const IGNORED = readProjectFile('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const words = line.replace(/[.]/g, '\\.').replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'));
    return new RegExp(`^${words}(/|$)`);
  });
