import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

// Draws the icons of the installed application from favicon.svg.

const folder = new URL('../web/public/', import.meta.url);
const rounded = await readFile(new URL('favicon.svg', folder), 'utf8');
// systems that cut icons into their own shape need color up to the edge; the mark is within the circle that they leave
const square = rounded.replace(' rx="7"', '');

const icons = [
  ['icon-192', rounded, 192],
  ['icon-512', rounded, 512],
  ['icon-maskable-512', square, 512],
  ['apple-touch-icon', square, 180],
];

for (const [name, svg, size] of icons) {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size);
  await image.png({ compressionLevel: 9, palette: true }).toFile(fileURLToPath(new URL(`${name}.png`, folder)));
}
