import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

// Copies the README's pictures from the screenshots of `npm run test:e2e`, and makes them smaller.

const from = new URL('../e2e/screenshots/', import.meta.url);
const to = new URL('../docs/images/', import.meta.url);
const shown = {
  today: 'today-1280-light',
  reading: 'reading-1280-light',
  search: 'search-1280-dark',
  scholar: 'scholar-1280-light',
  run: 'run-1280-light',
  'near-duplicates': 'admin-duplicates-1280-light',
  phone: 'publications-390-dark',
};

await mkdir(to, { recursive: true });
for (const [name, screenshot] of Object.entries(shown)) {
  const image = sharp(fileURLToPath(new URL(`${screenshot}.png`, from)));
  await image.webp({ quality: 80, effort: 6 }).toFile(fileURLToPath(new URL(`${name}.webp`, to)));
}
