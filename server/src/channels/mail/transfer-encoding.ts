export type TransferEncoding = 'quoted-printable' | 'base64';

/** The encoding (RFC 2045, section 6) in which a text takes less room. */
export function smallerEncoding(text: string): TransferEncoding {
  return encodedBytes(text, 'quoted-printable') <= encodedBytes(text, 'base64') ? 'quoted-printable' : 'base64';
}

/** How many bytes a text has when it is encoded, with its share of line breaks. */
export function encodedBytes(text: string, encoding: TransferEncoding): number {
  const bytes = Buffer.from(text);
  // 76 characters a line stand for 57 bytes
  if (encoding === 'base64') return Math.ceil((bytes.length * 78) / 57);
  let quotedBytes = 0;
  for (const byte of bytes) quotedBytes += byte > 0x7e || byte === 0x3d ? 3 : 1;
  // a line has at least 73 characters and ends in "=", CR and LF; spaces at the end of a line are quoted, too
  return Math.ceil((quotedBytes * 78) / 73);
}
