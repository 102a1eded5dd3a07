import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface StubResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** before it is sent */
  readonly milliseconds?: number;
}

export interface Relay {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  /** The maximum number of concurrent requests. */
  maxAtOnce(): number;
}

/**
 * A server on loopback that records its requests. It returns the response of `answer`, or forwards the request if that
 * is undefined.
 */
export async function startRelay(
  behind: () => string,
  answer: (request: SeenRequest, number: number) => StubResponse | undefined = () => undefined,
): Promise<Relay> {
  const seen: SeenRequest[] = [];
  let atOnce = 0;
  let most = 0;
  const respond = async (request: SeenRequest, number: number): Promise<StubResponse> => {
    const reply = answer(request, number);
    if (reply?.milliseconds) await new Promise((resolve) => setTimeout(resolve, reply.milliseconds));
    if (reply?.status !== undefined || reply?.body !== undefined) return reply;
    const response = await fetch(behind() + request.path);
    return {
      status: response.status,
      body: await response.text(),
      ...(reply?.headers ? { headers: reply.headers } : {}),
    };
  };
  const server = createServer((request, response) => {
    const one = { at: performance.now(), path: request.url ?? '', headers: request.headers };
    seen.push(one);
    atOnce += 1;
    most = Math.max(most, atOnce);
    respond(one, seen.length)
      .then(({ status = 200, headers = {}, body = '' }) => {
        atOnce -= 1;
        response.writeHead(status, headers).end(body);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, seen, maxAtOnce: () => most };
}
