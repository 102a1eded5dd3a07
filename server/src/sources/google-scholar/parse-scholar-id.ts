import { isLoopback } from '../../platform/ip-addresses.ts';
import { usableUrl } from '../../platform/parse-url.ts';
import { readPageAddress } from '../page-address.ts';

const ID = /^[A-Za-z0-9_-]{12}$/;
/** The parameters of the address without its beginning: `user=AbCdEfGhIjkJ&hl=en` */
const PARAMETERS = /^[?&]?user=([A-Za-z0-9_-]{12})(?:&[\w=&.-]*)?$/;
// scholar.google.com, .ca, .co.uk, .com.hk
const HOST = /^scholar\.google\.[a-z]{2,3}(\.[a-z]{2,3})?$/;

/**
 * Reads the profile id that a user pasted: the 12 characters, or the address of the profile, also without its
 * beginning.
 */
export function parseScholarId(input: string): string | null {
  const text = input.trim();
  if (ID.test(text)) return text;
  const given = PARAMETERS.exec(text)?.[1];
  if (given !== undefined) return given;
  // an address that was pasted into another one has "%26" for "&"
  const url = readPageAddress(text.replace(/%26(?=user=)/, '&'));
  if (url === null || !HOST.test(url.host) || !/^\/citations\/?$/.test(url.pathname)) return null;
  const ids = url.searchParams.getAll('user');
  return ids.length === 1 && ids[0] !== undefined && ID.test(ids[0]) ? ids[0] : null;
}

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
