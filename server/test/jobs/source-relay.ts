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
  /** The maximum number of concurrent requests, of all or of those whose path has this first part: `/openalex`. */
  maxAtOnce(prefix?: string): number;
}

type Answer = (request: SeenRequest, number: number) => StubResponse | undefined;

/** A relay that the tests of a process use one after another. */
export interface SharedRelay extends Relay {
  /** Until the test ends: forwards requests to `behind`, unless `answer` has a response. Forgets earlier requests. */
  use(answer?: Answer, behind?: string): void;
}

/**
 * A server on loopback that records its requests. It returns the response of `answer`, or forwards the request if that
 * is undefined.
 */
export async function startRelay(behind: () => string, answer: Answer = () => undefined): Promise<Relay> {
  const { relay, close } = await openRelay(behind, answer);
  onTestFinished(close);
  return relay;
}

let shared: Promise<SharedRelay> | null = null;

/** The relay of this process. Its address stays, so it can be a setting of services that tests share. */
export function relayOfProcess(): Promise<SharedRelay> {
  shared ??= openSharedRelay();
  return shared;
}

async function openSharedRelay(): Promise<SharedRelay> {
  let answer: Answer = () => undefined;
  let behind = '';
  const { relay, forget } = await openRelay(
    () => behind,
    (request, number) => answer(request, number),
  );
  const use: SharedRelay['use'] = (next = () => undefined, origin = '') => {
    forget();
    answer = next;
    behind = origin;
  };
  return { ...relay, use };
}

/** `/openalex` of `/openalex/works?search=x`. */
const prefixOf = ({ path }: SeenRequest) => `/${path.split(/[/?]/)[1]}`;

async function openRelay(
  behind: () => string,
  answer: Answer,
): Promise<{ relay: Relay; forget(): void; close(): void }> {
  const seen: SeenRequest[] = [];
  const open = new Set<SeenRequest>();
  const most = new Map<string, number>();
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
    open.add(one);
    for (const prefix of ['', prefixOf(one)]) {
      const atOnce = [...open].filter((other) => prefixOf(other).startsWith(prefix)).length;
      most.set(prefix, Math.max(most.get(prefix) ?? 0, atOnce));
    }
    respond(one, seen.length)
      .then(({ status = 200, headers = {}, body = '' }) => {
        open.delete(one);
        response.writeHead(status, headers).end(body);
      })
      .catch(() => response.destroy());
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    relay: { origin: `http://127.0.0.1:${port}`, seen, maxAtOnce: (prefix = '') => most.get(prefix) ?? 0 },
    forget: () => {
      seen.splice(0);
      open.clear();
      most.clear();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
