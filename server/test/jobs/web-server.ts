import { createServer, type ServerResponse } from 'node:http';
import { afterAll, onTestFinished } from 'vitest';

export interface WebServer {
  readonly origin: string;
  /** `127.0.0.1` and the port */
  readonly host: string;
  readonly requests: readonly { readonly at: number; readonly path: string }[];
  /** the maximum number of concurrent requests */
  readonly maxAtOnce: number;
  readonly connectionCount: number;
}

type Answer = (path: string, response: ServerResponse) => Promise<unknown> | unknown;

/** A web server on loopback, until the test ends. `answer` handles its requests. */
export async function startWebServer(answer: Answer): Promise<WebServer> {
  const { server, close } = await openWebServer(answer);
  onTestFinished(close);
  return server;
}

/** A web server that the tests of a file use one after another. */
export interface FileWebServer extends WebServer {
  /** Answers so from now on. Forgets earlier requests. */
  use(answer: Answer): void;
}

/** A web server for the tests of a file, so that its address can be a setting of a service that they share. */
export async function webServerOfFile(): Promise<FileWebServer> {
  let answer: Answer = (_path, response) => sendStatus(response, 404);
  const { server, forget, close } = await openWebServer((path, response) => answer(path, response));
  afterAll(close);
  const use = (next: Answer) => {
    forget();
    answer = next;
  };
  return Object.assign(server, { use });
}

async function openWebServer(answer: Answer): Promise<{ server: WebServer; forget(): void; close(): Promise<void> }> {
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
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    server: {
      origin: `http://${host}`,
      host,
      requests,
      get maxAtOnce() {
        return maxAtOnce;
      },
      get connectionCount() {
        return connectionCount;
      },
    },
    forget: () => {
      requests.splice(0);
      maxAtOnce = underWay;
      connectionCount = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
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
