import { OfflineError } from './api-error.ts';
import { take } from './client.ts';

/**
 * Fetches an answer as the file that it is, telling how much of it has come. One that breaks off is no file.
 * @throws ApiError when the service refused, OfflineError when it did not answer or broke off, the signal's reason when that ended it
 */
export async function download(
  path: string,
  { onProgress, signal }: { onProgress: (doneBytes: number) => void; signal: AbortSignal },
): Promise<Blob> {
  try {
    const response = await fetch(path, { signal });
    if (!response.ok || response.body === null) return await refuse(response);
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
    // what fetch throws says only that it failed
    throw error instanceof TypeError ? new OfflineError() : error;
  }
}

async function refuse(response: Response): Promise<never> {
  const error: unknown = await response.json().catch(() => null);
  return take<{ data: never }>(Promise.resolve({ error, response }));
}
