import { OfflineError } from './api-error.ts';
import { sendChange, unwrap } from './client.ts';

export interface Transfer {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * Uploads a file, of which the service finds out the format, and reports progress, which `fetch` cannot do.
 * @throws ApiError for an error response, OfflineError without a response, and the signal's reason after an abort
 */
export async function upload<Data>(
  path: string,
  file: Blob,
  { onProgress, signal }: { onProgress: (transfer: Transfer) => void; signal: AbortSignal },
): Promise<Data> {
  const response = await sendChange(
    (headers) =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('POST', path);
        request.setRequestHeader('content-type', 'application/octet-stream');
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded, total }) => onProgress({ doneBytes: loaded, totalBytes: total });
        request.onload = () => {
          const { status, statusText } = request;
          const requestId = request.getResponseHeader('x-request-id');
          resolve(
            new Response(request.responseText || null, {
              status,
              statusText,
              headers: requestId === null ? {} : { 'x-request-id': requestId },
            }),
          );
        };
        request.onerror = () => reject(new OfflineError());
        request.onabort = () => reject(signal.reason);
        signal.addEventListener('abort', () => request.abort(), { once: true });
        request.send(file);
      }),
  );
  // a proxy in front of the service may respond with a page that is not JSON
  const body: unknown = await response.json().catch(() => null);
  return unwrap(Promise.resolve(response.ok ? { data: body as { data: Data }, response } : { error: body, response }));
}
