import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  chunk,
  type Format,
  lookAt,
  makeFlatPng,
  makeGif,
  makeImage,
  makePng,
} from '../../test/support/make-images.ts';
import { refusalOf } from './image-refusal.ts';
import { shrinkImage } from './shrink-image.ts';

const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp', 'gif'];

async function keep(file: Buffer): Promise<Buffer> {
  const kept = await shrinkImage(file);
  if ('refusal' in kept) throw new Error(kept.refusal);
  return kept.image;
}

async function refusal(file: Buffer): Promise<string> {
  const kept = await shrinkImage(file);
  return 'refusal' in kept ? kept.refusal : 'taken';
}

describe('what is taken', () => {
  test.each(FORMATS)('a %s becomes a WebP that looks the same', async (format) => {
    const seen = await lookAt(await keep(await makeImage(format)));
    expect(seen).toMatchObject({ format: 'webp', width: 40, height: 20 });
    expect(Number.parseInt(seen.left.slice(0, 2), 16), `${seen.left} is red`).toBeGreaterThan(200);
    expect(Number.parseInt(seen.right.slice(4), 16), `${seen.right} is blue`).toBeGreaterThan(200);
  });

  test.each([
    [4096, 1024, 512, 128],
    [100, 4096, 13, 512],
    [512, 512, 512, 512],
    [1, 1, 1, 1],
  ])('%i×%i becomes %i×%i', async (width, height, keptWidth, keptHeight) => {
    expect(await lookAt(await keep(makeFlatPng(width, height)))).toMatchObject({
      width: keptWidth,
      height: keptHeight,
    });
  });

  test('it stands upright, and tells nothing of where it was taken', async () => {
    const upright = await makeImage('jpeg', { width: 60, height: 20 });
    const file = await sharp(upright)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-xmp/></x:xmpmeta>')
      .toBuffer();
    expect(file.includes('secret-owner') && file.includes('secret-xmp')).toBe(true);
    const kept = await keep(file);
    const { exif, icc, xmp, orientation } = await sharp(kept).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
    expect(kept.includes('secret')).toBe(false);
    expect(await lookAt(kept)).toMatchObject({ width: 20, height: 60 });
  });

  test('of one that moves the first picture; a JPEG with another behind it, as phones write them; zeros at the end', async () => {
    const first = await makeImage('jpeg');
    expect(await lookAt(await keep(Buffer.concat([first, Buffer.alloc(9), await makeImage('jpeg')])))).toMatchObject({
      width: 40,
    });
    expect(await refusal(Buffer.concat([await makeImage('png'), Buffer.alloc(3)]))).toBe('taken');
    const moving = await lookAt(await keep(makeGif(20)));
    expect(moving).toMatchObject({ format: 'webp', width: 1, height: 1 });
  });
});

describe('what is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['BMP', Buffer.from(`BM${'\0'.repeat(60)}`)],
    ['AVIF', Buffer.from('0000001c6674797061766966', 'hex')],
    ['a picture after something else', Buffer.concat([Buffer.from('PK\x03\x04'), makeFlatPng(2, 2)])],
  ])('%s', async (_name, file) => {
    expect(await refusal(file)).toMatch(/is not a JPEG/);
  });

  test.each(FORMATS)('a %s with an archive or a page behind it', async (format) => {
    const picture = await makeImage(format);
    for (const rest of ['PK\x03\x04 an archive', '<script>alert(1)</script>', '\n', '%PDF']) {
      expect(await refusal(Buffer.concat([picture, Buffer.from(rest)])), rest).toMatch(/something else|damaged/);
    }
  });

  test.each(FORMATS)('a %s that breaks off, wherever', async (format) => {
    const picture = await makeImage(format, { width: 30, height: 30 });
    const cuts = Array.from({ length: 40 }, (_, index) => Math.floor((picture.length * index) / 40));
    for (const cut of [...cuts, picture.length - 1]) {
      expect(await refusal(picture.subarray(0, cut)), `${cut} of ${picture.length}`).not.toBe('taken');
    }
  });

  test('many JPEGs behind each other', () => {
    const tiny = Buffer.from('ffd8ffd9', 'hex');
    expect(refusalOf(Buffer.concat(Array.from({ length: 100_000 }, () => tiny)))).toMatch(/something else/);
  });

  test('a bomb: a small file that says it is huge, or that is', async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [4097, 1],
      [1, 4097],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ] as const) {
      const file = makePng(width, height, Buffer.alloc(20));
      expect(await refusal(file), `${width}×${height}`).toMatch(/too large|damaged/);
    }
    const gif = makeGif(1);
    gif.writeUInt16LE(65_535, 6);
    gif.writeUInt16LE(65_535, 8);
    expect(await refusal(gif)).toMatch(/too large|damaged/);
    expect(await refusal(makeGif(5000))).toMatch(/moves too long/);
  });

  test('a picture whose parts contradict each other', async () => {
    expect(await refusal(makePng(100, 100, Buffer.from('no compressed data')))).toMatch(/damaged/);
    const short = makeFlatPng(10, 10);
    short.writeUInt32BE(4000, 16);
    expect(await refusal(short)).not.toBe('taken');
    const loop = Buffer.concat([
      makeFlatPng(2, 2).subarray(0, -12),
      chunk('IDAT', Buffer.alloc(0)),
      Buffer.alloc(8, 0xff),
    ]);
    expect(await refusal(loop)).toMatch(/damaged/);
  });
});

test('bytes changed by chance never throw, and never take long', async () => {
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
  for (const format of FORMATS) {
    const picture = await makeImage(format, { width: 64, height: 64 });
    for (let round = 0; round < 60; round += 1) {
      const file = Buffer.from(picture);
      for (let change = 0; change < 4; change += 1) file[12 + random(file.length - 12)] = random(256);
      const kept = await shrinkImage(file);
      expect('refusal' in kept || kept.image.length > 0).toBe(true);
    }
  }
});
