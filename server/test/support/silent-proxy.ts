import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('silent-proxy.mjs', import.meta.url));

/** A proxy before a PostgreSQL, in a process of its own, until the test ends. */
export interface SilentProxy {
  /** The address of the same database, through the proxy. */
  readonly url: string;
  /** Stops delivery on all connections, including new ones. */
  silenceAll(): Promise<void>;
  /** Stops delivery on the current connections. New ones work. */
  silenceOpen(): Promise<void>;
  /** Resumes delivery, including the data that arrived meanwhile. */
  wake(): Promise<void>;
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { target, database, user, password } = readAddress(databaseUrl);
  const child = fork(PROGRAM, [JSON.stringify(target)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const command = async (word: string) => {
    child.send(word);
    await once(child, 'message');
  };
  return {
    url: `postgresql://${user}${password ? `:${password}` : ''}@127.0.0.1:${port}/${database}?sslmode=disable`,
    silenceAll: () => command('silence-all'),
    silenceOpen: () => command('silence-open'),
    wake: () => command('wake'),
  };
}

function readAddress(databaseUrl: string): {
  target: { path: string } | { host: string; port: number };
  database: string;
  user: string;
  password: string;
} {
  const { hostname, port, pathname, searchParams, username, password } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const user = username || (searchParams.get('user') ?? 'postgres');
  const socket = searchParams.get('host');
  const number = Number(port || searchParams.get('port') || 5432);
  const target = socket?.startsWith('/')
    ? { path: `${socket}/.s.PGSQL.${number}` }
    : { host: hostname || socket || '127.0.0.1', port: number };
  return { target, database, user, password };
}
