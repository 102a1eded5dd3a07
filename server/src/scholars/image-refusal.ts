import { formatOf, type ImageFormat } from './image-format.ts';
import { outlineOf } from './image-outline.ts';

export const MOST_SIDE_PIXELS = 4096;
export const TOO_LARGE = 'The picture is too large: 4,096 pixels a side at most.';
const MOST_FRAMES = 500;
/** Pictures in one file: beside the one that is shown, phones write depths, light and smaller ones. */
const MOST_PICTURES = 16;

/**
 * Why a file is refused before anything of it is decoded; null when it may be an image and nothing else. A file that goes on after its image is two
 * files in one (an archive, a page, a program behind a picture): it is not taken, though only the picture would be kept. A JPEG may be followed by
 * further ones, as phones write them, and any by zeros.
 */
export function refusalOf(file: Buffer): string | null {
  const format = formatOf(file);
  if (format === null) return 'This is not a JPEG, PNG, WebP or GIF.';
  if (format === 'gif' && isWide(file)) return TOO_LARGE;
  let rest = file;
  for (let pictures = 0; pictures < MOST_PICTURES; pictures += 1) {
    const outline = outlineOf(rest, format);
    if (outline === null) return 'The picture is damaged, or breaks off.';
    if (outline.frames > MOST_FRAMES) return `The picture moves too long: ${MOST_FRAMES} single ones at most.`;
    rest = skipZeros(rest.subarray(outline.end));
    if (rest.length === 0) return null;
    if (!mayGoOn(format, rest)) break;
  }
  return 'There is something else behind the picture. Save it anew with a program for pictures, and send that.';
}

/** The decoder goes by the single pictures where the whole makes no sense to it: `GIF89a/*` is how a script begins that looks like a picture. */
function isWide(gif: Buffer): boolean {
  return gif.length >= 10 && Math.max(gif.readUInt16LE(6), gif.readUInt16LE(8)) > MOST_SIDE_PIXELS;
}

function mayGoOn(format: ImageFormat, rest: Buffer): boolean {
  return format === 'jpeg' && formatOf(rest) === 'jpeg';
}

function skipZeros(rest: Buffer): Buffer {
  const from = rest.findIndex((byte) => byte !== 0);
  return rest.subarray(from < 0 ? rest.length : from);
}
