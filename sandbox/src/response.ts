import type { ServerResponse } from 'node:http';

/** A response of a stand-in before it is sent. */
export interface SourceResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const html = 'text/html; charset=UTF-8';

export function textResponse(status: number, body: string | Buffer, type = html): SourceResponse {
  return { status, type, body };
}

export function jsonResponse(value: unknown, status = 200): SourceResponse {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

export function redirectResponse(location: string): SourceResponse {
  const body = '<html><head><title>302 Moved</title></head><body><h1>302 Moved</h1></body></html>';
  return { status: 302, type: html, body, headers: { location } };
}

export function sendResponse(
  response: ServerResponse,
  { status, type, body, headers }: SourceResponse,
): ServerResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': bytes.length });
  return response.end(bytes);
}

export function sendText(response: ServerResponse, status: number, body: string | Buffer, type = html): ServerResponse {
  return sendResponse(response, textResponse(status, body, type));
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): ServerResponse {
  return sendResponse(response, jsonResponse(value, status));
}

export function redirect(response: ServerResponse, location: string): ServerResponse {
  return sendResponse(response, redirectResponse(location));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text as the source's pages do, which also escape apostrophes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
