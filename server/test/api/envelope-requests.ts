import { connect } from 'node:net';
import { expect } from 'vitest';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends raw bytes, and reads until the server closes the connection. */
export async function sendBytes(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  // a server that rejects a request early may reset the connection after its response
  socket.on('error', () => undefined);
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', ...rest] = Buffer.concat(parts).toString().split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}

/** A minimal HTTP request with additional `headers` and a raw `body`. */
export function sendLine(url: string, line: string, headers: readonly string[] = [], body = ''): Promise<RawAnswer> {
  const all = ['Host: lectern.example', 'Connection: close', ...headers];
  return sendBytes(url, `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`);
}

/** Expects an error envelope without internal details, and returns its code. */
export function codeOf({ headers, body }: RawAnswer): string {
  expect(headers['content-type'], body).toBe('application/json; charset=utf-8');
  const { error, meta } = JSON.parse(body);
  expect(Object.keys(error)).toEqual(['code', 'message', 'details']);
  expect(typeof error.message).toBe('string');
  expect(meta).toEqual({ request_id: headers['x-request-id'] });
  expectNothingInside(body);
  return error.code;
}

/** Expects no SQL, stack trace or file path. */
export function expectNothingInside(text: string): void {
  expect(text).not.toMatch(
    /select |insert |relation|postgres|node_modules|\.[jt]s\b|\bat \w+ \(|\/(home|root|tmp|work)\//i,
  );
}
