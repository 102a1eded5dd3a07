import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { DownloadEndpoint } from './download-endpoint.ts';
import type { Services } from './endpoint.ts';
import { logRequest } from './log-requests.ts';
import { makeAsk } from './make-ask.ts';
import type { Cookies } from './session-cookie.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
/** For a client to take what was sent, and for all of it: who reads a byte now and then holds nothing for ever. */
const DRAINS_WITHIN_MS = 30_000;
const ENDS_WITHIN_MS = 3_600_000;

/** Answers in parts, inside the envelope. An answer that fails on its way ends with its connection: it never looks whole. */
export async function answerWithDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: DownloadEndpoint,
  { services, cookies }: { services: Services; cookies: Cookies },
): Promise<unknown> {
  const { user } = request;
  if (!user) throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
  if (request.method === 'HEAD') return reply.headers(HEADERS).send();
  const response = reply.raw;
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    reply.hijack();
    // a client that hangs up finishes no response
    if (response.destroyed) logRequest(request, reply);
    else response.once('close', () => logRequest(request, reply));
    response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS });
    response.write('{"data":');
  };
  const limit = setTimeout(() => response.destroy(), ENDS_WITHIN_MS).unref();
  try {
    await endpoint.send({ ...makeAsk(request, reply, services, cookies), user }, async (json) => {
      if (!hasBegun) begin();
      await write(response, json);
    });
    if (!hasBegun) throw new Error('a download sent nothing');
    response.end(`,"meta":${JSON.stringify({ request_id: request.id })}}`);
  } catch (error) {
    if (!hasBegun) throw error;
    if (!(error instanceof ClientGone)) request.log.error({ err: error }, 'a download broke off');
    response.destroy();
  } finally {
    clearTimeout(limit);
  }
  return reply;
}

class ClientGone extends Error {}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed) throw new ClientGone('the client hung up');
  if (response.write(text)) return;
  const hasDrained = await new Promise<boolean>((resolve) => {
    const limit = setTimeout(() => settle(false), DRAINS_WITHIN_MS);
    const drained = () => settle(true);
    const closed = () => settle(false);
    const settle = (result: boolean) => {
      clearTimeout(limit);
      response.off('drain', drained).off('close', closed);
      resolve(result);
    };
    response.on('drain', drained).on('close', closed);
  });
  if (!hasDrained) throw new ClientGone('the client hung up, or takes nothing');
}
