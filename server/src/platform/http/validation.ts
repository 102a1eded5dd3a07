import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { TSchema } from 'typebox';
import { invalidValue, type Problem } from '../errors.ts';

/** The limit for forms and flags. */
export const SMALL_BODY_BYTES = 16_384;
/** The longest list, 10,000 scholars, takes 200 kB. */
const LARGE_BODY_BYTES = 300_000;
/** The bytes of a character that is written as an escape. */
const ESCAPE_BYTES = 6;
/** A body with lists and texts up to these lengths is still small. */
const [MAX_SMALL_LIST, MAX_SMALL_TEXT] = [100, 4096];
/** The longest place in a request that an error message names. */
export const MAX_PATH_LENGTH = 200;

// ajv-formats is CommonJS: its function is both the module and its `default`
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

interface SizedSchema {
  readonly type?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: { readonly enum?: readonly unknown[] };
}

/**
 * The size limit in bytes of a JSON body. It is large only if the schema has a long list or a long text, and then as
 * large as the text needs.
 */
export function bodyLimitOf(schema: TSchema): number {
  return Math.min(LARGE_BODY_BYTES, SMALL_BODY_BYTES + extraBytesOf(schema));
}

/** What the longest list or text of a schema needs beyond a small body, in bytes; 0 if all are short. */
function extraBytesOf(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const { type, maxLength = 0, maxItems, uniqueItems, items } = schema as SizedSchema;
  if (type === 'string') return maxLength > MAX_SMALL_TEXT ? ESCAPE_BYTES * maxLength : 0;
  // unique words of an enum cannot be more than the enum has
  const max = maxItems ?? (uniqueItems ? items?.enum?.length : undefined) ?? Number.POSITIVE_INFINITY;
  if (type === 'array' && max > MAX_SMALL_LIST) return LARGE_BODY_BYTES;
  return Math.max(0, ...Object.values(schema).map(extraBytesOf));
}

export type ValidatorCompiler = ReturnType<typeof makeValidatorCompiler>;

/**
 * Compiles a schema when a request first needs it, because compiling all schemas takes a tenth of the start time. Query
 * and path values are text, so they are converted to numbers and booleans; body values are not. A form reports all its
 * errors, so that a client can mark each field. A long list reports only the first one: collecting 240,000 errors
 * blocked the event loop for a third of a second.
 */
export function makeValidatorCompiler() {
  // checking our own schemas against the meta-schema takes longer than compiling them
  const checks = { strict: false, validateSchema: false } as const;
  const options = { allErrors: true, useDefaults: true, removeAdditional: false, ...checks } as const;
  const text = addFormats(new Ajv({ ...options, coerceTypes: true }));
  const form = addFormats(new Ajv(options));
  const list = addFormats(new Ajv({ ...options, allErrors: false }));
  return ({ schema, httpPart }: { schema: TSchema; httpPart?: string }) => {
    const compiler = httpPart !== 'body' ? text : bodyLimitOf(schema) === SMALL_BODY_BYTES ? form : list;
    let compiled: ValidateFunction | undefined;
    const validate = (data: unknown): boolean => {
      compiled ??= compiler.compile(schema);
      const isValid = compiled(data);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    validate.errors = null as NonNullable<ValidateFunction['errors']> | null;
    return validate;
  };
}

/** Compiles a response's serializer when it is first sent. */
export const buildLazySerializer: SerializerSelector.SerializerFactory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: SerializerSelector.Serializer | undefined;
    return (data) => {
      serialize ??= compile(route);
      return serialize(data);
    };
  };
};

/**
 * Rejects text that PostgreSQL cannot store, at any depth: the NUL character, and lone surrogates, which have no UTF-8
 * form.
 * @throws Problem `validation_error` that names the place
 */
export function refuseUnstorableText(given: unknown): void {
  const left: { value: unknown; path: string }[] = [{ value: given, path: '' }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') refuseString(value, path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      refuseString(key, path);
      if (typeof inner !== 'string' && typeof inner !== 'object') continue;
      left.push({ value: inner, path: path ? `${path}.${key}` : key });
    }
  }
}

function refuseString(text: string, path: string): void {
  const message = text.includes('\0')
    ? 'must not contain the NUL character'
    : text.isWellFormed()
      ? null
      : 'must not contain half a surrogate pair';
  if (message === null) return;
  const place = path.slice(0, MAX_PATH_LENGTH);
  throw invalidValue(place, message, `The body is not valid: ${place || 'a key'} ${message}.`);
}

/** The deepest body of a route has five levels. */
export const MAX_JSON_DEPTH = 32;
/**
 * The valid body with the most keys, objects and lists has 3,003: 1,000 selections for `mark-read`. A list of 10,000
 * ids has three.
 */
export const MAX_JSON_PARTS = 4096;

const [QUOTE, BACKSLASH, COLON] = [34, 92, 58];
const [OPEN, CLOSE, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125];

/**
 * Refuses a JSON text that is nested too deep, or has too many keys, objects and lists, before it is parsed. Parsing
 * such texts takes many times as long as parsing an ordinary text of the same size, and blocks the event loop
 * meanwhile. The scan reads each character at most once and stops at the first excess. A text that is not JSON may
 * pass; the parser refuses it.
 * @throws Problem `validation_error`
 */
export function refuseCostlyJson(text: string): void {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findEnd(text, at);
    else if (code === CLOSE || code === CLOSE_BRACE) depth -= 1;
    else if (code === OPEN || code === OPEN_BRACE || code === COLON) {
      if (code !== COLON) depth += 1;
      parts += 1;
      if (depth > MAX_JSON_DEPTH) throw costly(`must not be nested more than ${MAX_JSON_DEPTH} levels deep`);
      if (parts > MAX_JSON_PARTS) throw costly(`must not have more than ${MAX_JSON_PARTS} keys, objects and lists`);
    }
  }
}

/**
 * The position of the quotation mark that ends the string beginning at `start`; the end of the text if there is none.
 */
function findEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}

function costly(message: string): Problem {
  return invalidValue('', message, `The body is not valid: it ${message}.`);
}
