import type { TSchema } from 'typebox';
import type { AssetEndpoint } from './asset-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { successEnvelope } from './shapes.ts';
import type { StreamEndpoint } from './stream-endpoint.ts';
import { scopeNeededFor } from './token-scope.ts';

const ENVELOPE = { data: null, meta: { request_id: '0b54e2a8-6f0c-4a52-9d55-0c1f7b1f7a11' } };
const DESCRIPTIONS = { 200: 'What was asked for.', 201: 'What was made.' };

/** What Fastify needs to know of a route to validate, to serialise and to document it. */
export function describeRoute(method: string, path: string, endpoint: Endpoint): Record<string, unknown> {
  const { schema, statuses, summary, example } = endpoint;
  const changes = method !== 'GET';
  const answer = successEnvelope(openForMore(schema.answer) as TSchema);
  const responseOf = (status: 200 | 201) => {
    const shown =
      example && endpoint.statusOf(example.answer) === status ? { ...ENVELOPE, data: example.answer } : null;
    return withExample({ description: DESCRIPTIONS[status], ...answer }, shown);
  };
  return {
    summary,
    operationId: operationIdOf(method, path),
    tags: [path.split('/')[3] ?? ''],
    querystring: schema.query,
    params: schema.path,
    ...(changes ? { body: withExample(schema.body, example?.body ?? null) } : {}),
    ...(schema.headers ? { headers: schema.headers } : {}),
    response: {
      ...Object.fromEntries(statuses.map((status) => [status, responseOf(status)])),
      '4xx': { description: `One of: ${listProblems(method, path, endpoint).join(', ')}`, $ref: 'Error#' },
      '5xx': { description: 'One of: internal_error, not_ready, storage_full', $ref: 'Error#' },
    },
    security:
      endpoint.open && !changes
        ? []
        : [{ ...(endpoint.open ? {} : { session: [] }), ...(changes ? { csrf: [] } : {}) }, ...byToken(method, path)],
  };
}

/** The description puts it beside the schema of the content, in the form in which it is sent. */
function withExample(schema: object, example: unknown): object {
  return example === null ? schema : { ...schema, examples: [JSON.parse(JSON.stringify(example))] };
}

/** The other way in: with an API token, of the scope that the operation asks for. */
function byToken(method: string, path: string): Record<string, string[]>[] {
  const scope = scopeNeededFor(method, path);
  return scope === null ? [] : [{ token: [scope] }];
}

/** The same of a route that answers with a stream of events. */
export function describeStream(
  path: string,
  { summary, schema, answer, example, problems }: StreamEndpoint,
): Record<string, unknown> {
  const events = { 'text/event-stream': { schema: { type: 'string' }, example } };
  const refusals = ['auth_required', 'validation_error', 'rate_limited', ...problems];
  return {
    summary,
    operationId: operationIdOf('GET', path),
    tags: [path.split('/')[3] ?? ''],
    querystring: schema.query,
    params: schema.path,
    headers: schema.headers,
    response: {
      200: { description: answer, content: events },
      '4xx': { description: `One of: ${refusals.join(', ')}`, $ref: 'Error#' },
      '5xx': { description: 'One of: internal_error, not_ready, storage_full', $ref: 'Error#' },
    },
    security: [{ session: [] }, ...byToken('GET', path)],
  };
}

/** The same of a route that answers with bytes. */
export function describeAsset(
  path: string,
  { summary, schema, contentType, missing }: AssetEndpoint,
): Record<string, unknown> {
  return {
    summary,
    operationId: operationIdOf('GET', path),
    tags: ['images'],
    querystring: schema.query,
    params: schema.path,
    response: {
      200: {
        description: 'What was asked for.',
        content: { [contentType]: { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'What the client has, as If-None-Match says, is what was asked for.', type: 'null' },
      '4xx': { description: `One of: ${missing().code}, validation_error, rate_limited`, $ref: 'Error#' },
      '5xx': { description: 'One of: internal_error, not_ready, storage_full', $ref: 'Error#' },
    },
    security: [{ session: [] }, ...byToken('GET', path)],
  };
}

/** `PATCH /api/v1/admin/users/{id}/active` is `patchAdminUsersByIdActive`: a name for generated clients that stays while the path stays. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v1/, '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function listProblems(method: string, path: string, { problems, schema }: Endpoint): string[] {
  const changes = method !== 'GET';
  const takesBody = Object.keys((schema.body as { properties?: object }).properties ?? {}).length > 0;
  const codes = [
    // where no session is needed: of an API token that is none
    'auth_required',
    ...(changes ? ['csrf_missing', 'csrf_invalid'] : []),
    // of a user who is no administrator, or of an API token whose scope is too small
    ...(scopeNeededFor(method, path) === 'read' ? [] : ['forbidden']),
    ...(takesBody ? ['invalid_json', 'payload_too_large', 'unsupported_media_type'] : []),
    'validation_error',
    'rate_limited',
    ...problems,
  ];
  return [...new Set(codes)];
}

/** An answer may have more keys some day: what is published forbids none. */
function openForMore(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openForMore);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !(key === 'additionalProperties' && value === false));
  return Object.fromEntries(kept.map(([key, value]) => [key, openForMore(value)]));
}
