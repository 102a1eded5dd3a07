/** An error response of the service, with the request id that its log has. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: unknown;

  constructor(
    message: string,
    response: { status: number; code: string; requestId: string | null; details?: unknown },
  ) {
    super(message);
    this.status = response.status;
    this.code = response.code;
    this.requestId = response.requestId;
    this.details = response.details ?? null;
  }

  static from(body: unknown, response: Response): ApiError {
    const requestId = response.headers.get('x-request-id');
    const { status, statusText } = response;
    if (isErrorBody(body)) {
      const { message, code, details } = body.error;
      return new ApiError(message, { status, code, requestId, details });
    }
    return new ApiError(statusText || `HTTP ${status}`, { status, code: 'unknown', requestId });
  }
}

/** No response arrived, because the network or the service is unreachable. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/** Code of the application did not load. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

function isErrorBody(body: unknown): body is { error: { code: string; message: string; details?: unknown } } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
