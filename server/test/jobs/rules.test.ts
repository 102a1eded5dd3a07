import { expect, test } from 'vitest';
import { PLAIN } from '../support/enrichment.ts';
import { adminId, makeRows, savePageOf, track } from '../support/library.ts';
import { ONE, serviceOfFile, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';
import { startServiceProcess } from './service-process.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'collected' });

test('a rule acts on what a run finds, and one about facts of other sources when they have arrived', async () => {
  const { admin, sandbox, runToEnd } = await openService();
  await admin.ok('POST', '/rules', {
    body: { name: 'at once', search: 'title:convergence', mark_read: true },
    status: 201,
  });
  const search = 'has:abstract has:doi has:pdf';
  await admin.ok('POST', '/rules', { body: { name: 'later', search, tags: ['complete'] }, status: 201 });
  const title = 'A slow convergence of rules';
  sandbox.addPublication(ONE, { ...PLAIN, title, doi: '10.5555/rules.1', venue: 'Lattices 7', copy: 'direct' });
  const { run } = await runToEnd(admin);
  expect(run.new_publication_count).toBe(1);
  await until(async () => {
    const { publications } = await admin.ok('GET', '/publications?search=convergence');
    expect(publications).toMatchObject([{ is_read: true, tags: [{ name: 'complete' }] }]);
  });
});

test('a worker that is killed while it applies rules leaves nothing out, and no rule acts twice', async () => {
  const service = await startService();
  const { admin, db } = service;
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  const names = Array.from({ length: 10 }, (_, at) => `rule ${at}`);
  for (const name of names)
    await admin.ok('POST', '/rules', { body: { name, search: 'work', tags: [name], mark_read: true }, status: 201 });
  await savePageOf(db, scholar, makeRows('A', [0, 2000]));
  const countEffects = async () => {
    const { n } = await db
      .selectFrom('rule_effects')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const first = startServiceProcess(service, {}, 'worker.js');
  await until(async () => expect(await countEffects()).toBeGreaterThan(0));
  await first.kill();
  // what the user changes meanwhile is not done again
  const { publications } = await admin.ok('GET', '/publications?search=is:read&page_size=1');
  const [{ publication_id: id }] = publications;
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [id], is_read: false } });
  const second = startServiceProcess(service, {}, 'worker.js');
  await until(async () => expect(await countEffects()).toBe(2000 * names.length));
  await second.kill();
  const { tags } = await admin.ok('GET', '/tags');
  expect(
    tags.map((one: { publication_count: number; unread_count: number }) => [one.publication_count, one.unread_count]),
  ).toEqual(names.map(() => [2000, 1]));
});
