interface Media {
  schema?: unknown;
}

/** A response as `openapi.json` has it, or a reference to one. */
export interface Response {
  readonly description?: string;
  readonly content?: Record<string, Media>;
}

interface Operation {
  readonly requestBody?: { readonly content?: Record<string, Media> };
  readonly responses?: Readonly<Record<string, Response>>;
}

export interface Paths {
  readonly [path: string]: Readonly<Record<string, Operation>>;
}

type Schema = Readonly<Record<string, unknown>>;

/** Values, in which a key `title` names no schema. */
const VALUES = new Set(['default', 'enum', 'const', 'examples', 'example']);
/** What belongs to the place where a schema is used. */
const OF_PLACE = ['deprecated', 'default', 'examples'];

/**
 * Replaces each schema that has a name (`named` in `shapes.ts`) by a reference, and returns the schemas by their names.
 * A request takes no unknown keys and a response may get more, so the request's version of a schema that both have is
 * `<name>Input`.
 * @throws Error if two different schemas have one name
 */
export function nameSchemas(paths: Paths, shared: Readonly<Record<string, Response>>): Record<string, Schema> {
  const found = new Map<string, { schema: Schema; text: string }>();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const responses = [shared, ...operations.map((operation) => operation.responses ?? {})];
  for (const { content = {} } of responses.flatMap((one) => Object.values(one))) nameIn(content, found, false);
  for (const { requestBody } of operations) nameIn(requestBody?.content ?? {}, found, true);
  const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema]));
}

type Found = Map<string, { schema: Schema; text: string }>;

function nameIn(content: Record<string, Media>, found: Found, isRequest: boolean): void {
  for (const media of Object.values(content)) media.schema = referTo(media.schema, found, isRequest);
}

function referTo(value: unknown, found: Found, isRequest: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => referTo(one, found, isRequest));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([key, one]) => [
    key,
    VALUES.has(key) ? one : referTo(one, found, isRequest),
  ]);
  const schema = Object.fromEntries(inner) as Schema;
  return typeof schema.title === 'string' ? reference(schema.title, schema, found, isRequest) : schema;
}

function reference(title: string, { title: _, ...schema }: Schema, found: Found, isRequest: boolean): Schema {
  const isOfPlace = (key: string) => OF_PLACE.includes(key) || (key === 'description' && 'deprecated' in schema);
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  const own = Object.fromEntries(Object.entries(schema).filter(([key]) => !isOfPlace(key)));
  const component = isNullable ? { ...own, type: 'object' } : own;
  const text = JSON.stringify({ ...component, description: null });
  const isSame = (name: string) => (found.get(name)?.text ?? text) === text;
  const name = isRequest && !isSame(title) ? `${title}Input` : title;
  if (!isSame(name)) throw new Error(`two schemas have the name ${name}`);
  if (!found.has(name)) found.set(name, { schema: component, text });
  const place = Object.fromEntries(Object.entries(schema).filter(([key]) => isOfPlace(key)));
  const $ref = `#/components/schemas/${name}`;
  return isNullable ? { ...place, anyOf: [{ $ref }, { type: 'null' }] } : { ...place, $ref };
}
