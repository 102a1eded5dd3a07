import { ERRORS, type ErrorCode } from '../error-codes.ts';
import { groupBy } from '../group-by.ts';
import type { Route } from './endpoint.ts';
import { STATUS } from './error-responses.ts';
import type { Response } from './name-schemas.ts';
import { Meta, named } from './shapes.ts';
import { API, isUnder, scopeNeededFor } from './token-scope.ts';

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
