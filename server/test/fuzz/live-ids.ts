import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/** A placeholder in a URL for the id of an existing object. */
const PLACE = /~live(\d+)~/g;
export const LIVE_IDS = 40;
export const liveId = (number: number) => `~live${number}~`;

/** The table for each path, the longest paths first, and the order of its ids. */
const TABLES: readonly (readonly [path: string, table: string, order: string])[] = [
  ['/auth/sessions/', 'sessions', 'id desc'],
  ['/auth/tokens/', 'api_tokens', 'id desc'],
  ['/scholar-images/', 'scholars', 'id'],
  ['/scholars/', 'scholars', 'id desc'],
  ['/runs/queue/', 'queue_items', 'id desc'],
  ['/runs/', 'runs', 'end_dt desc nulls first, id desc'],
  ['/admin/users/', 'users', 'id'],
  ['/api/v1/channels/', 'channels', 'id desc'],
  ['/api/v1/feeds/', 'feeds', 'id desc'],
  ['/notes/', 'notes', 'id desc'],
  ['/repairs/', 'repair_jobs', 'id desc'],
  ['/publications/', 'publications', 'id desc'],
  ['/pdf-queue/', 'publications', 'id desc'],
];

/** The ids that requests may use, as of the last query. */
export class LiveIds {
  readonly #db: Database;
  readonly #ids = new Map<string, readonly number[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  async look(): Promise<void> {
    for (const [, table, order] of TABLES) {
      const found = await sql<{ id: number }>`
        select id from ${sql.table(table)} order by ${sql.raw(order)} limit ${LIVE_IDS}`.execute(this.#db);
      const ids = found.rows.map(({ id }) => id);
      this.#ids.set(table, ids);
    }
  }

  /** The URL with ids instead of placeholders. */
  fill(target: string): string {
    const [, table = ''] = TABLES.find(([path]) => target.includes(path)) ?? [];
    const ids = this.#ids.get(table) ?? [];
    return target.replace(PLACE, (_all, number) => String(ids[Number(number) % Math.max(1, ids.length)] ?? 1));
  }
}
