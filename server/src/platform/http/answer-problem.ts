import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../database/is-database-away.ts';
import { isStorageFull } from '../database/storage-full.ts';
import { Problem, type ProblemKind } from '../errors.ts';
import { LONGEST_PATH } from './refuse-broken-text.ts';

const STATUS: Record<ProblemKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  wrong_media_type: 415,
  too_slow: 408,
  invalid: 422,
  too_soon: 429,
  unavailable: 503,
};

/** Answers with the error envelope, whatever was thrown; only what nobody foresaw is logged, and none of it is told. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error);
  if (problem === null) {
    request.log.error({ err: error }, 'request failed');
    return send(
      reply.code(500),
      request,
      'internal_error',
      'Something went wrong on the server. Its log has the details.',
      null,
    );
  }
  // what refuses on purpose is in the line of the request
  if (problem.kind === 'unavailable' && problem !== error) request.log.warn({ err: error }, 'not ready');
  const wait = (problem.details as { retry_after_seconds?: unknown } | null)?.retry_after_seconds;
  if (typeof wait === 'number') reply.header('retry-after', wait);
  return send(reply.code(STATUS[problem.kind]), request, problem.code, problem.message, problem.details);
}

function send(reply: FastifyReply, request: FastifyRequest, code: string, message: string, details: unknown) {
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
  return reply.send({ error: { code, message, details }, meta: { request_id: request.id } });
}

function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return null;
  const { validation, validationContext, code = '', statusCode = 500 } = error as Partial<FastifyError>;
  if (validation) return invalid(validation, validationContext);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('too_large', 'payload_too_large', 'The request body is too large.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Problem('wrong_media_type', 'unsupported_media_type', 'Send the body as application/json.');
  }
  // before the database: a client that hangs up within its body breaks a connection, too
  if (statusCode >= 400 && statusCode < 500) {
    return new Problem('malformed', 'invalid_json', 'The request body is not valid JSON.');
  }
  if (isStorageFull(error)) {
    return new Problem('unavailable', 'storage_full', 'The disk of the server is full. Nothing was saved.', {
      retry_after_seconds: 60,
    });
  }
  if (isDatabaseAway(error)) {
    return new Problem('unavailable', 'not_ready', 'The database does not answer. Try again in a moment.', {
      retry_after_seconds: 5,
    });
  }
  return null;
}

type Failures = NonNullable<FastifyError['validation']>;

/** A form of 16 kB can hold thousands of mistakes; nobody reads more than these. */
const MOST_DETAILS = 100;

function invalid(failures: Failures, context: string | undefined): Problem {
  const details = failures.slice(0, MOST_DETAILS).map(({ instancePath, params, message = 'is wrong', keyword }) => {
    const { missingProperty, additionalProperty, allowedValues } = params as Record<string, unknown>;
    const inner = instancePath.split('/').slice(1);
    const key = missingProperty ?? additionalProperty;
    if (key !== undefined) inner.push(String(key));
    const said =
      keyword === 'required'
        ? 'is required'
        : keyword === 'additionalProperties'
          ? 'is not a known name here'
          : Array.isArray(allowedValues)
            ? `must be one of ${allowedValues.join(', ')}`
            : message;
    return { path: inner.join('.').slice(0, LONGEST_PATH), message: said };
  });
  const place = context === 'querystring' ? 'query' : context === 'params' ? 'path' : 'body';
  const [first] = details;
  const message = first
    ? `The ${place} is not as it should be: ${first.path || place} ${first.message}.`
    : 'Not valid.';
  return new Problem('invalid', 'validation_error', message, details);
}
