import { deflateSync } from 'node:zlib';
import { encodePng } from '../encode-png.ts';
import { randomFrom } from '../random.ts';

const size = 128;

/** Draws a head and shoulders as PNG, in colors that follow from the id. */
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
  return encodePng({ width: size, height: size, colors: 'rgb' }, deflateSync(Uint8Array.from(lines)));
}
