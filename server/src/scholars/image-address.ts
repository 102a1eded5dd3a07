import { Problem } from '../platform/errors.ts';
import { usableUrl } from '../platform/usable-url.ts';

const LONGEST_ADDRESS = 2048;

/**
 * Refuses what is no address of a picture; `path` is where the request has it.
 * @throws Problem `invalid_scholar_image`
 */
export function checkImageUrl(text: string, path: string): void {
  if (/^https?:\/\/\S+$/i.test(text) && text.length <= LONGEST_ADDRESS && usableUrl(text) !== null) return;
  throw new Problem(
    'invalid',
    'invalid_scholar_image',
    'The image address must be an absolute http or https address, without a name or password in it.',
    [{ path, message: 'must be an absolute http or https address of 2,048 characters at most' }],
  );
}
