import { deflateSync } from 'node:zlib';
import { encodePng } from '@lectern/sandbox';
import sharp from 'sharp';

export type Format = 'jpeg' | 'png' | 'webp' | 'gif';

/** A picture: its left half is one colour, its right half another. */
export async function makeImage(
  format: Format,
  { width = 40, height = 20, left = '#ff0000', right = '#0000ff' } = {},
): Promise<Buffer> {
  const half = await sharp({ create: { width: Math.ceil(width / 2), height, channels: 3, background: right } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: left } })
    .composite([{ input: half, left: Math.floor(width / 2), top: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** A PNG that says it has this size; its data are as many zeros as compress to `dataBytes` or what is given. */
export function makePng(width: number, height: number, data: Buffer): Buffer {
  return encodePng({ width, height, colors: 'gray' }, data);
}

/** A grey PNG of that size, all of one shade. */
export function makeFlatPng(width: number, height: number): Buffer {
  return makePng(width, height, deflateSync(Buffer.alloc((width + 1) * height)));
}

/** A GIF of one pixel with this many frames. */
export function makeGif(frames: number): Buffer {
  const header = Buffer.from('47494638396101000100800000ffffff000000', 'hex');
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.of(0x3b)]);
}

/** The size of a picture and the colours in the middle of its left and right half, as hex. */
export async function lookAt(
  image: Buffer,
): Promise<{ format: string; width: number; height: number; left: string; right: string }> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { format = '' } = await sharp(image).metadata();
  const at = (x: number) => {
    const from = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * info.channels;
    return data.subarray(from, from + 3).toString('hex');
  };
  return { format, width: info.width, height: info.height, left: at(0.25), right: at(0.75) };
}
