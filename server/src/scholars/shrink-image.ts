import { createHash } from 'node:crypto';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import { MOST_SIDE_PIXELS, refusalOf, TOO_LARGE } from './image-refusal.ts';
import { readSharp } from './read-sharp.ts';

/** A picture as it is kept and shown: WebP, with the SHA-256 of its bytes. */
export interface KeptImage {
  readonly image: Buffer;
  readonly digest: Buffer;
}

/** Why a file is not taken, as a sentence for whoever sent it. */
export type ImageRefusal = { readonly refusal: string };

const KEPT_SIDE_PIXELS = 512;
const QUALITY = 82;
const SECONDS = 10;

/** Two at a time leave half of libuv's four threads to others; the heaviest picture takes some 130 MB, and three seconds, to decode. */
const takeTurn = limitConcurrency({
  running: 2,
  waiting: 30,
  refusal: 'Too many pictures are looked at at this moment. Try again.',
});

/**
 * Decodes a JPEG, PNG, WebP or GIF, turns it upright, makes it no larger than 512 pixels a side and writes it anew: of the file that came nothing is kept
 * but how it looks. Only the first picture of one that moves. What is no such image as a whole, and nothing else besides, is refused.
 * @throws Problem `not_ready` when too many are being looked at
 */
export async function shrinkImage(file: Buffer): Promise<KeptImage | ImageRefusal> {
  const refusal = refusalOf(file);
  return refusal === null ? takeTurn(() => decode(file)) : { refusal };
}

async function decode(file: Buffer): Promise<KeptImage | ImageRefusal> {
  const sharp = await readSharp();
  const options = { failOn: 'error', sequentialRead: true, pages: 1 } as const;
  try {
    // this reads the header alone
    const { width, height } = await sharp(file, { ...options, limitInputPixels: false }).metadata();
    if (Math.max(width, height) > MOST_SIDE_PIXELS) return { refusal: TOO_LARGE };
    const image = await sharp(file, { ...options, limitInputPixels: MOST_SIDE_PIXELS ** 2 })
      .autoOrient()
      .resize({ width: KEPT_SIDE_PIXELS, height: KEPT_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: SECONDS })
      .toBuffer();
    return { image, digest: createHash('sha256').update(image).digest() };
  } catch {
    // what the library says names its own parts, and helps nobody to a better picture
    return { refusal: 'The picture is damaged, or too much work to decode.' };
  }
}
