/** The kinds of errors. Only `platform/http` knows their status numbers. */
export type ProblemKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'wrong_method'
  | 'conflict'
  | 'too_large'
  | 'wrong_media_type'
  | 'too_slow'
  | 'too_soon'
  | 'unavailable';

/** An error that the caller can act on. `code` and `details` are part of the wire format. */
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

/** The error for a value of a request. `message` is what is wrong with the value at `path`, and `sentence` says the whole. */
export function invalidValue(path: string, message: string, sentence = `${path} ${message}.`): Problem {
  return new Problem('invalid', 'validation_error', sentence, [{ path, message }]);
}

/** An error that stops the process. Its message is for the operator and is printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
