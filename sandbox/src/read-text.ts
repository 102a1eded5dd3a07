import type { IncomingMessage } from 'node:http';

/** Reads the body of a request as text. A body that is too long is read as empty. */
export async function readText(request: IncomingMessage, maxLength = 65_536): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > maxLength) return '';
  }
  return text;
}
