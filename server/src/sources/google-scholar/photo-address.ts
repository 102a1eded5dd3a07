import { isLoopback } from '../../platform/is-loopback.ts';
import { usableUrl } from '../../platform/usable-url.ts';

/** Where photos of profiles are: nothing else is asked of the source, whoever names it. */
const PHOTO = /[?&]view_op=(view|medium|small)_photo(&|$)/;
const PHOTOS_ALONE = /(^|\.)googleusercontent\.com\.?$/i;
/** Google's own hosts: profiles' photos are behind them, and who refuses there refuses everywhere. */
const GOOGLE = /(^|\.)(google\.[a-z.]{2,6}|googleusercontent\.com\.?)$/i;

/**
 * Whom a picture is to be asked of: the source of profiles, anybody else, or nobody, since it is no usable address, one of the source that is no
 * photo, or of the real source while a stand-in has its place.
 */
export function askedForPhoto(address: string, baseUrl: string): 'source' | 'other' | 'nobody' {
  const url = usableUrl(address);
  if (url === null) return 'nobody';
  if (!GOOGLE.test(url.hostname)) return url.host === new URL(baseUrl).host ? 'source' : 'other';
  const isPhoto = url.port === '' && (PHOTOS_ALONE.test(url.hostname) || PHOTO.test(url.search));
  return isPhoto && !isLoopback(baseUrl) ? 'source' : 'nobody';
}
