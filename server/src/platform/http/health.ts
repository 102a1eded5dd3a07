import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { pause } from '../clock.ts';
import { connectDatabase } from '../database/database.ts';
import { findMigration } from '../database/migrate.ts';
import { VERSION } from '../version.ts';
import type { Services } from './endpoint.ts';

/** An answer after this long is as good as none. */
const ANSWERS_WITHIN_MS = 5000;
const GOODBYE_MS = 500;

/**
 * GET /healthz: whether the database answers, with the versions of program and schema. Needs no session; not in the envelope. It asks on a
 * connection of its own, since all others may be in use, and once for all who ask at the same time.
 */
export function serveHealth(app: FastifyInstance, { databaseUrl, log }: Services): void {
  const healthy = Type.Object(
    { status: Type.Literal('ok'), version: Type.String(), migration: Type.String() },
    {
      description: 'The database answers.',
      examples: [{ status: 'ok', version: VERSION, migration: '0012-name-searches' }],
    },
  );
  const unwell = Type.Object(
    { status: Type.Literal('unavailable'), version: Type.String(), reason: Type.String() },
    { description: 'The database does not answer.' },
  );
  const schema = {
    summary: 'Whether the service works',
    operationId: 'getHealthz',
    tags: ['health'],
    security: [],
    response: { 200: healthy, 503: unwell },
  };
  const connect = () =>
    connectDatabase({
      url: databaseUrl,
      maxConnections: 1,
      name: 'lectern health',
      onError: (error) => log.debug({ err: error }, 'the connection for health checks was lost'),
    });
  let own = connect();
  const giveUp = () => within(GOODBYE_MS, own.close()).catch(() => undefined);
  app.addHook('onClose', giveUp);
  let asking: Promise<string | null> | null = null;
  const ask = async () => {
    try {
      return await within(ANSWERS_WITHIN_MS, findMigration(own.db));
    } catch (error) {
      // a connection that is stuck would keep all later questions waiting
      void giveUp();
      own = connect();
      throw error;
    } finally {
      asking = null;
    }
  };
  app.get('/healthz', { schema }, async (request, reply) => {
    try {
      asking ??= ask();
      return { status: 'ok', version: VERSION, migration: (await asking) ?? '' };
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'unavailable', version: VERSION, reason: 'The database does not answer.' });
    }
  });
}

/** @throws Error when it takes longer */
async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = pause(ms, ended.signal).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  return Promise.race([task, late]).finally(() => ended.abort());
}
