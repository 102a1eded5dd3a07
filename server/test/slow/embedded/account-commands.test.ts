import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Outcome, runProgramWith } from '../../ops/installed-project.ts';
import { makeDataDir, runProgram } from '../../ops/process-runner.ts';
import { Client } from '../../support/client.ts';
import { hasPython } from '../../support/has-python.ts';
import { ADMIN, type Service, startService } from '../../support/service.ts';

const OPS = fileURLToPath(new URL('../../../dist/start/ops.js', import.meta.url));
const TERMINAL = fileURLToPath(new URL('../../support/type-in-terminal.py', import.meta.url));
const PASSWORD = 'remembered from now on';
const PATH = process.env.PATH ?? '';
/** The tests start several processes one after another, possibly on a busy machine. */
const timeout = 120_000;

/** Runs a command whose standard input is not a terminal. */
const pipe = (env: Record<string, string>, input: string, ...args: string[]): Promise<Outcome> =>
  runProgramWith(process.execPath, [OPS, ...args], { PATH, ...env }, { input });

/** Runs a command in a terminal and types these lines when it asks. `stdout` is what the terminal shows. */
const type = (env: Record<string, string>, lines: readonly string[], ...args: string[]): Promise<Outcome> =>
  runProgramWith('python3', [TERMINAL, process.execPath, OPS, ...args], {
    ...{ PATH, LINES_TO_TYPE: JSON.stringify(lines) },
    ...env,
  });

const databaseOf = ({ services }: Service) => ({ DATABASE_URL: services.config.databaseUrl ?? '' });

const RESET = ['reset-password', '--email', ADMIN.email.toUpperCase()];

test('reset-password from standard input: the old password, sessions and tokens end, and the audit log says so', {
  timeout,
}, async () => {
  const service = await startService();
  const { admin, url } = service;
  const body = { name: 'script', scope: 'read', expires_in_days: 30, current_password: ADMIN.password };
  const { token } = await admin.ok('POST', '/auth/tokens', { body, status: 201 });
  const bearer = { headers: { authorization: `Bearer ${token}` }, csrf: false };
  const script = new Client(url);
  await script.ok('GET', '/publications', bearer);

  const reset = await pipe(databaseOf(service), `${PASSWORD}\n`, ...RESET);
  expect(reset).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^The password of .* is set\./) });

  await admin.fails(401, 'auth_required', 'GET', '/auth/me');
  await script.fails(401, 'auth_required', 'GET', '/publications', bearer);
  const client = new Client(url);
  await expect(client.signIn(ADMIN.email, ADMIN.password)).rejects.toThrow('/auth/login');
  await client.signIn(ADMIN.email, PASSWORD);
  const { user } = await client.ok('GET', '/auth/me');
  expect((await client.ok('GET', '/admin/audit?kind=changes')).entries).toMatchObject([
    { actor: 'command line', actor_user_id: null, action: 'account.reset-password', user_id: user.id },
  ]);
});

test('in a terminal reset-password asks twice and shows no password', { timeout }, async (context) => {
  if (!hasPython) return context.skip('python3 is missing');
  const service = await startService();
  const env = databaseOf(service);
  const differ = await type(env, [PASSWORD, `${PASSWORD}!`], ...RESET);
  expect([differ.code, differ.stdout]).toEqual([1, expect.stringContaining('The two passwords differ')]);
  const stopped = await type(env, ['\u0003'], ...RESET);
  expect([stopped.code, stopped.stdout]).toEqual([1, expect.stringContaining('No password was given.')]);
  await service.admin.ok('GET', '/auth/me');

  // a mistake that was corrected
  const { code, stdout } = await type(env, [`${PASSWORD}!\u007f`, PASSWORD], ...RESET);
  expect([code, stdout.split('\r\n')]).toEqual([
    0,
    [
      `New password for ${RESET[2]}: `,
      'The same password again: ',
      expect.stringMatching(/^The password of .* is set\./),
      '',
    ],
  ]);
  await new Client(service.url).signIn(ADMIN.email, PASSWORD);
});

test('create-admin creates an administrator beside the others, and the audit log says so', { timeout }, async () => {
  const service = await startService();
  const email = 'Second@lectern.example';
  const created = await pipe(databaseOf(service), PASSWORD, 'create-admin', '--email', email);
  expect(created).toEqual({ code: 0, stderr: '', stdout: `The administrator ${email} is created.\n` });
  const client = new Client(service.url);
  await client.signIn(email, PASSWORD);
  expect((await client.ok('GET', '/admin/audit?kind=changes')).entries).toMatchObject([
    { actor: 'command line', action: 'account.create', after: { email, is_admin: true } },
  ]);
});

test('both commands say what is wrong and change nothing', { timeout }, async () => {
  const service = await startService();
  const { admin } = service;
  const { userId } = await service.newUser('away');
  await admin.ok('PATCH', `/admin/users/${userId}/active`, { body: { is_active: false } });
  const { total_count: before } = await admin.ok('GET', '/admin/audit?kind=changes');
  for (const [name, email, input, words] of [
    ['reset-password', 'nobody@lectern.example', PASSWORD, `Administrators: ${ADMIN.email}.`],
    ['reset-password', 'away@lectern.example', PASSWORD, 'is disabled'],
    ['reset-password', ADMIN.email, 'too short', 'A password must have 12 to 256 characters.'],
    ['reset-password', ADMIN.email, '', 'No password was given.'],
    // what a decoder makes of other encodings
    ['reset-password', ADMIN.email, 'twelve characters \ufffd', 'is not text in UTF-8'],
    ['create-admin', ADMIN.email, PASSWORD, 'already exists'],
    ['create-admin', 'nobody', PASSWORD, 'The email must be an email address.'],
    ['create-admin', 'new@lectern.example', '', 'No password was given.'],
  ] as const) {
    const refused = await pipe(databaseOf(service), input, name, '--email', email);
    expect([refused.code, refused.stdout], refused.stderr).toEqual([1, '']);
    expect(refused.stderr).toContain(words);
    expect(refused.stderr).not.toMatch(/\n {4}at /);
  }
  expect((await admin.ok('GET', '/admin/audit?kind=changes')).total_count).toBe(before);
  expect((await admin.ok('GET', '/admin/users')).users).toHaveLength(2);
});

test('with the embedded database both commands work before the first user, beside the service and without it', {
  timeout,
}, async () => {
  const dataDir = await makeDataDir();
  const env = { DATA_DIR: dataDir };
  const service = runProgram('all.js', env);
  const client = new Client(await service.url());
  await service.says(/setup#token=/);
  const account = ['--email', ADMIN.email];
  expect(await pipe(env, ADMIN.password, 'create-admin', ...account)).toMatchObject({ code: 0, stderr: '' });
  await client.signIn(ADMIN.email, ADMIN.password);
  expect(await pipe(env, PASSWORD, 'reset-password', ...account)).toMatchObject({ code: 0, stderr: '' });
  await client.fails(401, 'auth_required', 'GET', '/auth/me');
  await service.stop('SIGTERM');

  expect(await pipe(env, `${PASSWORD}, again`, 'reset-password', ...account)).toMatchObject({ code: 0, stderr: '' });
  const again = new Client(await runProgram('all.js', env).url());
  await again.signIn(ADMIN.email, `${PASSWORD}, again`);
});
