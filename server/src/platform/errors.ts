/** What went wrong, in the product's words; only `platform/http` knows which status number each kind has. */
export type ProblemKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'wrong_media_type'
  | 'too_slow'
  | 'too_soon'
  | 'unavailable';

/** An answer other than success that the caller can act on; `code` and `details` are part of the wire. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: string;
  readonly details: unknown;

  constructor(kind: ProblemKind, code: string, message: string, details: unknown = null) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

/** Stops a process; its message is written for the operator and printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
