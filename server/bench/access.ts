import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { openEmbeddedDatabase } from '../src/platform/database/embedded.ts';
import { openInside } from './inside.ts';
import { above, below, type Figure, forComparison, median, medianMs } from './measure.ts';
import { load } from './product.ts';
import { ACCOUNT, startService } from './service-process.ts';
import { Session } from './session.ts';

const { sessionLookup } = await load<typeof import('../src/accounts/sessions.ts')>('accounts/sessions.js');

const CLIENTS = 16;
const ROUNDS = 5;
const ROUND_SECONDS = 4;
const SIGN_INS = 300;
/** Only one unknown address, so that as many attempts count for it as for the known one. */
const UNKNOWN = 'nobody@lectern.example';
const SESSION_COOKIE = /lectern_session=([^;]+)/;

/** Measures the cost of a session check compared to a route with an empty query, and whether the duration of a sign-in reveals known accounts. */
export async function benchAccess(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  // limits that are checked but never reached
  const env = { RATE_LIMIT_PER_MINUTE: '1000000', LOGIN_RATE_LIMIT_ATTEMPTS: '1000' };
  const service = await startService(dataDir, env, 'api');
  const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => {} });
  const empty = await startEmptyRoute(database.url);
  try {
    const session = await new Session(service.url).signIn();
    return [
      ...(await compareWithEmpty(`${service.url}/api/v1/auth/me`, session.cookie, empty.url)),
      await timeSessionCheck(dataDir, session.cookie),
      await compareSignIns(session),
    ];
  } finally {
    empty.stop();
    await service.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startEmptyRoute(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const program = new URL('empty-route.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill('SIGTERM') };
}

/** Alternates the two, so that other load on the machine affects both equally. */
async function compareWithEmpty(me: string, cookie: string, empty: string): Promise<Figure[]> {
  const rates: { me: number; empty: number }[] = [];
  await rate(me, { cookie }, 2);
  await rate(empty, {}, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.push({ empty: await rate(empty, {}), me: await rate(me, { cookie }) });
  }
  const shares = rates.map((one) => (one.me / one.empty) * 100);
  return [
    above('GET /auth/me, of an empty route with one SELECT 1, 16 clients (median of 5)', median(shares), '%', 60),
    forComparison('GET /auth/me, 16 clients', median(rates.map((one) => one.me)), 'requests/s'),
    forComparison('the empty route', median(rates.map((one) => one.empty)), 'requests/s'),
  ];
}

async function rate(url: string, headers: Record<string, string>, duration = ROUND_SECONDS): Promise<number> {
  const result = await autocannon({ url, connections: CLIENTS, duration, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed`);
  return result['2xx'] / result.duration;
}

async function timeSessionCheck(dataDir: string, cookie: string): Promise<Figure> {
  const { services, close } = await openInside(dataDir, {});
  const token = SESSION_COOKIE.exec(cookie)?.[1] ?? '';
  const findUser = sessionLookup(services.db);
  if ((await findUser(token)) === null) throw new Error('there is no session');
  const ms = await medianMs(() => findUser(token), { times: 2000, warmUp: 500 });
  await close();
  return below('a session check (median)', ms, 'ms', 1);
}

/** Alternates the two in random order. It compares only medians, because other load always delays some. */
async function compareSignIns(session: Session): Promise<Figure> {
  const taken = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < SIGN_INS * 2; n += 1) {
    const kind = (n % 2 === 0) === Math.random() < 0.5 ? 'known' : 'unknown';
    const email = kind === 'known' ? ACCOUNT.email : UNKNOWN;
    const begin = performance.now();
    const response = await fetch(`${session.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { cookie: session.cookie, 'x-csrf-token': session.csrf, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'not the right one' }),
    });
    await response.text();
    if (response.status !== 401) throw new Error(`a wrong password is answered with ${response.status}`);
    taken[kind].push(performance.now() - begin);
  }
  const [known, unknown] = [median(taken.known), median(taken.unknown)];
  const difference = (Math.abs(known - unknown) / Math.max(known, unknown)) * 100;
  const name = `sign-in of a known e-mail (${known.toFixed(1)} ms) and an unknown one (${unknown.toFixed(1)} ms): difference of medians`;
  return below(name, difference, '%', 5);
}
