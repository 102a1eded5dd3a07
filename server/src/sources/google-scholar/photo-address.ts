import { isLoopback } from '../../platform/is-loopback.ts';
import { usableUrl } from '../../platform/usable-url.ts';

/** The addresses of profile photos. No other address of the source is requested. */
const PHOTO = /[?&]view_op=(view|medium|small)_photo(&|$)/;
const PHOTOS_ALONE = /(^|\.)googleusercontent\.com\.?$/i;
/** Google's own hosts, which serve profile photos. A refusal by one of them counts for all. */
const GOOGLE = /(^|\.)(google\.[a-z.]{2,6}|googleusercontent\.com\.?)$/i;

/**
 * Which host serves a picture: the source of profiles, another host, or nobody. `nobody` means that the address must
 * not be requested: it is not usable, not a photo, or an address of the real source while the sandbox is in use.
 */
export function ownerOfPhoto(address: string, baseUrl: string): 'source' | 'other' | 'nobody' {
  const url = usableUrl(address);
  if (url === null) return 'nobody';
  if (!GOOGLE.test(url.hostname)) return url.host === new URL(baseUrl).host ? 'source' : 'other';
  const isPhoto = url.port === '' && (PHOTOS_ALONE.test(url.hostname) || PHOTO.test(url.search));
  return isPhoto && !isLoopback(baseUrl) ? 'source' : 'nobody';
}
