import { readFile } from 'node:fs/promises';
import { startSandbox } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findPostgresTool } from '../../src/backups/postgres-tools.ts';
import { readConfig } from '../../src/platform/config.ts';
import { connectDatabase, type Database } from '../../src/platform/database/database.ts';
import { Client } from '../support/client.ts';
import { makeLookupsDue } from '../support/due.ts';
import { dumpOf, makeFolder } from '../support/dumps.ts';
import { otherSources } from '../support/other-sources.ts';
import { profileId } from '../support/service.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { startEchoSource } from './echo-source.ts';
import { findMarks, type Mark, makeMark } from './leak-marks.ts';
import { runProgram } from './process-runner.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

/** A response to a client without the session cookie. */
interface SeenResponse {
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

/** Collects everything that is written to it. */
class Witness extends Client {
  readonly seen: SeenResponse[];

  constructor(base: string, seen: SeenResponse[]) {
    super(base);
    this.seen = seen;
  }

  override async raw(...[method, path, options]: Parameters<Client['raw']>): Promise<Response> {
    const response = await super.raw(method, path, options);
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    const text = `${JSON.stringify(headers)} ${await response.clone().text()}`;
    this.seen.push({ what: `${method} ${path}`, status: response.status, text });
    return response;
  }
}

/**
 * Marks in secrets from the environment, from users and from the service, by name. Secrets that the service creates are
 * added later.
 */
class Marks {
  readonly #marks = new Map<string, Mark>();

  of(name: string): string {
    const known = this.#marks.get(name) ?? makeMark(name);
    this.#marks.set(name, known);
    return known.value;
  }

  add(name: string, value: string): void {
    expect(value.length).toBeGreaterThan(20);
    this.#marks.set(name, { name, value });
  }

  but(...names: string[]): Mark[] {
    return [...this.#marks.values()].filter(({ name }) => !names.includes(name));
  }
}

function withPassword(url: string, password: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/)([^@/]*?)(?::[^@/]*)?@/, `$1$2:${password}@`);
}

/** Every row of every table, as text. */
async function readAllRows(db: Database): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    texts.push(`${name}\n${rows.rows.map(({ row }) => row).join('\n')}`);
  }
  return texts.join('\n');
}

interface Operation {
  readonly method: string;
  readonly path: string;
}

async function listOperations(url: string): Promise<Operation[]> {
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  expect(operations.length).toBeGreaterThan(50);
  return operations;
}

test('no key, password or token is found in a log line, a response, an export, a dump, the queue or a metric', async () => {
  const marks = new Marks();
  const seen: SeenResponse[] = [];
  const database = await makeTestDatabase();
  const { db, close } = connectDatabase({
    url: database.url,
    maxConnections: 3,
    name: 'test',
    onError: () => undefined,
  });
  const sandbox = await startSandbox({ scholars: 'none' });
  const echo = await startEchoSource(marks.of('own-openalex-key'));
  onTestFinished(async () => {
    await sandbox.close();
    await close();
    await database.drop();
  });
  sandbox.addScholar(profileId(1), 12);
  sandbox.addScholar(profileId(2), 3);

  const env = {
    DATABASE_URL: withPassword(database.url, marks.of('database-password')),
    SECRETS_KEY: marks.of('secrets-key'),
    SECRETS_KEY_PREVIOUS: marks.of('previous-secrets-key'),
    OPENALEX_API_KEY: marks.of('openalex-key'),
    LOG_LEVEL: 'trace',
    LOG_FORMAT: 'json',
    LOGIN_RATE_LIMIT_ATTEMPTS: '3',
    RATE_LIMIT_PER_MINUTE: '0',
    PROFILE_FRESH_MINUTES: '0',
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
    CROSSREF_API_MAILTO: 'library@lectern.example',
    UNPAYWALL_EMAIL: 'library@lectern.example',
    ...otherSources(true),
    ...sandbox.env,
    OPENALEX_BASE_URL: echo.origin,
    CROSSREF_BASE_URL: echo.origin,
    // nothing listens there
    ARXIV_BASE_URL: 'http://127.0.0.1:9',
  };
  const service = runProgram('all.js', env);
  const url = await service.url();
  const setupToken = await service.says(/setup#token=([\w-]+)/);
  marks.add('setup-token', setupToken);

  const client = () => new Witness(url, seen);
  const csrfOf = async (one: Client) => {
    one.csrf = (await one.ok('GET', '/auth/csrf')).csrf_token;
    marks.add(`csrf-token-${marks.but().length}`, one.csrf ?? '');
  };
  const keepSession = (one: Client) => {
    for (const value of one.cookies.values()) marks.add(`cookie-${marks.but().length}`, value);
    marks.add(`csrf-token-${marks.but().length}`, one.csrf ?? '');
  };

  // create the first administrator with a wrong link, then with the right one
  const admin = client();
  await csrfOf(admin);
  const first = { email: 'admin@lectern.example', password: marks.of('first-password') };
  const wrongLink = { ...first, token: marks.of('wrong-setup-token'), password: marks.of('setup-password') };
  expect((await admin.call('POST', '/auth/setup', { body: wrongLink })).status).toBeGreaterThanOrEqual(400);
  await admin.ok('POST', '/auth/setup', { body: { ...first, token: setupToken } });
  await admin.signIn(first.email, first.password);
  keepSession(admin);

  // passwords: wrong ones up to the limit, too short and too long ones, in a wrong shape; a change, a reset, a new user
  const stranger = client();
  await csrfOf(stranger);
  for (let at = 0; at < 5; at += 1) {
    const body = { email: 'reader@lectern.example', password: marks.of('wrong-password') };
    expect((await stranger.call('POST', '/auth/login', { body })).status).toBeGreaterThanOrEqual(401);
  }
  for (const body of [
    `{"email": "a@b.example", "password": "${marks.of('broken-json')}"`,
    { email: { password: marks.of('nested-password') }, password: [marks.of('listed-password')] },
    { email: 'a@b.example', password: `${marks.of('long-password')}${'x'.repeat(2000)}` },
    { email: 'a@b.example', passwort: marks.of('misspelt-password') },
  ]) {
    const headers = { 'content-type': 'application/json' };
    expect((await stranger.call('POST', '/auth/login', { body, headers })).status).toBeGreaterThanOrEqual(400);
  }
  const reader = { email: 'reader@lectern.example', password: marks.of('created-password') };
  const made = await admin.ok('POST', '/admin/users', { body: { ...reader, is_admin: false }, status: 201 });
  expect((await admin.call('POST', '/admin/users', { body: { ...reader, is_admin: false } })).status).toBe(409);
  const change = (current: string, changed: string) => ({
    current_password: marks.of(current),
    new_password: marks.of(changed),
    confirm_password: marks.of(changed),
  });
  expect(
    (await admin.call('POST', '/auth/change-password', { body: change('wrong-current', 'never-set') })).status,
  ).toBeGreaterThanOrEqual(400);
  await admin.ok('POST', '/auth/change-password', { body: change('first-password', 'changed-password') });
  keepSession(admin);
  const reset = { new_password: marks.of('reset-password') };
  await admin.ok('POST', `/admin/users/${made.id}/reset-password`, { body: reset });

  // users' own keys, rejected and accepted; tokens, valid and invalid
  const keys = { openalex_api_key: marks.of('own-openalex-key'), crossref_api_token: marks.of('own-crossref-token') };
  await admin.ok('PUT', '/settings', { body: keys });
  const shown = await admin.ok('GET', '/settings');
  expect([shown.openalex_api_key, shown.crossref_api_token]).toEqual(['••••wxyz', '••••wxyz']);
  const badKey = { openalex_api_key: `${marks.of('refused-key')}\n${'x'.repeat(5000)}` };
  expect((await admin.call('PUT', '/settings', { body: badKey })).status).toBe(422);
  const { token } = await admin.ok('POST', '/auth/tokens', {
    body: { name: 'a script', scope: 'admin', current_password: marks.of('changed-password') },
    status: 201,
  });
  marks.add('api-token', token.replace('lectern_pat_', ''));
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
  const wrongBearer = `lectern_pat_${marks.of('wrong-bearer').slice(0, 16).padEnd(43, 'A')}`;
  for (const wrong of [wrongBearer, marks.of('strange-bearer'), `Basic ${marks.of('basic')}`])
    await client().fails(401, 'auth_required', 'GET', '/settings', { headers: bearer(wrong) });
  const forged = client();
  forged.cookies.set('lectern_session', marks.of('forged-cookie'));
  await forged.fails(401, 'auth_required', 'POST', '/runs/manual', {
    headers: { 'x-csrf-token': marks.of('forged-csrf') },
  });
  const wrongCsrf = { headers: { 'x-csrf-token': marks.of('wrong-csrf') }, csrf: false };
  await admin.fails(403, 'csrf_invalid', 'POST', '/runs/manual', wrongCsrf);

  // requests to sources that return the keys or do not respond at all; a picture at a signed URL
  for (const number of [1, 2]) await admin.ok('POST', '/scholars', { body: { scholar_id: profileId(number) } });
  const [scholar] = (await admin.ok('GET', '/scholars')).scholars;
  const signed = { image_url: `${echo.origin}/picture.png?signature=${marks.of('signature')}` };
  await admin.call('PUT', `/scholars/${scholar.id}/image/url`, { body: signed });
  await vi.waitFor(
    async () => {
      // remove the cooldowns, because such a source would not be requested again for a long time
      for (const source of ['openalex', 'crossref']) await makeLookupsDue(db, source);
      for (const name of ['own-openalex-key', 'own-crossref-token', 'openalex-key', 'signature'])
        expect(echo.requested().includes(marks.of(name)), name).toBe(true);
    },
    { timeout: 120_000, interval: 500 },
  );

  // each operation, with a named token and without, with a secret in every possible position
  const spread = { password: marks.of('in-body'), token: marks.of('in-body'), email: marks.of('in-body') };
  for (const { method, path } of await listOperations(url)) {
    const place = path.replace(/\{\w+\}/g, marks.of('in-path'));
    const requested = `${place}?key=${marks.of('in-query')}&token=${marks.of('in-query')}`;
    const body = method === 'GET' ? {} : { body: spread };
    await client().raw(method, requested, { ...body, headers: bearer(token) });
    await client().raw(method, requested, body);
    await client().raw(method, path.replace(/\{\w+\}/g, '1'), { ...body, headers: bearer(token) });
  }
  const { runs } = await admin.ok('GET', '/runs');
  for (const { id } of runs) await admin.ok('GET', `/runs/${id}`);

  // a database that fails during a request, and a lost connection
  await sql`alter table user_settings rename openalex_api_key to gone_key`.execute(db);
  expect((await admin.call('PUT', '/settings', { body: keys })).status).toBe(500);
  await sql`alter table user_settings rename gone_key to openalex_api_key`.execute(db);
  await sql`alter table sessions add constraint no_agent check (user_agent is null) not valid`.execute(db);
  const signIn = { body: { email: first.email, password: marks.of('changed-password') } };
  await csrfOf(stranger);
  expect((await stranger.call('POST', '/auth/login', signIn)).status).toBe(500);
  await sql`alter table sessions drop constraint no_agent`.execute(db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'lectern%'`.execute(db);
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), { timeout: 60_000 });
  await vi.waitFor(() => admin.ok('GET', '/scholars/export'), { timeout: 60_000 });
  await csrfOf(stranger);
  await vi.waitFor(() => stranger.ok('POST', '/auth/login', signIn), { timeout: 60_000 });
  keepSession(stranger);
  const metrics = await vi.waitFor(
    async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      expect(text).toContain('lectern_database_up 1');
      return text;
    },
    { timeout: 60_000, interval: 200 },
  );
  const rows = await readAllRows(db);
  const rotated = runProgram('ops.js', { ...env, DATABASE_URL: env.DATABASE_URL }, { args: ['rotate-secrets'] });
  expect(await rotated.end()).toBe(0);
  expect((await service.stop('SIGTERM')).code).toBe(0);

  const found: string[] = [];
  const look = (where: string, text: string, ...allowed: string[]) =>
    void found.push(...findMarks(marks.but(...allowed), where, text));
  const lines = service.output().split('\n').filter(Boolean);
  expect(lines.length).toBeGreaterThan(200);
  for (const line of lines) {
    // the log contains the set-up link once, on purpose
    const isInvitation = line.includes('There is no user yet');
    look('the log', line, ...(isInvitation ? ['setup-token'] : []));
    // it contains no query of any URL either
    if (/:\/\/[^\s"]*\?[^…]/.test(line)) found.push(`a query in the log: ${line}`);
  }
  expect(lines.filter((line) => line.includes(setupToken))).toHaveLength(1);
  look('a command', rotated.output());
  for (const { what, status, text } of seen) {
    const csrf = marks.but().flatMap(({ name }) => (/^csrf-token/.test(name) ? [name] : []));
    // the client gets the secrets that were created for it, and the owner of a picture its URL
    const isForClient = status < 300 && /\/auth\/(csrf|login|setup|tokens|change-password)/.test(what);
    const isPicture = status < 300 && /\/scholars/.test(what);
    look(
      `${status} to ${what}`,
      text,
      ...(isForClient ? [...csrf, 'api-token'] : []),
      ...(isPicture ? ['signature'] : []),
    );
  }
  look('the metrics', metrics);
  look('the tables', rows, 'signature');
  const hasDump = await findPostgresTool('pg_dump', { path: process.env.PATH ?? '', atLeast: 15 }).catch(() => null);
  if (hasDump === null) console.log('no pg_dump here: only the rows of all tables were looked through');
  else
    look(
      'a dump',
      await readFile(await dumpOf(database.url, await makeFolder(), { plain: true }), 'utf8'),
      'signature',
    );
  expect([...new Set(found)]).toEqual([]);
});

test('the log of a failed start, or of a first administrator from the environment, contains no secret either', async () => {
  const marks = new Marks();
  const database = await makeTestDatabase();
  onTestFinished(database.drop);
  const password = marks.of('database-password');
  const misread: [variables: Record<string, string>, words: RegExp][] = [
    [{ DATABASE_URL: `postgresql://lectern:${password}@[nowhere/none` }, /DATABASE_URL is not a valid URL/],
    [{ DATABASE_URL: `mysql://lectern:${password}@127.0.0.1/none` }, /must begin with postgresql/],
    [{ SECRETS_KEY: marks.of('short-key').slice(0, 20) }, /SECRETS_KEY must have/],
    [{ OPENALEX_API_KEY: `${marks.of('key')} with blanks` }, /OPENALEX_API_KEY must be/],
    [{ BOOTSTRAP_ADMIN_PASSWORD: marks.of('password') }, /BOOTSTRAP_ADMIN_EMAIL is required/],
  ];
  for (const [variables, words] of misread) {
    const said = vi.fn(() => readConfig(variables));
    expect(said).toThrow(words);
    expect(findMarks(marks.but(), 'what is wrong', String(said.mock.results[0]?.value))).toEqual([]);
  }
  const refused = `postgresql://lectern:${password}@127.0.0.1:1/none?password=${password}`;
  const failing = runProgram('api.js', { DATABASE_URL: refused, LOG_LEVEL: 'trace' });
  expect(await failing.end()).toBe(1);
  expect(failing.output()).toMatch(/cannot be used/);
  expect(findMarks(marks.but(), 'a failed start', failing.output())).toEqual([]);
  const first = runProgram('api.js', {
    DATABASE_URL: withPassword(database.url, password),
    LOG_LEVEL: 'trace',
    LOG_FORMAT: 'pretty',
    BOOTSTRAP_ADMIN_EMAIL: 'admin@lectern.example',
    BOOTSTRAP_ADMIN_PASSWORD: marks.of('bootstrap-password'),
  });
  const client = new Client(await first.says(/listens on (http:[\d./:]+)/));
  await client.signIn('admin@lectern.example', marks.of('bootstrap-password'));
  expect((await first.stop('SIGTERM')).code).toBe(0);
  expect(first.output()).toContain('created the administrator');
  expect(findMarks(marks.but(), 'the log of a first start', first.output())).toEqual([]);
});
