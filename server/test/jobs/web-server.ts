import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export interface WebServer {
  readonly origin: string;
  /** `127.0.0.1` and the port */
  readonly host: string;
  readonly requests: readonly { readonly at: number; readonly path: string }[];
  /** the maximum number of concurrent requests */
  readonly maxAtOnce: number;
  readonly connectionCount: number;
}

/** A web server on loopback, until the test ends. `answer` handles its requests. */
export async function startWebServer(
  answer: (path: string, response: ServerResponse) => Promise<unknown> | unknown,
): Promise<WebServer> {
  const requests: { at: number; path: string }[] = [];
  let underWay = 0;
  let maxAtOnce = 0;
  let connectionCount = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ at: performance.now(), path });
    underWay += 1;
    maxAtOnce = Math.max(maxAtOnce, underWay);
    response.on('close', () => {
      underWay -= 1;
    });
    Promise.resolve(answer(path, response)).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connectionCount += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    origin: `http://${host}`,
    host,
    requests,
    get maxAtOnce() {
      return maxAtOnce;
    },
    get connectionCount() {
      return connectionCount;
    },
  };
}

/** Responds with the first bytes of a PDF. */
export function sendPdf(response: ServerResponse): void {
  response.setHeader('content-type', 'application/pdf');
  response.end('%PDF-1.4\n');
}

export function sendStatus(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end('<!doctype html><title>no</title>');
}

/** A proxy before a sandbox that changes the responses of its sources. */
export function startRewriter(
  sandboxOrigin: () => string,
  rewrite: (path: string, body: string) => string,
): Promise<WebServer> {
  return startWebServer(async (path, response) => {
    const answer = await fetch(`${sandboxOrigin()}${path}`);
    response.statusCode = answer.status;
    response.setHeader('content-type', answer.headers.get('content-type') ?? 'text/plain');
    response.end(rewrite(path, await answer.text()));
  });
}
