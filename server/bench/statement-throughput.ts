import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { PLANNER_SETTINGS } from '../src/platform/database/session-settings.ts';
import type { Statement } from '../test/support/compile-statement.ts';

const run = promisify(execFile);

const SECONDS = 8;
/** The plan is that of the service. */
const OPTIONS = Object.entries(PLANNER_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
/** Where Debian installs the programs of each version that it does not link into PATH. */
const DEBIAN_PROGRAMS = '/usr/lib/postgresql';

/**
 * How often a second so many clients run a prepared statement, and what measured it: pgbench, PostgreSQL's own program,
 * or node-postgres if pgbench is missing.
 */
export async function statementsPerSecond(url: string, statement: Statement, clients: number) {
  const program = await findPgbench();
  return program === null
    ? { perSecond: await runByDriver(url, statement, clients), by: 'node-postgres, because pgbench is missing' }
    : { perSecond: await runPgbench(program, url, statement, clients), by: 'pgbench' };
}

async function findPgbench(): Promise<string | null> {
  const versions = await readdir(DEBIAN_PROGRAMS).catch(() => []);
  for (const program of ['pgbench', ...versions.map((version) => join(DEBIAN_PROGRAMS, version, 'bin/pgbench'))])
    if (
      await run(program, ['--version']).then(
        () => true,
        () => false,
      )
    )
      return program;
  return null;
}

async function runPgbench(program: string, url: string, { sql, parameters }: Statement, clients: number) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    const script = join(folder, 'statement.sql');
    // pgbench has named variables instead of numbered parameters
    await writeFile(script, `${sql.replace(/\$(\d+)/g, ':p$1')};\n`);
    const variables = parameters.flatMap((value, at) => ['-D', `p${at + 1}=${value}`]);
    const options = [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${clients}`,
      `--time=${SECONDS}`,
      `--file=${script}`,
    ];
    const { stdout } = await run(program, [...options, ...variables, url], {
      env: { ...process.env, PGOPTIONS: OPTIONS },
    });
    const [, perSecond] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
    if (perSecond === undefined) throw new Error(`pgbench printed no result: ${stdout}`);
    return Number(perSecond);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runByDriver(url: string, { sql, parameters }: Statement, clients: number): Promise<number> {
  const query = { name: 'statement', text: sql, values: [...parameters] };
  let count = 0;
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url, options: OPTIONS });
      await client.connect();
      await client.query(query);
      return client;
    }),
  );
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  await Promise.all(
    connections.map(async (client) => {
      for (; elapsed() < SECONDS; count++) await client.query(query);
    }),
  );
  const perSecond = count / elapsed();
  await Promise.all(connections.map((client) => client.end()));
  return perSecond;
}
