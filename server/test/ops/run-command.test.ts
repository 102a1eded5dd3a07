import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const program = new URL('../../dist/start/run-command.js', import.meta.url).href;
const KEY = 'the key of this test, which is long enough';
const PASSWORD = 'a-database-password';
const ENV = { PATH: process.env.PATH, DATABASE_URL: `postgresql://u:${PASSWORD}@127.0.0.1:1/x`, SECRETS_KEY: KEY };

/** Runs a command of this code, like the operators' tools. */
async function runCommand(code: string, format: string): Promise<{ code: number; out: string; err: string }> {
  const script = `import { runCommand } from '${program}'; await runCommand(async ({ log, config }) => { ${code} });`;
  const args = ['--input-type=module', '--eval', script];
  return run(process.execPath, args, { env: { ...ENV, LOG_FORMAT: format } }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code: failed, stdout, stderr }) => ({ code: failed as number, out: stdout, err: stderr }),
  );
}

test.each(['json', 'pretty'])('the log of a tool contains no secret, as %s', async (format) => {
  const logged =
    "log.info('quiet'); log.warn({ err: new Error(['lost', config.databaseUrl, config.secretsKey].join(' ')) }, 'it went');";
  const { code, out } = await runCommand(logged, format);
  expect([code, out.includes('it went'), out.includes('quiet')]).toEqual([0, true, false]);
  expect(out).toContain('lost postgresql://…@127.0.0.1:1/x …');
  for (const secret of [KEY, PASSWORD]) expect(out).not.toContain(secret);
});

test('the error of a tool contains no secret either, even one that a library attached to it', async () => {
  const thrown =
    "throw Object.assign(new Error('broke at ' + config.databaseUrl, { cause: new Error(config.secretsKey) }), { connection: { password: 'hung' } });";
  const { code, err } = await runCommand(thrown, 'json');
  expect([
    code,
    err.includes('Error: broke at postgresql://…@127.0.0.1:1/x'),
    err.includes('Caused by: Error: …'),
  ]).toEqual([1, true, true]);
  for (const secret of [KEY, PASSWORD, 'hung']) expect(err).not.toContain(secret);
});

test('each failure of several addresses is reported, and a circular cause is reported once', async () => {
  const thrown = `const refused = Object.assign(new AggregateError([new Error('refused at ::1'), new Error('refused at ' + config.databaseUrl)]), { code: 'ECONNREFUSED' });
    const outer = new Error('no database', { cause: refused });
    refused.cause = outer;
    throw outer;`;
  const { code, err } = await runCommand(thrown, 'json');
  expect(code).toBe(1);
  for (const detail of ['Code: ECONNREFUSED', '- refused at ::1', '- refused at postgresql://…@127.0.0.1:1/x'])
    expect(err).toContain(detail);
  expect(err.split('no database')).toHaveLength(2);
  expect(err).not.toContain(PASSWORD);
});
