import { OfflineError } from './api-error.ts';
import { csrfHeaders, take } from './client.ts';

export interface Transfer {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * Sends a file as it is, and tells how much of it has gone, which `fetch` does not.
 * @throws ApiError when the service refused, OfflineError when it did not answer, the signal's reason when that ended it
 */
export function upload<Data>(
  path: string,
  file: Blob,
  { onProgress, signal }: { onProgress: (transfer: Transfer) => void; signal: AbortSignal },
): Promise<Data> {
  return take(
    new Promise<{ data?: { data: Data }; error?: unknown; response: Response }>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', path);
      request.setRequestHeader('content-type', 'application/json');
      for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress({ doneBytes: loaded, totalBytes: total });
      request.onload = () => {
        const { status, statusText } = request;
        const requestId = request.getResponseHeader('x-request-id');
        const headers = new Headers(requestId === null ? {} : { 'x-request-id': requestId });
        const response = new Response(null, { status, statusText, headers });
        const body = readJson(request.responseText);
        resolve(response.ok ? { data: body as { data: Data }, response } : { error: body, response });
      };
      request.onerror = () => reject(new OfflineError());
      request.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(file);
    }),
  );
}

/** What stands before the service may answer with a page of its own. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
