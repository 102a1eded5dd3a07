import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const PATH = '/admin/db/integrity';

test('the report of a fresh installation has no failures and warnings, and has metrics', async () => {
  const service = await openService();
  const report = await service.admin.ok('GET', PATH);
  expect(report).toMatchObject({ status: 'passed', failures: [], warnings: [] });
  expect(Math.abs(Date.parse(report.checked_at) - Date.now())).toBeLessThan(120_000);
  for (const check of report.checks) {
    expect(Object.keys(check).sort()).toEqual(['count', 'message', 'name', 'sample_ids', 'severity']);
    if (check.severity !== 'metric') expect([check.name, check.count, check.sample_ids]).toEqual([check.name, 0, []]);
  }
  expect(report.checks).toContainEqual(expect.objectContaining({ name: 'users', severity: 'metric', count: 1 }));
});

test('simultaneous requests get the same report', async () => {
  const service = await openService();
  const reports = await Promise.all([1, 2, 3].map(() => service.admin.ok('GET', PATH)));
  expect(new Set(reports.map(({ checked_at }) => checked_at)).size).toBeLessThan(3);
  await sql`update publications set year = 1`.execute(service.db);
  expect((await service.admin.ok('GET', PATH)).checked_at).not.toBe(reports[0].checked_at);
});
