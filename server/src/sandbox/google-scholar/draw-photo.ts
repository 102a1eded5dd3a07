import { crc32, deflateSync } from 'node:zlib';
import { randomFrom } from '../random.ts';

const size = 128;

/** A portrait that is nobody's: a head and shoulders in colours that follow from the id, as PNG. */
export function drawPhoto(id: string): Buffer {
  const random = randomFrom(`photo/${id}`);
  const shade = () => 60 + Math.floor(random() * 150);
  const ground = [shade(), shade(), shade()];
  const figure = ground.map((value) => 255 - value / 2);
  const lines: number[] = [];
  for (let y = 0; y < size; y += 1) {
    lines.push(0);
    for (let x = 0; x < size; x += 1) {
      const head = (x - 64) ** 2 + (y - 50) ** 2 < 26 ** 2;
      const shoulders = (x - 64) ** 2 / 48 ** 2 + (y - 128) ** 2 / 44 ** 2 < 1;
      lines.push(...(head || shoulders ? figure : ground));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Uint8Array.from(lines));
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
