import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

const WARM_UP_SECONDS = 2;
const SECONDS = 8;

/** The requests per second of an address, when so many clients each send one request after another. */
export async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  clients: number,
): Promise<number> {
  await autocannon({ url, headers, connections: clients, duration: WARM_UP_SECONDS });
  const result = await autocannon({ url, headers, connections: clients, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} error responses, ${result.errors} connection errors`);
  return result.requests.average;
}

/**
 * Starts a bare `node:http` server that serializes the value of a JSON text for each response. It is a process of its
 * own, as the service is, so that it does not share a thread with the clients.
 */
export async function startBareServer(json: string) {
  const child = fork(new URL('bare-server.js', import.meta.url).pathname);
  const listening = once(child, 'message');
  child.send(json);
  const [port] = await listening;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
