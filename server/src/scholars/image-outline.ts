import type { ImageFormat } from './image-format.ts';

/** How far a file is an image, by the parts that it says it is made of. */
export interface Outline {
  /** where the image ends; what comes after it is something else */
  readonly end: number;
  /** pictures in it: more than one when it moves */
  readonly frames: number;
}

/**
 * Follows the parts of an image from its first byte to its own mark of the end, without decoding anything; null when it breaks off or its parts do not
 * follow on each other. PNG: https://www.w3.org/TR/png-3/#5DataRep, GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt,
 * JPEG: ITU-T T.81 annex B, WebP: RFC 9649.
 */
export function outlineOf(file: Buffer, format: ImageFormat): Outline | null {
  return OUTLINES[format](file);
}

const OUTLINES: Readonly<Record<ImageFormat, (file: Buffer) => Outline | null>> = {
  png: outlinePng,
  gif: outlineGif,
  jpeg: outlineJpeg,
  webp: outlineWebp,
};

function outlinePng(file: Buffer): Outline | null {
  let frames = 1;
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const next = at + 12 + length;
    if (next > file.length) return null;
    if (type === 'IEND') return { end: next, frames };
    if (type === 'fcTL') frames += 1;
    at = next;
  }
  return null;
}

function outlineGif(file: Buffer): Outline | null {
  let frames = 0;
  let at = 13 + colourTableBytes(file[10]);
  for (;;) {
    const introducer = file[at];
    if (introducer === 0x3b) return { end: at + 1, frames };
    if (introducer === 0x21) at = skipSubBlocks(file, at + 2);
    else if (introducer === 0x2c) {
      frames += 1;
      at = skipSubBlocks(file, at + 10 + colourTableBytes(file[at + 9]) + 1);
    } else return null;
  }
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipSubBlocks(file: Buffer, from: number): number {
  let at = from;
  for (let length = file[at]; length !== undefined && length > 0; length = file[at]) at += length + 1;
  return at + 1;
}

function outlineJpeg(file: Buffer): Outline | null {
  for (let at = 2; at + 4 <= file.length + 2; ) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1];
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return { end: at + 2, frames: 1 };
    else {
      if (at + 4 > file.length) return null;
      at += 2 + file.readUInt16BE(at + 2);
      if (marker === 0xda) at = endOfScan(file, at);
    }
  }
  return null;
}

/** Coded data holds 0xff only before a zero or a restart mark. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1] ?? 0;
    if (next === 0xff) at -= 1;
    else if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return file.length;
}

function outlineWebp(file: Buffer): Outline | null {
  if (file.length < 12) return null;
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return null;
  let frames = 0;
  let at = 12;
  while (at + 8 <= end) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    if (type === 'ANMF' || type === 'VP8 ' || type === 'VP8L') frames += 1;
    // chunks have an even length
    at += 8 + length + (length % 2);
  }
  return at >= end && at <= end + 1 ? { end: Math.min(at, file.length), frames } : null;
}
