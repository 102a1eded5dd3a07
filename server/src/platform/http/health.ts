import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Database } from '../database/database.ts';
import { findMigration } from '../database/migrate.ts';
import { VERSION } from '../version.ts';

/** GET /healthz: whether the database answers, with the versions of program and schema. Needs no session; not in the envelope. */
export function serveHealth(app: FastifyInstance, db: Database): void {
  const healthy = Type.Object(
    { status: Type.Literal('ok'), version: Type.String(), migration: Type.String() },
    { description: 'The database answers.' },
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
  app.get('/healthz', { schema }, async (request, reply) => {
    try {
      return { status: 'ok', version: VERSION, migration: (await findMigration(db)) ?? '' };
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'unavailable', version: VERSION, reason: 'The database does not answer.' });
    }
  });
}
