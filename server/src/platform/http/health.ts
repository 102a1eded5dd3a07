import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { pause } from '../clock.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { isDatabaseUnavailable, isStorageFull, refusesChanges, tryToWrite } from '../database/database-errors.ts';
import { findMigration } from '../database/migrate.ts';
import { makeNetworkTest } from '../ip-addresses.ts';
import { type Figure, METRICS_TYPE, renderFigures, watchProcess } from '../metrics.ts';
import type { Services } from '../services.ts';
import { RELEASE, VERSION } from '../version.ts';
import type { WorkerReport, WorkerState } from '../worker-state.ts';
import { notFound } from './error-responses.ts';
import { clientAddress } from './request-origin.ts';

/** A later response of the database counts as none. */
const RESPONDS_WITHIN_MS = 5000;
const CLOSES_WITHIN_MS = 500;

/**
 * GET /healthz: whether the database responds and can be written, and whether background work moves, with the versions
 * of program and schema. It needs no session and has no envelope. It uses its own connection, because all others may be
 * in use, and requests at the same time share one check.
 */
export function serveHealth(app: FastifyInstance, { databaseUrl, log, worker }: Services): void {
  const report = Type.Object(
    {
      last_job_finished_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
      state: Type.Union([Type.Literal('working'), Type.Literal('stalled')]),
    },
    { description: 'The background work of this process, if it does any.' },
  );
  const healthy = Type.Object(
    { status: Type.Literal('ok'), version: Type.String(), migration: Type.String(), worker: Type.Optional(report) },
    {
      description: 'The service works.',
      examples: [
        {
          status: 'ok',
          version: RELEASE,
          migration: '0012-name-searches',
          worker: { last_job_finished_at: '2026-11-20T08:15:00.000Z', state: 'working' },
        },
      ],
    },
  );
  const unwell = Type.Object(
    {
      status: Type.Literal('unavailable'),
      version: Type.String(),
      reason: Type.String(),
      worker: Type.Optional(report),
    },
    {
      description:
        'The database does not respond or is read-only, its disk is full, or due background work does not move.',
    },
  );
  const schema = {
    summary: 'Whether the service works',
    description: 'For probes of a supervisor or a load balancer. It has no envelope and needs no session.',
    operationId: 'getHealthz',
    tags: ['health'],
    security: [],
    response: { 200: healthy, 503: unwell },
  };
  const config = { isRoutine: true };
  const connect = () =>
    connectDatabase({
      url: databaseUrl,
      maxConnections: 1,
      name: 'lectern health',
      onError: (error) => log.debug({ err: error }, 'the connection for health checks was lost'),
    });
  let own = connect();
  const giveUp = () => within(CLOSES_WITHIN_MS, own.close()).catch(() => undefined);
  app.addHook('onClose', giveUp);
  let checking: Promise<Health> | null = null;
  const check = async (): Promise<Health> => {
    try {
      return await within(RESPONDS_WITHIN_MS, checkHealth(own.db, worker));
    } catch (error) {
      // the log has one line about an outage, and the status of this request
      const isOutage = error instanceof Error && isDatabaseUnavailable(error);
      log[isOutage ? 'debug' : 'warn']({ err: error }, 'the database does not respond');
      // all later checks would wait for a connection that is stuck
      void giveUp();
      own = connect();
      return { reason: 'The database does not respond.' };
    } finally {
      checking = null;
    }
  };
  app.get('/healthz', { schema, config }, async (_request, reply) => {
    checking ??= check();
    const { reason, migration = '', ...rest } = await checking;
    if (reason === undefined) return { status: 'ok', version: VERSION, migration, ...rest };
    return reply.code(503).send({ status: 'unavailable', version: VERSION, reason, ...rest });
  });
}

interface Health {
  /** what is wrong; absent if nothing is */
  readonly reason?: string;
  readonly migration?: string;
  readonly worker?: WorkerReport;
}

async function checkHealth(db: Database, worker: WorkerState | undefined): Promise<Health> {
  const migration = await findMigration(db);
  // the service started on a migrated database, so this is another one
  if (migration === null)
    return { reason: "The database is empty. Restore Lectern's data, or start the service again." };
  const health = { migration, ...(worker ? { worker: await worker.report(db) } : {}) };
  if (await refusesChanges(db)) return { ...health, reason: 'The database is read-only.' };
  try {
    await tryToWrite(db);
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    return { ...health, reason: 'The disk of the database is full.' };
  }
  if (health.worker?.state !== 'stalled') return health;
  return { ...health, reason: 'Due background work has not moved for two minutes.' };
}

/** @throws Error if the task takes longer */
async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = pause(ms, ended.signal).then(() => {
    throw new Error(`no response within ${ms} ms`);
  });
  return Promise.race([task, late]).finally(() => ended.abort());
}

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
