import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoScholars } from '@lectern/sandbox';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { VERSION } from '../../../src/platform/version.ts';
import { findInImage, listContainerVariables, readExecForm } from '../../ops/container-files.ts';
import { makeTestDatabase } from '../../support/test-database.ts';
import { type Image, listFiles, makeImage } from './container-image.ts';

const GIVEN = {
  LECTERN_IMAGE: 'lectern',
  POSTGRES_PASSWORD: 'sesame/@:$%',
  SECRETS_KEY: '0123456789abcdef0123456789abcdef',
};
const COMMAND = readExecForm(findInImage('CMD'));
const HEALTH_CHECK = readExecForm(findInImage('HEALTHCHECK'));

/** It installs packages several times, and builds. */
const INSTALLS_WITHIN_MS = 600_000;

let image: Image;
beforeAll(async () => {
  image = await makeImage();
  return () => image.remove();
}, INSTALLS_WITHIN_MS);

const [uid = 0, gid = 0] = findInImage('USER').split(':').map(Number);

/** Runs a command like a container of the image: in its folder, with only these variables. */
function runInImage(words: readonly string[], variables: Record<string, string>) {
  return runAsUser(words, { cwd: image.folder, env: { ...variables, PATH: image.bin } });
}

/** Runs a command as the user of the image if we are root. */
function runAsUser(words: readonly string[], given: { cwd: string; env: Record<string, string> }) {
  const child: ChildProcess = spawn(words[0] ?? '', words.slice(1), {
    ...given,
    stdio: ['ignore', 'pipe', 'pipe'],
    // a group, because npx starts the service as a process of its own
    detached: true,
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  const said = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const end = once(child, 'close').then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGKILL');
    await end;
  });
  return { child, said, end };
}

async function untilItSays({ child, said, end }: ReturnType<typeof runAsUser>, words: string): Promise<void> {
  while (!said.out.includes(words)) {
    await Promise.race([once(child.stdout ?? child, 'data'), end]);
    expect([child.exitCode, child.signalCode], said.err).toEqual([null, null]);
  }
}

/** A new database by host and port, as a container reaches it. `url` has no password, as in compose.yaml. */
async function makeReachableDatabase() {
  const database = await makeTestDatabase({ empty: true });
  const { host, port, user, password, database: name } = new pg.Client(database.url);
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const relay = createServer((socket) => {
    const server = connect(target);
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(async () => {
    relay.close();
    await database.drop();
  });
  const { port: open } = relay.address() as AddressInfo;
  return { url: `postgresql://${user}@127.0.0.1:${open}/${name}`, password: password ?? null };
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

test("the image's command runs as an ordinary user in a folder that cannot be written, until SIGTERM", async () => {
  const database = await makeReachableDatabase();
  const variables = {
    ...listContainerVariables('app', ['compose.yaml'], GIVEN),
    APP_PORT: await findFreePort(),
    DATABASE_URL: database.url,
    ...(database.password === null ? {} : { PGPASSWORD: database.password }),
  };
  const before = await listFiles(image.folder);
  expect(await runInImage(HEALTH_CHECK, variables).end, 'nothing listens yet').toBe(1);
  const service = runInImage(COMMAND, variables);
  await untilItSays(service, 'Lectern listens on');
  const check = runInImage(HEALTH_CHECK, variables);
  expect(await check.end, check.said.err).toBe(0);
  if (process.getuid?.() === 0 && process.platform === 'linux') {
    const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:(\\t${findInImage('USER').split(':')[0]}){4}$`, 'm'));
  }
  // a command beside the running service, like one from docker compose exec
  const migrate = runInImage(['node', 'server/dist/start/migrate.js', 'current'], variables);
  expect([await migrate.end, migrate.said.out], migrate.said.err).toEqual([0, expect.stringContaining('is at 0')]);

  service.child.kill('SIGTERM');
  expect(await service.end, service.said.out).toBe(0);
  expect(service.said.err).toBe('');
  for (const line of service.said.out.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
  expect(service.said.out).not.toContain('"level":"error"');
  expect(await listFiles(image.folder)).toEqual(before);
});

test('secrets in files are accepted too; without a database the message says what to set', async () => {
  const database = await makeReachableDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'database_url'), `${database.url}\n`);
  await writeFile(join(folder, 'secrets_key'), `${GIVEN.SECRETS_KEY}\n`);
  const none = { ...GIVEN, POSTGRES_PASSWORD: '', SECRETS_KEY: '' };
  const files = listContainerVariables('app', ['compose.yaml', 'compose.secrets.yaml'], none);
  const mounted = Object.entries(files).map(([name, value]) => [name, value.replace(/^\/run\/secrets/, folder)]);
  const variables = { ...Object.fromEntries(mounted), PGPASSWORD: database.password ?? '' };
  const migrate = runInImage(['node', 'server/dist/start/migrate.js', 'latest'], variables);
  const lost = runInImage(COMMAND, { ...variables, DATABASE_URL_FILE: '' });
  expect([await migrate.end, migrate.said.out], migrate.said.err).toEqual([
    0,
    expect.stringContaining('Migrated: baseline'),
  ]);
  expect([await lost.end, lost.said.err]).toEqual([1, expect.stringContaining('set DATABASE_URL')]);
});

test(
  'the package starts the service, its commands and the demo, for an ordinary user in an empty folder',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-package-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    if (process.getuid?.() === 0) await chown(folder, uid, gid);
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: join(folder, 'home'),
      // the rest of the environment has the settings of npm
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_(?!cache|prefix)/i.test(name))),
      APP_PORT: await findFreePort(),
      SANDBOX_PORT: await findFreePort(),
    };
    await copyFile(image.archive, join(folder, 'lectern.tgz'));
    const run = (...words: string[]) => runAsUser(words, { cwd: folder, env });
    const origin = `http://127.0.0.1:${env.APP_PORT}`;

    const tried = run('npx', '--yes', './lectern.tgz');
    await untilItSays(tried, '/setup#token=');
    expect(await (await fetch(`${origin}/healthz`)).json()).toMatchObject({ status: 'ok', version: VERSION });
    expect(await (await fetch(origin)).text()).toContain('<div id="root">');
    // as Ctrl+C in a terminal, which reaches npx and the service
    process.kill(-Number(tried.child.pid), 'SIGINT');
    await tried.end;
    expect(tried.said.out).toContain('stopped');

    const install = run('npm', 'install', '--global', '--prefix', env.HOME, './lectern.tgz');
    expect(await install.end, install.said.err).toBe(0);
    const lectern = (...words: string[]) => run(join(env.HOME, 'bin/lectern'), ...words);
    const demo = lectern('demo');
    await untilItSays(demo, 'is running');
    expect(await (await fetch(`http://127.0.0.1:${env.SANDBOX_PORT}`)).text()).toContain(demoScholars[0]?.name);
    demo.child.kill('SIGTERM');
    expect(await demo.end, demo.said.err).toBe(0);
    const report = lectern('ops', 'integrity');
    expect([await report.end, JSON.parse(report.said.out).status], report.said.err).toEqual([0, 'passed']);
    const typo = lectern('dmeo');
    expect([await typo.end, typo.said.err]).toEqual([1, expect.stringContaining('There is no command "dmeo".')]);
  },
  INSTALLS_WITHIN_MS,
);

test('the image holds every file that the program reads beside its own, and no folder of git', async () => {
  const dist = join(image.folder, 'server/dist');
  const programs = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
  expect(programs.length).toBeGreaterThan(100);
  const named = await Promise.all(
    programs.map(async (name) => {
      const text = await readFile(join(dist, name), 'utf8');
      const paths = [...text.matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(([, path = '']) => path);
      return paths.map((path) => fileURLToPath(new URL(path, `file://${join(dist, name)}`)));
    }),
  );
  const present = new Set((await listFiles(image.folder)).map((line) => join(image.folder, line.split(' ')[0] ?? '')));
  expect([...present].filter((path) => /\/\.git(?:\/|$)/.test(path))).toEqual([]);
  const files = named.flat();
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((file) => !present.has(file.replace(/\/$/, '')))).toEqual([]);
});
