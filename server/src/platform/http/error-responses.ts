import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  isDatabaseUnavailable,
  isOverloaded,
  isReadOnly,
  isStorageFull,
  isTableMissing,
} from '../database/database-errors.ts';
import type { ProblemKind } from '../error-codes.ts';
import { Problem } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { BARE_HEADERS } from './security-headers.ts';
import { MAX_PATH_LENGTH } from './validation.ts';

export const STATUS: Record<ProblemKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  wrong_method: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  wrong_media_type: 415,
  too_slow: 408,
  invalid: 422,
  too_soon: 429,
  unavailable: 503,
};
/** A body of 16 kB can hold thousands of errors, and nobody reads more than these. */
const MAX_DETAILS = 100;

/**
 * Sends the error envelope for whatever was thrown. Unexpected errors are logged, and the response says nothing about
 * them.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, request);
  if (problem === null) {
    request.log.error({ err: error }, 'request failed');
    const message = 'The server failed. Try again. If it fails again, ask the operator to look in the log.';
    return sendEnvelope(reply.code(500), request, { code: 'internal_error', message, details: null });
  }
  // a refusal on purpose is only in the request's own log line
  if (problem.kind === 'unavailable' && problem !== error) request.log.warn({ err: error }, 'not ready');
  const wait = (problem.details as { retry_after_seconds?: unknown } | null)?.retry_after_seconds;
  if (typeof wait === 'number') reply.header('retry-after', wait);
  return sendEnvelope(reply.code(STATUS[problem.kind]), request, problem);
}

function sendEnvelope(
  reply: FastifyReply,
  request: FastifyRequest,
  { code, message, details }: { code: string; message: string; details: unknown },
): FastifyReply {
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
  return reply.send({ error: { code, message, details }, meta: { request_id: request.id } });
}

/** The error of a path or method that does not exist. */
export function notFound(): Problem {
  return new Problem('not_found', 'not_found', 'There is nothing at this path. The API is described at /docs.');
}

/** The error of a path that has other methods. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Problem {
  const message = `This path has no ${method}. It has ${allowed.join(', ')}.`;
  return new Problem('wrong_method', 'method_not_allowed', message);
}

function problemOf(error: unknown, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return null;
  const { validation, validationContext, code = '', statusCode = 500 } = error as Partial<FastifyError>;
  if (validation) return invalid(validation, validationContext);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('too_large', 'payload_too_large', 'The request body is too large. Send less at once.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongMediaType(request);
  // before the database, because a client that disconnects while sending also looks like a lost connection
  if (statusCode >= 400 && statusCode < 500)
    return new Problem('malformed', 'invalid_json', 'The request body is not valid JSON.');
  if (isStorageFull(error))
    return new Problem(
      'unavailable',
      'storage_full',
      'The disk of the server is full. Nothing was saved. Ask the operator to free space.',
      { retry_after_seconds: 60 },
    );
  if (isTableMissing(error))
    return new Problem('unavailable', 'not_ready', 'The database is not complete. Try again when it is restored.', {
      retry_after_seconds: 5,
    });
  if (isReadOnly(error))
    return new Problem(
      'unavailable',
      'not_ready',
      'The database is read-only, and nothing was saved. Try again later.',
      {
        retry_after_seconds: 30,
      },
    );
  if (isDatabaseUnavailable(error))
    return new Problem('unavailable', 'not_ready', 'The database does not respond. Try again in a moment.', {
      retry_after_seconds: 5,
    });
  if (isOverloaded(error))
    return new Problem(
      'unavailable',
      'not_ready',
      'The database is busy, and nothing was saved. Try again in a moment.',
      {
        retry_after_seconds: 5,
      },
    );
  return null;
}

/** The error of a body that does not have the media type of its route. */
export function wrongMediaType(request: FastifyRequest): Problem {
  const mediaType = (request.routeOptions.config?.upload ?? ['application/json']).join(' or ');
  return new Problem('wrong_media_type', 'unsupported_media_type', `Send the body as ${mediaType}.`);
}

function invalid(failures: NonNullable<FastifyError['validation']>, context: string | undefined): Problem {
  const details = failures.slice(0, MAX_DETAILS).map(({ instancePath, params, message = 'is not valid', keyword }) => {
    const { missingProperty, additionalProperty, allowedValues } = params as Record<string, unknown>;
    const inner = instancePath.split('/').slice(1);
    const key = missingProperty ?? additionalProperty;
    if (key !== undefined) inner.push(String(key));
    const messages: Record<string, string> = {
      required: 'is required',
      additionalProperties: 'is not a known field',
      enum: `must be one of ${Array.isArray(allowedValues) ? allowedValues.join(', ') : ''}`,
    };
    return { path: inner.join('.').slice(0, MAX_PATH_LENGTH), message: messages[keyword] ?? message };
  });
  const place = context === 'querystring' ? 'query' : context === 'params' ? 'path' : 'body';
  const [first] = details;
  const reason = first ? `: ${first.path || place} ${first.message}` : '';
  return new Problem('invalid', 'validation_error', `The ${place} is not valid${reason}.`, details);
}

const BROKEN_REQUESTS: Readonly<Record<string, { status: number; code: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    message: 'The address and the headers of the request are too long. Shorten them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    message: 'The request did not arrive in time. Send it again.',
  },
};
const NOT_HTTP = { status: 400, code: 'bad_request', message: 'This is not a valid HTTP request.' };

/** Sends the error envelope for bytes that Node cannot read as a request, and closes the connection. */
export function sendBrokenRequest(log: Logger, error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, message } = BROKEN_REQUESTS[error.code ?? ''] ?? NOT_HTTP;
  const requestId = randomUUID();
  const body = JSON.stringify({ error: { code, message, details: null }, meta: { request_id: requestId } });
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
  log.info({ request_id: requestId, user_id: null, method: null, route: null, status, ms: 0, reason: error.code });
}
