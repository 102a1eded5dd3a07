/** What the service refused, and the number under which its log has it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: unknown;

  constructor(message: string, told: { status: number; code: string; requestId: string | null; details?: unknown }) {
    super(message);
    this.status = told.status;
    this.code = told.code;
    this.requestId = told.requestId;
    this.details = told.details ?? null;
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

/** No answer came: the network or the service is away. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

function isErrorBody(body: unknown): body is { error: { code: string; message: string; details?: unknown } } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
