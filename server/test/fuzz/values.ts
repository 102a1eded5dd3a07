import fc, { type Arbitrary } from 'fast-check';
import { ENDLESS_TEXT, HOSTILE_TEXTS, LINE_BREAKS, UNSTORABLE_TEXTS } from '../support/hostile-texts.ts';

/** The parts of JSON Schema that the description uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Texts that mean something to the service, by the name of the field that bears them; there are others, too. */
export type Words = Readonly<Record<string, readonly string[]>>;

export const hostileText: Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...Object.values(HOSTILE_TEXTS), ...Object.values(UNSTORABLE_TEXTS), LINE_BREAKS),
  },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom('\ud800', '\udc00', '\0', 'a', '%', "'", '\u202e', '\n'))
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(ENDLESS_TEXT, 'x'.repeat(2_049), '\u0301'.repeat(5_000), '(((((((((('.repeat(300)),
  },
);

const numberLike = fc.constantFrom(
  'NaN',
  'Infinity',
  '-Infinity',
  '1e5',
  '0x10',
  '١',
  ' 1',
  '1 ',
  '+1',
  '1.0',
  '01',
  '1_000',
  '',
  'null',
  'true',
);
const edgeNumber = fc.constantFrom(
  0,
  -0,
  -1,
  1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  -1e308,
  5e-324,
);
const edgeTime = fc.constantFrom(
  '1970-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00Z',
  '2024-02-30',
  'now',
  'infinity',
);

const deep = fc
  .constantFrom(10, 100, 700)
  .map((depth): unknown => JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`));
const otherType: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    1,
    -1,
    '',
    'text',
    [],
    {},
    [null],
    { a: 1 },
    [[]],
    ['1'],
    { length: 1 },
    { toString: 1 },
  ),
  { weight: 1, arbitrary: deep },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value): unknown => value) },
);

function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

/** Values that a schema allows. */
export function validValue(schema: Schema, name: string, words: Words): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => validValue(one, name, words)));
  const types = typesOf(schema);
  if (types.length > 1) return fc.oneof(...types.map((type) => validValue({ ...schema, type }, name, words)));
  switch (types[0]) {
    case 'string':
      return validText(schema, name, words);
    case 'integer': {
      const { minimum = -5, maximum = 2 ** 31 } = schema;
      // rows of a small database have small ids
      const small = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 40) });
      return fc.oneof(
        { weight: 8, arbitrary: small },
        { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) },
      );
    }
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 600, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 1_000 } = schema;
      return fc.array(validValue(items, name, words), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 6),
      });
    }
    case 'object':
      return objectOf(schema, (property, key) => validValue(property, key, words), schema.required ?? []);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function validText({ minLength = 0, maxLength = 100 }: Schema, name: string, words: Words): Arbitrary<string> {
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  const known = words[name];
  if (known === undefined) return any;
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any });
}

/** Values at the limits of a schema, just beyond them, and unexpected values of the right type. */
function edgeValue(schema: Schema): Arbitrary<unknown> {
  const { minimum, maximum, minLength, maxLength, items, maxItems } = schema;
  const limits = [minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1]));
  const lengths = [minLength, maxLength].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1]));
  const texts = lengths.filter((length) => length >= 0).flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]);
  const options: Arbitrary<unknown>[] = [hostileText, edgeNumber, numberLike, edgeTime];
  if (limits.length > 0) options.push(fc.constantFrom(...limits));
  if (texts.length > 0) options.push(fc.constantFrom(...texts));
  if (items) {
    const lists: unknown[] = [[], [1, 1], Array((maxItems ?? 20) + 1).fill(1), Array(3).fill('\0'), [null]];
    options.push(fc.constantFrom(...lists));
  }
  return fc.oneof(...options);
}

/** Any value for a schema: valid, at a limit, or of another type. In an object each key has its own choice. */
export function anyValue(schema: Schema, name: string, words: Words): Arbitrary<unknown> {
  const valid = { weight: 6, arbitrary: validValue(schema, name, words) };
  const edge = { weight: 3, arbitrary: edgeValue(schema) };
  const other = { weight: 1, arbitrary: otherType };
  const mixed: { weight: number; arbitrary: Arbitrary<unknown> }[] = [];
  if (schema.properties) {
    const object = objectOf(schema, (property, key) => anyValue(property, key, words), []);
    mixed.push({ weight: 8, arbitrary: fc.tuple(object, extraKeys).map(([known, extra]) => ({ ...known, ...extra })) });
  }
  if (schema.items)
    mixed.push({ weight: 8, arbitrary: fc.array(anyValue(schema.items, name, words), { maxLength: 6 }) });
  return fc.oneof(valid, edge, other, ...mixed);
}

const extraKeys = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', '__proto__', 'constructor', 'unknown', 'a.b', 'a\0', '\ud800', '<b>', 'k'.repeat(3_000))
      .map(
        // the name is the object's own, also where it is __proto__
        (key) => Object.fromEntries([[key, 1]]),
      ),
  },
);

function objectOf(
  { properties = {} }: Schema,
  arbitraryOf: (property: Schema, key: string) => Arbitrary<unknown>,
  required: readonly string[],
): Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [key, arbitraryOf(property, key)]),
  );
  return fc.record(model, { requiredKeys: [...required], noNullPrototype: true });
}
