import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/**
 * Who asks: the rightmost address of X-Forwarded-For that is no trusted proxy, and without one of those in front the other end of the
 * connection. Some proxies write a port behind it. What is no address at all was not written by a proxy: then it is the connection's.
 */
export function clientAddress(request: FastifyRequest): string {
  const told = request.ip;
  if (isIP(told) !== 0) return told;
  const [, bracketed, bare = bracketed] = WITH_PORT.exec(told) ?? [];
  return bare !== undefined && isIP(bare) !== 0 ? bare : (request.socket.remoteAddress ?? '');
}
