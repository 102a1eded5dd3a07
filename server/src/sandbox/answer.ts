import type { ServerResponse } from 'node:http';

/** A whole answer, before it is sent. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const html = 'text/html; charset=UTF-8';

export function textAnswer(status: number, body: string | Buffer, type = html): Answer {
  return { status, type, body };
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

export function redirectAnswer(location: string): Answer {
  const body = '<html><head><title>302 Moved</title></head><body><h1>302 Moved</h1></body></html>';
  return { status: 302, type: html, body, headers: { location } };
}

export function sendAnswer(response: ServerResponse, { status, type, body, headers }: Answer): ServerResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': bytes.length });
  return response.end(bytes);
}

export function sendText(response: ServerResponse, status: number, body: string | Buffer, type = html): ServerResponse {
  return sendAnswer(response, textAnswer(status, body, type));
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): ServerResponse {
  return sendAnswer(response, jsonAnswer(value, status));
}

export function redirect(response: ServerResponse, location: string): ServerResponse {
  return sendAnswer(response, redirectAnswer(location));
}
