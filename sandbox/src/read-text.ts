import type { IncomingMessage } from 'node:http';

const maxLength = 65_536;

/** Reads the body of a request as text. A longer body than 65,536 characters is read as empty. */
export async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > maxLength) return '';
  }
  return text;
}
