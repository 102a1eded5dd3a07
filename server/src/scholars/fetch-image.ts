import type { Config } from '../platform/config.ts';
import { fetchPolitely, retryAfterSeconds } from '../platform/fetch.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import { askedForPhoto } from '../sources/google-scholar/photo-address.ts';
import { markOfAddress } from '../sources/google-scholar/recognize-block-page.ts';
import type { SourceAnswer } from '../sources/source.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import { type KeptImage, shrinkImage } from './shrink-image.ts';

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;

/** What nobody waits for is decoded one at a time: people who upload pictures have the other place (`shrink-image.ts`). */
const takeTurn = limitConcurrency({
  running: 1,
  waiting: Number.POSITIVE_INFINITY,
  refusal: 'Too many pictures are fetched at this moment.',
});

/** Fetches the picture behind an address and makes it anew. Other hosts lead to the source's neither by a redirect, nor it to a page that keeps people out. */
export async function fetchImage(
  { url, asked }: { url: string; asked: 'source' | 'other' },
  config: Config,
  signal: AbortSignal,
): Promise<SourceAnswer<KeptImage>> {
  const { baseUrl } = config.googleScholar;
  const outcome = await fetchPolitely({
    url,
    outbound: config.outbound,
    userAgent: userAgentOf(config),
    accept: 'image/webp,image/png,image/jpeg,image/gif',
    timeoutMs: TIMEOUT_MS,
    maxBytes: config.imageMaxBytes,
    maxRedirects: MAX_REDIRECTS,
    followRedirect: (_from, to) => askedForPhoto(to.href, baseUrl) === asked && markOfAddress(to.href) === null,
    ...(asked === 'source' ? { trustedOrigin: new URL(baseUrl).origin } : {}),
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
  const kept = await takeTurn(() => shrinkImage(body));
  return 'refusal' in kept ? { kind: 'absent', reason: 'no_image' } : { kind: 'found', value: kept };
}
