import { cpus } from 'node:os';
import type pg from 'pg';
import { listPostgres, memoryOf } from './service-process.ts';
import type { Processes } from './soak-processes.ts';
import { quantile, type Tally } from './soak-tally.ts';
import { cpuOf, cpuOfPostgres } from './watch-use.ts';

export const SAMPLE_EVERY_MS = 10_000;

/** The size of a table with its indexes, in bytes. `live` and `dead` are PostgreSQL's estimates of its rows. */
export interface TableSize {
  readonly table: number;
  readonly indexes: number;
  readonly live: number;
  readonly dead: number;
}

/** What was measured in an interval, or at its end. */
export interface Sample {
  /** seconds since the start of the run */
  readonly second: number;
  readonly reads: number;
  /** ms */
  readonly p50: number;
  readonly p95: number;
  /** MB of each Node process, by its name and life */
  readonly memory: Readonly<Record<string, number>>;
  /** MB of PostgreSQL: `own` of its processes, and `shared` mostly the buffers, which grow up to their limit */
  readonly postgres: { readonly own: number; readonly shared: number };
  /** used cores: of the service with PostgreSQL, of this bench with the stand-ins, and of the machine */
  readonly cores: { readonly service: number; readonly bench: number; readonly machine: number };
  readonly tables: Readonly<Record<string, TableSize>>;
}

/** Takes samples of a run. */
export class Sampler {
  readonly samples: Sample[] = [];
  /** all times of reads in ms, by the number of the sample */
  readonly reads: number[][] = [];
  readonly #begin = performance.now();
  readonly #dataDir: string;
  readonly #client: pg.Client;
  readonly #processes: Processes;
  readonly #tally: Tally;
  #before = { at: performance.now(), byPid: new Map<number, number>(), postgres: 0, bench: 0, machine: 0 };

  constructor(dataDir: string, client: pg.Client, processes: Processes, tally: Tally) {
    this.#dataDir = dataDir;
    this.#client = client;
    this.#processes = processes;
    this.#tally = tally;
  }

  /** Notes the processor time until now, which the first sample does not contain. */
  async begin(): Promise<void> {
    await this.#cores();
  }

  async take(): Promise<Sample> {
    const second = (performance.now() - this.#begin) / 1000;
    const reads = this.#tally.takeReads();
    const sample = {
      second,
      reads: reads.length,
      p50: quantile(reads, 0.5),
      p95: quantile(reads, 0.95),
      memory: await this.#processes.memory(),
      postgres: await this.#postgresMemory(),
      cores: await this.#cores(),
      tables: await readTables(this.#client),
    };
    this.samples.push(sample);
    this.reads.push(reads);
    return sample;
  }

  async #postgresMemory(): Promise<Sample['postgres']> {
    const each = await Promise.all((await listPostgres(this.#dataDir)).map(memoryOf));
    const shared = each.reduce((sum, one) => sum + one.shared, 0);
    return { own: each.reduce((sum, one) => sum + one.all, 0) - shared, shared };
  }

  /** Processor time since the last call, as cores. A process that was killed in between counts from its new start. */
  async #cores(): Promise<Sample['cores']> {
    const before = this.#before;
    const usage = process.cpuUsage();
    const now = {
      at: performance.now(),
      byPid: new Map<number, number>(),
      postgres: await cpuOfPostgres(this.#dataDir),
      bench: (usage.user + usage.system) / 1e6,
      machine: machineSeconds(),
    };
    for (const pid of this.#processes.pids()) {
      const used = await cpuOf(pid).catch(() => null);
      // null: it was just killed
      if (used !== null) now.byPid.set(pid, used);
    }
    this.#before = now;
    const seconds = (now.at - before.at) / 1000;
    let service = now.postgres - before.postgres;
    for (const [pid, used] of now.byPid) service += used - (before.byPid.get(pid) ?? 0);
    return {
      service: service / seconds,
      bench: (now.bench - before.bench) / seconds,
      machine: (now.machine - before.machine) / seconds,
    };
  }
}

/** The seconds that all cores were busy since the machine's start. */
function machineSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}

async function readTables(client: pg.Client): Promise<Record<string, TableSize>> {
  const { rows } = await client.query<{ name: string } & Record<keyof TableSize, string>>(
    `select relname as name, pg_table_size(relid) as table, pg_indexes_size(relid) as indexes, n_live_tup as live, n_dead_tup as dead
     from pg_stat_user_tables where schemaname = 'public' order by relname`,
  );
  return Object.fromEntries(
    rows.map(({ name, table, indexes, live, dead }) => [
      name,
      { table: Number(table), indexes: Number(indexes), live: Number(live), dead: Number(dead) },
    ]),
  );
}

/** The exact number of rows of each table. */
export async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_stat_user_tables where schemaname = 'public'",
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await client.query<{ n: string }>(`select count(*) as n from ${client.escapeIdentifier(name)}`);
    counts[name] = Number(counted.rows[0]?.n);
  }
  return counts;
}
