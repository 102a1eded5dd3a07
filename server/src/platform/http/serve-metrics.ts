import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { type Figure, METRICS_TYPE, renderFigures, watchProcess } from '../metrics.ts';
import { networkTest } from '../networks.ts';
import { clientAddress } from './client-address.ts';

/** Headers by which a proxy says that somebody else is asking. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * GET /metrics, for Prometheus: requests and this process, and what `readFigures` tells. It is there for this machine and `allow` alone; for
 * everybody else it is a path like any that does not exist.
 */
export function serveMetrics(
  app: FastifyInstance,
  allow: readonly string[],
  readFigures: () => Promise<readonly Figure[]>,
): void {
  const isAllowed = networkTest(allow);
  const process = watchProcess();
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const address = clientAddress(request);
    if (!isAllowed(address) || isForSomebodyElse(request, address)) {
      throw new Problem('not_found', 'not_found', 'There is nothing at this path.');
    }
    const figures = await readFigures();
    const parts = [app.requestTimes.render(), process.render(), renderFigures(figures)];
    const text = (await Promise.all(parts)).join('');
    return reply.header('cache-control', 'no-store').type(METRICS_TYPE).serializer(String).send(text);
  });
}

const isThisMachine = networkTest([]);

/** A proxy that is not trusted, or tells no client: whom it asks for is not known, and may be anybody. Nor does anybody become this machine by a header. */
function isForSomebodyElse({ socket, headers }: FastifyRequest, address: string): boolean {
  if (address !== socket.remoteAddress) return isThisMachine(address);
  return FORWARDED.some((name) => headers[name] !== undefined);
}
