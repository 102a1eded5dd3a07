import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { LOCKS } from '../../src/platform/database/locks.ts';
import type { Client } from './client.ts';
import { until } from './wait.ts';

/** A text of few words, because each word takes time in the search index. */
export const longText = (length: number) => `${'x'.repeat(999)} `.repeat(length / 1000);

/** Requests an export and reads nothing of the response. Disconnects at the end of the test at the latest. */
export function exportWithoutReading({ base, cookies }: Client, path: string): Socket {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Waits until so many exports are sent. */
export async function untilExporting(db: Database, count: number): Promise<void> {
  const locks = sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = ${LOCKS.export} and granted
      and database = (select oid from pg_database where datname = current_database())`;
  await until(async () => expect((await locks.execute(db)).rows).toEqual([{ n: count }]));
}
