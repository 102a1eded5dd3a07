import type { CodeOf, DetailsOf, ErrorCode, ProblemKind } from './error-codes.ts';

/**
 * An error that the caller can act on. `code` and `details` are part of the wire format: `error-codes.ts` has all of
 * them.
 */
export class Problem<K extends ProblemKind = ProblemKind, C extends CodeOf<K> = CodeOf<K>> extends Error {
  readonly kind: ProblemKind;
  readonly code: ErrorCode;
  readonly details: unknown;

  /** `details` are what the code says, and null if it says nothing. */
  constructor(
    kind: K,
    code: C,
    message: string,
    ...[details]: null extends DetailsOf<C> ? [DetailsOf<C>?] : [DetailsOf<C>]
  ) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.code = code;
    this.details = details ?? null;
  }
}

/**
 * The error for a value of a request. `message` is what is wrong with the value at `path`, and `sentence` says the
 * whole.
 */
export function invalidValue(path: string, message: string, sentence = `${path} ${message}.`): Problem {
  return new Problem('invalid', 'validation_error', sentence, [{ path, message }]);
}

/** An error that stops the process. Its message is for the operator and is printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
