/** The parts of JSON Schema that the description uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A value of every JSON type. */
const ONE_OF_EACH: readonly [type: string, value: unknown][] = [
  ['string', 'a text'],
  ['integer', 7],
  ['number', 7.5],
  ['boolean', true],
  ['null', null],
  ['array', []],
  ['object', {}],
];

const branchesOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema];

function typesOf(schema: Schema): string[] {
  const types = branchesOf(schema).flatMap(({ type = [] }) => type);
  return types.includes('number') ? [...types, 'integer'] : types;
}

/** Values of all types that the schema rejects, and some beyond each of its limits. */
export function wrongValues(schema: Schema): unknown[] {
  const taken = typesOf(schema);
  const others = ONE_OF_EACH.filter(([type]) => !taken.includes(type)).map(([, value]) => value);
  return [...others, ...branchesOf(schema).flatMap(beyond)];
}

function beyond(schema: Schema): unknown[] {
  const { minimum, maximum, minLength = 0, maxLength, minItems = 0, maxItems, items } = schema;
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    // above the largest exact integer there is no exact value
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [maximum + 1]),
    ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill(sampleOf(items ?? {}))]),
    ...(schema.enum ? ['none of these'] : []),
  ];
}

/** A small value that the schema accepts. */
export function sampleOf(schema: Schema): unknown {
  const [first = {}] = branchesOf(schema);
  const [type] = [first.type ?? []].flat();
  if (first.enum) return first.enum[0];
  if (type === 'integer' || type === 'number') return first.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [sampleOf(first.items ?? {})];
  if (type !== 'object') return 'x'.repeat(first.minLength ?? 1);
  const required = first.required ?? [];
  return Object.fromEntries(required.map((name) => [name, sampleOf(first.properties?.[name] ?? {})]));
}

/** A body with one mistake, and its path. */
export interface WrongBody {
  readonly place: string;
  readonly body: unknown;
}

/** The body with one mistake at each path: a wrong type, a value beyond a limit, an unknown name, or a missing name. */
export function wrongBodies(schema: Schema, body: unknown): WrongBody[] {
  const replaced = wrongValues(schema).map((value) => ({ place: '', body: value }));
  return [...replaced, ...branchesOf(schema).flatMap((branch) => wrongInside(branch, body))];
}

function wrongInside({ properties, required = [], additionalProperties, items }: Schema, body: unknown): WrongBody[] {
  if (items) {
    const [first = sampleOf(items)] = Array.isArray(body) ? body : [];
    return wrongBodies(items, first).map(({ place, body: wrong }) => ({ place: below('0', place), body: [wrong] }));
  }
  if (!properties) return [];
  const own = typeof body === 'object' && body !== null ? { ...body } : {};
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => {
      const value = Object.entries(own).find(([key]) => key === name)?.[1] ?? sampleOf(inner);
      return wrongBodies(inner, value).map(({ place, body: wrong }) => ({
        place: below(name, place),
        body: { ...own, [name]: wrong },
      }));
    }),
    ...required.map((name) => ({
      place: name,
      body: Object.fromEntries(Object.entries(own).filter(([key]) => key !== name)),
    })),
    ...(additionalProperties === false ? [{ place: 'unknown', body: { ...own, unknown: 1 } }] : []),
  ];
}

function below(name: string, place: string): string {
  return place === '' ? name : `${name}.${place}`;
}
