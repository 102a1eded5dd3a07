import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A source whose responses repeat the whole request, including keys, each time with another error. It rejects the key
 * `refused`.
 */
export async function startEchoSource(refused: string): Promise<{ origin: string; requested(): string }> {
  let count = 0;
  let requested = '';
  const server = createServer((request, response) => {
    const echo = JSON.stringify({ url: request.url, headers: request.headers });
    requested += echo;
    const ways = [
      () => response.writeHead(500, { 'content-type': 'application/json' }).end(echo),
      () => response.writeHead(400, { 'content-type': 'text/plain' }).end(`not taken: ${echo}`),
      () => response.writeHead(200, { 'content-type': 'application/json' }).end(echo),
      () => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"results": [${echo}`),
      () =>
        response.writeHead(302, { location: `http://127.0.0.1:9/elsewhere?echo=${encodeURIComponent(echo)}` }).end(),
      () => request.socket.destroy(),
    ];
    const refuse = () => response.writeHead(401, { 'content-type': 'application/json' }).end(echo);
    const answer = echo.includes(refused) ? refuse : ways[count++ % ways.length];
    answer?.();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested: () => requested };
}
