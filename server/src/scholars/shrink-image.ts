import { createHash } from 'node:crypto';
import type sharp from 'sharp';

/** A picture as it is stored and shown: WebP, with the SHA-256 of its bytes. */
export interface KeptImage {
  readonly image: Buffer;
  readonly digest: Buffer;
}

/** Why a file is rejected, as a sentence for its sender. */
export type ImageRefusal = { readonly refusal: string };

const MAX_SIDE_PIXELS = 4096;
const MAX_FRAMES = 500;
const KEPT_SIDE_PIXELS = 512;
const QUALITY = 82;
const MAX_SECONDS = 10;

/**
 * Decodes a JPEG, PNG, WebP or GIF, rotates it upright, shrinks it to at most 512 pixels a side and encodes it again.
 * So only the pixels of the file are kept. An animation becomes its first frame. The largest picture takes about 130 MB
 * and three seconds, so callers limit how many run at once.
 */
export async function shrinkImage(file: Buffer): Promise<KeptImage | ImageRefusal> {
  const open = await loadSharp();
  const options = { failOn: 'error', sequentialRead: true, pages: 1 } as const;
  // this reads only the header
  const header = await orNull(() => open(file, { ...options, limitInputPixels: false }).metadata());
  if (header === null)
    return { refusal: 'The file is not a JPEG, PNG, WebP or GIF, or it is damaged. Choose another file.' };
  const { width, height, pages = 1 } = header;
  if (Math.max(width, height) > MAX_SIDE_PIXELS)
    return { refusal: `The picture is too large. Send one of at most ${MAX_SIDE_PIXELS} pixels a side.` };
  if (pages > MAX_FRAMES) return { refusal: `The animation is too long. Send one of at most ${MAX_FRAMES} frames.` };
  const image = await orNull(() =>
    open(file, { ...options, limitInputPixels: MAX_SIDE_PIXELS ** 2 })
      .autoOrient()
      .resize({ width: KEPT_SIDE_PIXELS, height: KEPT_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer(),
  );
  if (image === null) return { refusal: 'The picture is damaged or takes too long to decode. Choose another file.' };
  return { image, digest: createHash('sha256').update(image).digest() };
}

/** Hides the library's messages, because they name its internals and do not help a user to find a better picture. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}

let loading: Promise<typeof sharp> | undefined;

/**
 * Loads the image library when it is first needed, because that takes a tenth of a second. It reads only four formats,
 * uses one thread for each picture and caches nothing.
 */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    library.cache(false);
    library.concurrency(1);
    library.block({ operation: ['VipsForeignLoad'] });
    library.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadNsgifBuffer',
      ],
    });
    return library;
  });
  return loading;
}
