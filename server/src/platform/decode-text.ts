import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';

/**
 * Decodes a body by its byte order mark, the charset of its Content-Type, or that of a meta tag in its first 2 KB, in
 * this order. The default is UTF-8.
 */
export function decodeText(body: Buffer, contentType: string | undefined): string {
  const decoder = decoderOf(markedCharset(body)) ?? decoderOf(charsetIn(contentType)) ?? decoderOf(metaCharset(body));
  // Node decodes windows-1252 as plain Latin-1, which loses quotes and dashes, unless in stream mode.
  // https://github.com/nodejs/node/issues/56542
  return (decoder ?? new TextDecoder()).decode(body, { stream: decoder?.encoding === 'windows-1252' });
}

function markedCharset(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : undefined;
}

function charsetIn(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*["']?([^\s;"',]+)/i.exec(contentType ?? '')?.[1];
}

function metaCharset(body: Buffer): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name !== 'meta' || found !== undefined) return;
      const isContentType = attributes['http-equiv']?.toLowerCase() === 'content-type';
      found = attributes.charset ?? (isContentType ? charsetIn(attributes.content) : undefined);
    },
  });
  parser.write(body.subarray(0, 2048).toString('latin1'));
  // A page whose meta tag was read byte by byte is not UTF-16, even if the tag says so.
  return found?.toLowerCase().startsWith('utf-16') ? 'utf-8' : found;
}

function decoderOf(charset: string | undefined): TextDecoder | undefined {
  if (charset === undefined) return undefined;
  try {
    return new TextDecoder(charset.trim());
  } catch {
    return undefined;
  }
}
