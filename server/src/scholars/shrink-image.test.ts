import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Format, lookAt, makeFlatPng, makeGif, makeImage, makePng } from '../../test/support/make-images.ts';
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

describe('accepted files', () => {
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

  test('the picture is upright and has no metadata', async () => {
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

  test('an animation becomes its first frame', async () => {
    const kept = await lookAt(await keep(makeGif(20)));
    expect(kept).toMatchObject({ format: 'webp', width: 1, height: 1 });
  });

  test.each(FORMATS)('a %s becomes the same picture, whatever data follows it in the file', async (format) => {
    const picture = await makeImage(format);
    const kept = await keep(picture);
    // phones append pictures and video, and an attacker could append an archive or a page
    for (const rest of ['PK\x03\x04 an archive', '<script>alert(1)</script>', '\n', '%PDF', '\0\0\0'])
      expect(kept.equals(await keep(Buffer.concat([picture, Buffer.from(rest)]))), rest).toBe(true);
  });
});

describe('rejected files', () => {
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

  test.each(FORMATS)('a %s with missing pixels', async (format) => {
    const picture = await makeImage(format, { width: 30, height: 30 });
    // the last bytes of a file can be its end marker
    const whole = picture.length - 12;
    for (let length = 0; length < whole; length += 5)
      expect(await refusal(picture.subarray(0, length)), `${length} of ${picture.length}`).not.toBe('taken');
  });

  test('a decompression bomb: a small file that is huge, or declares that it is', async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [4097, 1],
      [1, 4097],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ] as const) {
      const file = makePng(width, height, Buffer.alloc(20));
      expect(await refusal(file), `${width}×${height}`).toMatch(/too large|damaged/);
    }
    expect(await refusal(makeGif(5000))).toMatch(/too long/);
  });

  test('a picture whose header and data contradict each other', async () => {
    expect(await refusal(makePng(100, 100, Buffer.from('no compressed data')))).toMatch(/damaged/);
    const short = makeFlatPng(10, 10);
    short.writeUInt32BE(4000, 16);
    expect(await refusal(short)).not.toBe('taken');
  });
});

test('random changes of bytes never throw', async () => {
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
