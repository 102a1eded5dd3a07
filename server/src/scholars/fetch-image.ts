import type { Config } from '../platform/config.ts';
import { isTransient } from '../platform/database/transient-errors.ts';
import { fetchUrl, retryAfterSeconds } from '../platform/fetch.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import type { Services } from '../platform/services.ts';
import { ownerOfPhoto } from '../sources/google-scholar/photo-address.ts';
import { markOfAddress } from '../sources/google-scholar/recognize-block-page.ts';
import type { SourceResponse } from '../sources/source.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import { type NeededImage, recordRequest, saveFailedFetch, saveFetched } from './fetched-store.ts';
import { type KeptImage, shrinkImage } from './shrink-image.ts';

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;

/**
 * No request waits for fetched pictures, so they are decoded one at a time and do not delay uploads (`own-image.ts`).
 */
const limitDecoding = limitConcurrency({
  running: 1,
  waiting: Number.POSITIVE_INFINITY,
  refusal: 'Too many pictures are being fetched. Try again later.',
});

/** A picture, and whether its address belongs to the profiles' source. */
export type ImageRequest = NeededImage & { readonly isAtSource: boolean };

/**
 * Fetches a picture that is due and saves the result. Returns null if the picture is no longer due, if the response
 * cannot be saved, or if the process stops.
 * @throws database errors that will pass, such as a lost connection
 */
export async function fetchImage(
  { config, db, log }: Services,
  image: ImageRequest,
  signal: AbortSignal,
): Promise<SourceResponse<KeptImage> | null> {
  if (!(await recordRequest(db, image))) return null;
  try {
    const response = await requestImage(image, config, signal);
    if (response.kind === 'found') {
      await saveFetched(db, image, response.value);
      return response;
    }
    // the picture stays due
    if (signal.aborted) return null;
    log.debug({ image: image.id, outcome: response.kind, reason: response.reason }, 'a picture could not be fetched');
    await saveFailedFetch(db, image);
    return response;
  } catch (error) {
    if (isTransient(error)) throw error;
    log.error({ err: error, image: image.id }, 'a picture could not be saved');
    await saveFailedFetch(db, image);
    return null;
  }
}

/**
 * Requests and decodes a picture. Redirects between the source and other hosts, and to a block page, are not followed.
 */
async function requestImage(
  { url, isAtSource }: ImageRequest,
  config: Config,
  signal: AbortSignal,
): Promise<SourceResponse<KeptImage>> {
  const { baseUrl } = config.googleScholar;
  const owner = isAtSource ? 'source' : 'other';
  const outcome = await fetchUrl({
    url,
    outbound: config.outbound,
    userAgent: userAgentOf(config),
    accept: 'image/webp,image/png,image/jpeg,image/gif',
    timeoutMs: TIMEOUT_MS,
    maxBytes: config.imageMaxBytes,
    maxRedirects: MAX_REDIRECTS,
    followRedirect: (_from, to) => ownerOfPhoto(to.href, baseUrl) === owner && markOfAddress(to.href) === null,
    ...(isAtSource ? { trustedOrigin: new URL(baseUrl).origin } : {}),
    signal,
  });
  if (outcome.kind === 'failed') {
    const { reason } = outcome;
    return reason === 'too_large'
      ? { kind: 'absent', reason }
      : { kind: 'unreachable', reason, retryAfterSeconds: null };
  }
  if (outcome.kind === 'redirected') {
    const mark = markOfAddress(outcome.location.href);
    if (mark !== null) return { kind: 'blocked', reason: mark, retryAfterSeconds: null };
    return { kind: 'changed', reason: 'unexpected_redirect' };
  }
  const { status, headers, body } = outcome;
  const wait = retryAfterSeconds(headers, Date.now());
  if (status === 403 || status === 429) return { kind: 'blocked', reason: `status_${status}`, retryAfterSeconds: wait };
  if (status >= 500) return { kind: 'unreachable', reason: `status_${status}`, retryAfterSeconds: wait };
  if (status !== 200) return { kind: 'absent', reason: `status_${status}` };
  const kept = await limitDecoding(() => shrinkImage(body));
  return 'refusal' in kept ? { kind: 'absent', reason: 'no_image' } : { kind: 'found', value: kept };
}
