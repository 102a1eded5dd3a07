import type { Static, TProperties, TSchema } from 'typebox';
import Type from 'typebox';
import { invalidValue, Problem } from '../errors.ts';

/** An object that takes these keys and no others. */
export function strict<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

/** The query, path or body of an operation that takes none. */
export const NOTHING = strict({});

/**
 * A schema with the name that `openapi.json`, and so generated clients, have for it. Validators and serializers know
 * nothing of it.
 */
export function named<T extends TSchema>(title: string, schema: T): T {
  // a spread would lose the hidden keys by which `Type.Partial` and `Type.Omit` know what it is
  const keys = { ...Object.getOwnPropertyDescriptors(schema), title: { value: title, enumerable: true } };
  return Object.defineProperties({}, keys) as T;
}

/** A schema with an example, which `openapi.json` shows in the form in which it is sent. */
export function example<T extends TSchema>(schema: T, value: Static<T>): T {
  return { ...schema, examples: [JSON.parse(JSON.stringify(value))] };
}

/**
 * The schema of a response that is not JSON: the handler sends it and returns the reply. `isPolled`: it may also be
 * 304.
 */
export function content(
  contentMediaType: string,
  options: { format?: string; isPolled?: boolean; description?: string; examples?: string[] },
) {
  return Type.Unsafe<never>({ type: 'string', contentMediaType, ...options });
}

/** The schema of a response that is a file in one of several media types, each with its own schema and an example. */
export function fileIn(contentMediaTypes: Readonly<Record<string, TSchema>>, options: { description: string }) {
  return Type.Unsafe<never>({ type: 'string', contentMediaTypes, ...options });
}

/**
 * `string | null` and the like as a list of JSON Schema types, because serializing a union of schemas validates each
 * branch.
 */
export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const NullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
/** A time, ISO 8601 in UTC on the wire. */
export const Time = Type.Unsafe<Date>({ type: 'string', format: 'date-time' });
export const NullableTime = Type.Unsafe<Date | null>({ type: ['string', 'null'], format: 'date-time' });

export function nullableObject<T extends TProperties>(properties: T) {
  const schema = { ...Type.Object(properties), type: ['object', 'null'] };
  return Type.Unsafe<Static<ReturnType<typeof Type.Object<T>>> | null>(schema);
}

export function oneOf<const T extends readonly string[]>(
  values: T,
  options: { default?: T[number]; description?: string } = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

export function oneOfOrNull<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...values, null] });
}

/** A field that a request may leave out. The validator then fills in `value`, so handlers always get it. */
export function withDefault<T extends TSchema>(schema: T, value: Static<T>) {
  return Type.Unsafe<Static<T>>(Type.Optional({ ...schema, default: value }));
}

/** The former name of a field. Responses keep it for one release, because older clients read it. */
export function formerly<T extends TSchema>(schema: T, name: string): T {
  return { ...schema, deprecated: true, description: `The former name of \`${name}\`, until the next release.` };
}

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const IdInPath = strict({ id: Id });

/** A response that only says what happened; `text` is its example. */
export function messageLike(text: string) {
  return example(strict({ message: Type.String() }), { message: text });
}

export const Pagination = named(
  'Pagination',
  strict({
    page: Type.Integer(),
    page_size: Type.Integer(),
    has_prev: Type.Boolean(),
    has_next: Type.Boolean(),
    total_count: Type.Integer(),
  }),
);

/** The limit keeps row numbers exact integers. */
export const PageNumber = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'The page; 1 is the first.',
});

export function pageSize(options: { default?: number; maximum: number; description?: string }) {
  return Type.Integer({ minimum: 1, description: 'How many rows a page has at most.', ...options });
}

/** The number of rows of clients that know no pages. */
export const RowLimit = pageSize({
  maximum: 500,
  description: 'How many rows are listed at most, in place of page and page_size.',
});

/** The rows of a page. */
export interface RowWindow {
  readonly limit: number;
  readonly offset: number;
}

/** The pagination object. A window that is not exactly a page counts as the page in which it begins. */
export function paginationOf(window: RowWindow, totalCount: number): Static<typeof Pagination> {
  return {
    page: Math.floor(window.offset / window.limit) + 1,
    page_size: window.limit,
    has_prev: window.offset > 0,
    has_next: window.offset + window.limit < totalCount,
    total_count: totalCount,
  };
}

export const Meta = named('Meta', Type.Object({ request_id: Type.String() }));

export function successEnvelope(data: TSchema) {
  return Type.Object({ data, meta: Meta });
}

/**
 * The rows that a query asks for: a page, or `limit` and `offset`, which older clients send.
 * @throws Problem `validation_error` if it has both
 */
export function windowOf(
  query: { limit?: number; offset?: number; page?: number; page_size?: number },
  defaultSize: number,
): RowWindow {
  const { limit, offset, page, page_size } = query;
  const styles = [limit ?? offset, page ?? page_size].filter((style) => style !== undefined);
  if (styles.length > 1) {
    const path = limit === undefined ? 'offset' : 'limit';
    const advice = 'Use page and page_size, or limit and offset, not both.';
    throw invalidValue(path, 'cannot be combined with page and page_size', advice);
  }
  const size = limit ?? page_size ?? defaultSize;
  return { limit: size, offset: offset ?? ((page ?? 1) - 1) * size };
}

/**
 * Reads ids from a query parameter, separated by commas. Repeated ids count once.
 * @throws Problem `invalid_ids_param`
 */
export function readIds(text: string, { of, max = Number.POSITIVE_INFINITY }: { of: string; max?: number }): number[] {
  const parts = text.split(',').map((part) => part.trim());
  const ids = parts.map(Number);
  if (!parts.every((part) => /^\d{1,15}$/.test(part)) || !ids.every((id) => id > 0))
    throw invalid(
      `ids is not a valid list. Give the ids of ${of}, separated by commas.`,
      'must be whole numbers separated by commas',
    );
  if (ids.length > max) throw invalid(`ids has more than ${max} ids. Send fewer.`, `must have at most ${max} ids`);
  return [...new Set(ids)];
}

function invalid(message: string, detail: string): Problem {
  return new Problem('malformed', 'invalid_ids_param', message, [{ path: 'ids', message: detail }]);
}
