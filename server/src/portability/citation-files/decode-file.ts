import { TextDecoder } from 'node:util';
import { decodeText } from '../../platform/decode-text.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a text in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252. */
export function decodeFile(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeText(bytes, 'text/plain; charset=windows-1252');
  }
}
