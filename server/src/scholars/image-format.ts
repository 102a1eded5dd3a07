export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** What a file is by its own first bytes, whatever its sender calls it; null for anything but the four formats that are taken. */
export function formatOf(file: Buffer): ImageFormat | null {
  if (file.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff))) return 'jpeg';
  if (file.subarray(0, 8).equals(Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))) return 'png';
  const word = (from: number, to: number) => file.subarray(from, to).toString('latin1');
  if (word(0, 6) === 'GIF87a' || word(0, 6) === 'GIF89a') return 'gif';
  return word(0, 4) === 'RIFF' && word(8, 12) === 'WEBP' ? 'webp' : null;
}
