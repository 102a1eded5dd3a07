import { OfflineError } from './api-error.ts';
import { sendChange, take } from './client.ts';

export interface Transfer {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * Sends a file as it is, and tells how much of it has gone, which `fetch` does not.
 * @throws ApiError when the service refused, OfflineError when it did not answer, the signal's reason when that ended it
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
        request.setRequestHeader('content-type', 'application/json');
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
  // what stands before the service may answer with a page of its own
  const body: unknown = await response.json().catch(() => null);
  return take(Promise.resolve(response.ok ? { data: body as { data: Data }, response } : { error: body, response }));
}
