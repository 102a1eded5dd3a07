import { crc32 } from 'node:zlib';

/** Color types of https://www.w3.org/TR/png-3/#11IHDR, with 8 bits a channel. */
const COLOR_TYPES = { gray: 0, rgb: 2 } as const;

/** A PNG file. `data` is the compressed pixels, each line with its filter byte; it is not checked against the size. */
export function encodePng(
  { width, height, colors }: { width: number; height: number; colors: keyof typeof COLOR_TYPES },
  data: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOR_TYPES[colors], 0, 0, 0], 8);
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
