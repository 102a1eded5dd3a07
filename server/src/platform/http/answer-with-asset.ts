import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AssetEndpoint } from './asset-endpoint.ts';
import type { Services } from './endpoint.ts';
import { makeAsk } from './make-ask.ts';
import type { Cookies } from './session-cookie.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  // opened by itself it is a picture, and nothing that runs
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

/** Kept by the reader's browser alone, which asks each time whether it may still be shown. */
const ASKED_EACH_TIME = 'private, no-cache';
/** The address is that of these very bytes: another picture has another. What one session was shown is not shown to the next. */
const KEPT = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'cookie' };

/** Answers with the bytes of an asset, or with 304 when the client has them (RFC 9110, 13.1.2). */
export async function answerWithAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: AssetEndpoint,
  { services, cookies }: { services: Services; cookies: Cookies },
): Promise<unknown> {
  const { user } = request;
  if (!user) throw endpoint.missing();
  const asset = await endpoint.find({ ...makeAsk(request, reply, services, cookies), user });
  if (!asset) throw endpoint.missing();
  const tag = asset.digest.toString('hex');
  const isKnown = knows(request.headers['if-none-match'], tag);
  const bytes = isKnown ? null : await asset.read();
  if (bytes === undefined) throw endpoint.missing();
  reply.headers({ ...HEADERS, 'cache-control': ASKED_EACH_TIME, etag: `"${tag}"` });
  if (asset.isLasting) reply.headers(KEPT);
  if (bytes === null) return reply.code(304).send();
  return reply.type(endpoint.contentType).serializer(String).send(bytes);
}

function knows(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(`"${tag}"`);
}
