import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../error-codes.ts';
import { groupBy } from '../group-by.ts';
import type { Endpoint, Route } from './endpoint.ts';
import { STATUS } from './error-responses.ts';
import type { Response } from './name-schemas.ts';
import { Meta, named, successEnvelope } from './shapes.ts';
import { API, isUnder, scopeNeededFor } from './token-scope.ts';

const META = { request_id: '0b54e2a8-6f0c-4a52-9d55-0c1f7b1f7a11' };
const DESCRIPTIONS = { 200: 'Success.', 201: 'Created.' };

interface ResponseSchema extends TSchema {
  readonly contentMediaType?: string;
  readonly contentMediaTypes?: Readonly<Record<string, ResponseSchema>>;
  readonly isPolled?: boolean;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/** What Fastify needs to know of a route to validate, to serialize and to describe it. */
export function describeRoute([method, path, endpoint]: Route): FastifySchema {
  const isChange = method !== 'GET';
  // outside of it no hook asks for a session or a CSRF token
  const isGuarded = isUnder(path, API);
  const { open, summary, description, headers, upload, files = {} } = endpoint;
  const scope = scopeNeededFor(method, path);
  const session = { ...(open ? {} : { session: [] }), ...(isChange ? { csrf: [] } : {}) };
  const token = scope === null ? [] : [{ token: [scope] }];
  return {
    summary,
    description,
    operationId: operationIdOf(method, path),
    tags: [tagOf(path)],
    // readers and link trackers add parameters to the other addresses
    querystring: isGuarded ? endpoint.query : { ...endpoint.query, additionalProperties: true },
    params: endpoint.path,
    ...(isChange ? { body: endpoint.body } : {}),
    ...(headers ? { headers } : {}),
    ...(upload ? { consumes: [...upload, ...Object.keys(files)] } : {}),
    // openapi.ts adds the errors, for which Fastify would only prepare serializers that nothing uses
    response: successesOf(endpoint),
    security: open && !(isChange && isGuarded) ? [] : [session, ...token],
  };
}

function successesOf({ response, statuses, statusOf }: Endpoint): Record<number, object> {
  const {
    contentMediaType,
    contentMediaTypes,
    isPolled = false,
    examples,
    description,
    ...shape
  } = response as ResponseSchema;
  if (contentMediaTypes !== undefined) {
    const contents = Object.entries(contentMediaTypes).map(([type, { examples = [], ...schema }]) => [
      type,
      { schema, ...(examples.length > 0 ? { example: examples[0] } : {}) },
    ]);
    return { 200: { description: description ?? DESCRIPTIONS[200], content: Object.fromEntries(contents) } };
  }
  if (contentMediaType !== undefined) {
    const content = { [contentMediaType]: { schema: shape, ...(examples ? { example: examples[0] } : {}) } };
    const success = { 200: { description: description ?? DESCRIPTIONS[200], content } };
    const isPicture = 'format' in shape;
    return isPicture || isPolled
      ? { ...success, 304: { description: 'The client has it, as If-None-Match says.', type: 'null' } }
      : success;
  }
  const envelope = successEnvelope(allowMoreKeys(shape) as TSchema);
  const examplesOf = (status: number) =>
    (examples ?? []).filter((data) => statusOf(data) === status).map((data) => ({ data, meta: META }));
  const successOf = (status: 200 | 201) => {
    const shown = examplesOf(status);
    return { description: DESCRIPTIONS[status], ...envelope, ...(shown.length > 0 ? { examples: shown } : {}) };
  };
  return Object.fromEntries(statuses.map((status) => [status, successOf(status)]));
}

function tagOf(path: string): string {
  const [, first = '', , third = ''] = path.split('/');
  if (first === 'api') return third;
  return first === 'scholar-images' ? 'images' : first;
}

/**
 * `PATCH /api/v1/admin/users/{id}/active` is `patchAdminUsersByIdActive`: generated clients keep the name as long as
 * the path stays.
 */
export function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v1/, '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Responses may get more keys later, so the description forbids none. */
function allowMoreKeys(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(allowMoreKeys);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !(key === 'additionalProperties' && value === false));
  return Object.fromEntries(kept.map(([key, value]) => [key, allowMoreKeys(value)]));
}

/** `internal_error` is no `Problem`: it is what a client hears of an exception that nobody expected. */
type DescribedCode = ErrorCode | 'internal_error';

interface Described {
  readonly status: number;
  readonly details: object;
}

const CODES = new Map<DescribedCode, Described>([
  ['internal_error', { status: 500, details: { type: 'null' } }],
  ...Object.entries(ERRORS).flatMap(([kind, codes]) =>
    Object.entries(codes).map(([code, details]): [DescribedCode, Described] => [
      code as ErrorCode,
      { status: STATUS[kind as keyof typeof STATUS], details },
    ]),
  ),
]);

/**
 * The responses of an operation that are errors, by status, each with the name of its codes. Operations with the same
 * errors share them.
 */
export function errorResponsesOf(route: Route): { status: number; name: string; response: Response }[] {
  const byStatus = groupBy(errorCodesOf(route).toSorted(), (code) => CODES.get(code)?.status ?? 500);
  return [...byStatus].map(([status, codes]) => {
    const name = `${codes
      .map(pascalCase)
      .join('Or')
      .replace(/Error$/, '')}Error`;
    const content = { 'application/json': { schema: named(name, envelopeOf(codes)) } };
    return { status, name, response: { description: `One of: ${codes.join(', ')}`, content } };
  });
}

/** The codes that the operation can answer with: its own, and those of the checks that every request passes. */
function errorCodesOf([method, path, { errors, body, signedOut, recentSignIn }]: Route): DescribedCode[] {
  const isGuarded = isUnder(path, API);
  const takesBody = Object.keys((body as { properties?: object }).properties ?? {}).length > 0;
  const codes: DescribedCode[] = [
    // even where no session is needed: an API token may not be valid
    ...(signedOut || !isGuarded ? [] : (['auth_required'] as const)),
    ...(method === 'GET' || !isGuarded ? [] : (['csrf_missing', 'csrf_invalid'] as const)),
    // of a user who is not an administrator, or of an API token with a smaller scope
    ...(scopeNeededFor(method, path) === 'read' || !isGuarded ? [] : (['forbidden'] as const)),
    ...(recentSignIn ? (['password_required'] as const) : []),
    ...(takesBody ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(['bad_request', 'validation_error', 'rate_limited', 'internal_error', 'not_ready', 'storage_full'] as const),
    ...errors,
  ];
  return [...new Set(codes)];
}

/**
 * The error envelope with these codes. Codes with the same details share a branch, so a client that knows the code
 * knows the details.
 */
function envelopeOf(codes: readonly DescribedCode[]): object {
  const branches = [...groupBy(codes, (code) => JSON.stringify(CODES.get(code)?.details)).values()].map((alike) => ({
    type: 'object',
    required: ['code', 'message', 'details'],
    properties: {
      code: { type: 'string', enum: alike },
      message: { type: 'string' },
      details: CODES.get(alike[0] ?? 'internal_error')?.details,
    },
  }));
  const [only, ...others] = branches;
  return {
    type: 'object',
    required: ['error', 'meta'],
    properties: { error: others.length === 0 ? only : { oneOf: branches }, meta: Meta },
  };
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
