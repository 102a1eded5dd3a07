import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ScriptPart } from './dump-script.ts';
import { connect } from './restore-store.ts';

/**
 * Runs a dump's script on a database, all or nothing.
 * @throws what PostgreSQL says, or the signal's reason
 */
export async function loadScript(url: string, parts: AsyncIterable<ScriptPart>, signal: AbortSignal): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('begin');
    let rows: Rows | null = null;
    for await (const part of parts) {
      signal.throwIfAborted();
      if (part.kind === 'statements') await client.query(part.text);
      else if (part.kind === 'copy') rows = new Rows(client, part.statement);
      else if (part.kind === 'rows') await rows?.write(part.bytes);
      else await rows?.end();
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** One table's rows on their way. */
class Rows {
  readonly #stream;
  readonly #ended: Promise<void>;

  constructor(client: pg.Client, statement: string) {
    this.#stream = client.query(copyFrom(statement));
    this.#ended = finished(this.#stream);
    this.#ended.catch(() => undefined);
  }

  async write(bytes: Buffer): Promise<void> {
    if (!this.#stream.write(bytes)) await Promise.race([once(this.#stream, 'drain'), this.#ended]);
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#ended;
  }
}

/** Rows of each table now, by the same names. */
export async function countRows(url: string, tables: Iterable<string>): Promise<Map<string, number>> {
  const client = await connect(url);
  try {
    const counts = new Map<string, number>();
    for (const table of tables) {
      // the name is as PostgreSQL itself quoted it in the dump
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
      counts.set(table, Number(rows[0]?.count));
    }
    return counts;
  } finally {
    await client.end();
  }
}
