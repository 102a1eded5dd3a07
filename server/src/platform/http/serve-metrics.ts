import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Figure, METRICS_TYPE, renderFigures, watchProcess } from '../metrics.ts';
import { makeNetworkTest } from '../networks.ts';
import { notFound } from './error-responses.ts';
import { clientAddress } from './request-origin.ts';

/** Headers that a proxy adds. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * GET /metrics, for Prometheus: requests, this process, and what `readFigures` returns. Only this machine and `allow`
 * may read it. For everybody else the path does not exist.
 */
export function serveMetrics(
  app: FastifyInstance,
  allow: readonly string[],
  readFigures: () => Promise<readonly Figure[]>,
): void {
  const isAllowed = makeNetworkTest(allow);
  const process = watchProcess();
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const address = clientAddress(request);
    if (!isAllowed(address) || isForwarded(request, address)) throw notFound();
    const figures = await readFigures();
    const parts = [app.requestTimes.render(), process.render(), renderFigures(figures)];
    const text = (await Promise.all(parts)).join('');
    return reply.type(METRICS_TYPE).serializer(String).send(text);
  });
}

const isThisMachine = makeNetworkTest([]);

/** Behind an untrusted proxy the client is unknown. And no header may make a client look like this machine. */
function isForwarded({ socket, headers }: FastifyRequest, address: string): boolean {
  if (address !== socket.remoteAddress) return isThisMachine(address);
  return FORWARDED.some((name) => headers[name] !== undefined);
}
