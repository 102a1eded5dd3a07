import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of the document that may stand elsewhere in it. */
type Referable<Value> = Value | { readonly $ref: string };

interface Media {
  readonly example?: Referable<{ readonly data: unknown } | string>;
  readonly examples?: Readonly<Record<string, Referable<{ readonly value: { readonly data: unknown } | string }>>>;
}
interface Described {
  readonly content?: Readonly<Record<string, Media>>;
}
type Operations = Readonly<Record<string, { readonly responses: Readonly<Record<string, Referable<Described>>> }>>;

/** An operation of `openapi.json` with the response of its success. */
interface Operation {
  /** method and path below `/api/v1`, such as `PATCH /views/{id}` */
  readonly name: string;
  readonly path: RegExp;
  readonly status: number;
  /** what the envelope has, or the text of a file; null: there is no example */
  readonly example: unknown;
}

const DOCUMENT: { readonly paths: Readonly<Record<string, Operations>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../openapi.json'), 'utf8'),
);

const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => {
      const [status = '200'] = Object.keys(responses).sort();
      const response = responses[status];
      return {
        name: `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
        path: new RegExp(`^${path.replace('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        status: Number(status),
        example: response ? readExample(resolve(response)) : null,
      };
    }),
  )
  // `/views/order` is not the view "order"
  .sort((one, other) => Number(one.name.includes('{')) - Number(other.name.includes('{')));

/** The operation of a request; undefined if the document has none. */
export function findOperation(method: string, path: string): Operation | undefined {
  return OPERATIONS.find((one) => one.name.startsWith(`${method} `) && one.path.test(path));
}

/**
 * A copy of the example of an operation's response. The server's tests check that each example has the shape of its
 * response.
 * @throws Error if the document has no such operation
 */
export function exampleOf<Data>(name: string): Data {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`openapi.json has no operation ${name}.`);
  return structuredClone(operation.example) as Data;
}

function readExample({ content = {} }: Described): unknown {
  const [media] = Object.values(content);
  const [named] = Object.values(media?.examples ?? {});
  const example = media?.example ?? (named && resolve(named).value);
  const value = example === undefined ? null : resolve(example);
  return value !== null && typeof value === 'object' ? value.data : value;
}

function resolve<Value>(part: Referable<Value>): Value {
  if (part === null || typeof part !== 'object' || !('$ref' in part)) return part as Value;
  const keys = part.$ref.replace('#/', '').split('/');
  const found = keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], DOCUMENT);
  return resolve(found as Referable<Value>);
}
