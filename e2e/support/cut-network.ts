import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A network between the browser and the service that a test can cut. It forwards bytes, so the service sees the
 * browser's own requests.
 */
export interface Network {
  readonly url: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Starts a network to the address. */
export async function startNetwork(to: string): Promise<Network> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((browser) => {
    if (isCut) return void browser.destroy();
    const service = connect(Number(port), hostname);
    for (const [socket, other] of [
      [browser, service],
      [service, browser],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      // the other end has gone
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      destroyAll();
    },
    restore() {
      isCut = false;
    },
    async close() {
      server.close();
      destroyAll();
      await once(server, 'close');
    },
  };
}
