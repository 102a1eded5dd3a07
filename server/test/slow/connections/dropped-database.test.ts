import { expect, inject, onTestFinished, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { queryServer } from '../../support/test-database.ts';
import { until } from '../../support/wait.ts';

const PATHS = ['/publications', '/scholars/export', '/publications/export?format=bibtex', '/auth/me'];

test('without its database, and with an empty one in its place, the service is not ready; with its own again it continues', async () => {
  const { admin, services } = await startService();
  const name = /\/(lectern_test_\w+)/.exec(services.config.databaseUrl ?? '')?.[1] ?? '';
  const kept = `${name}_kept`;
  const server = (statement: string) => queryServer(inject('databaseServer'), statement);
  const rename = async (from: string, to: string) => {
    await until(async () => {
      await server(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`);
      await server(`alter database ${from} rename to ${to}`);
    });
  };
  onTestFinished(async () => void (await server(`drop database if exists ${kept} with (force)`)));
  const expectNotReady = async () => {
    for (const path of PATHS) {
      const { headers } = await admin.fails(503, 'not_ready', 'GET', path);
      expect(Number(headers.get('retry-after')), path).toBeGreaterThan(0);
    }
    await admin.fails(503, 'not_ready', 'POST', '/scholars', { body: { scholar_id: 'AdaLoopback1' } });
    await admin.fails(503, 'not_ready', 'POST', '/scholars/import', { body: { scholars: [], publications: [] } });
    await until(async () => expect((await fetch(`${admin.base}/healthz`)).status).toBe(503));
  };
  await rename(name, kept);
  await expectNotReady();
  await server(`create database ${name}`);
  await expectNotReady();
  await server(`drop database ${name} with (force)`);
  await rename(kept, name);
  await until(async () => {
    for (const path of PATHS)
      await admin.raw('GET', `/api/v1${path}`).then(({ status }) => expect(status, path).toBe(200));
    expect((await fetch(`${admin.base}/healthz`)).status).toBe(200);
  });
});

test('while the database is read-only, changes are refused as not ready, and reading works', async () => {
  const { admin, services } = await startService();
  const name = /\/(lectern_test_\w+)/.exec(services.config.databaseUrl ?? '')?.[1] ?? '';
  const change = async (setting: string) => {
    await queryServer(inject('databaseServer'), `alter database ${name} ${setting}`);
    await queryServer(
      inject('databaseServer'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  };
  const health = async () => (await fetch(`${admin.base}/healthz`)).json();
  const body = { scholar_id: 'AdaLoopback1' };
  await change('set default_transaction_read_only = on');
  await until(async () => expect(await health()).toMatchObject({ reason: 'The database is read-only.' }));
  await until(() => admin.ok('GET', '/publications'));
  const { headers } = await admin.fails(503, 'not_ready', 'POST', '/scholars', { body });
  expect(headers.get('retry-after')).toBe('30');
  await admin.fails(503, 'not_ready', 'POST', '/scholars/import', { body: { scholars: [], publications: [] } });
  await change('reset default_transaction_read_only');
  await until(async () => expect(await health()).toMatchObject({ status: 'ok' }));
  await until(() => admin.ok('POST', '/scholars', { body }));
});
