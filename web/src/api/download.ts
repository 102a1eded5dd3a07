import { OfflineError } from './api-error.ts';
import { unwrap } from './client.ts';

/**
 * Downloads a file and reports progress. An incomplete response is an error.
 * @throws ApiError for an error response, OfflineError if there is no response or it breaks off, and the signal's
 * reason after an abort
 */
export async function download(
  path: string,
  { onProgress, signal }: { onProgress: (doneBytes: number) => void; signal: AbortSignal },
): Promise<Blob> {
  try {
    const response = await fetch(path, { signal });
    if (!response.ok || response.body === null) return await throwError(response);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let doneBytes = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      doneBytes += part.value.length;
      onProgress(doneBytes);
    }
    return new Blob(parts, { type: 'application/json' });
  } catch (error) {
    // fetch throws a TypeError for every network failure
    throw error instanceof TypeError ? new OfflineError() : error;
  }
}

async function throwError(response: Response): Promise<never> {
  const error: unknown = await response.json().catch(() => null);
  return unwrap<{ data: never }>(Promise.resolve({ error, response }));
}
