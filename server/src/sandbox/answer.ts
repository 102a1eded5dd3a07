import type { ServerResponse } from 'node:http';

/** Sends a whole answer. */
export function sendText(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type = 'text/html; charset=UTF-8',
): ServerResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
  return response.end(bytes);
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): ServerResponse {
  return sendText(response, status, JSON.stringify(value), 'application/json');
}

export function redirect(response: ServerResponse, location: string): ServerResponse {
  response.writeHead(302, { location, 'content-type': 'text/html; charset=UTF-8' });
  return response.end(`<html><head><title>302 Moved</title></head><body><h1>302 Moved</h1></body></html>`);
}
