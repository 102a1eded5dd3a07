import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { describeWorld, makeEnrichmentWorld, startWorker } from '../../jobs/enrichment-world.ts';
import { startServiceProcess } from '../../jobs/service-process.ts';
import { startWebServer } from '../../jobs/web-server.ts';
import { makeFlatPng } from '../../support/make-images.ts';
import { profileId } from '../../support/service.ts';
import { startSilentProxy } from '../../support/silent-proxy.ts';
import { until, untilNoLookups, untilQueueIsDone } from '../../support/wait.ts';

test('enrichment and pictures of a frozen worker continue within a minute, and its late responses change nothing', {
  timeout: 240_000,
}, async () => {
  const held: ServerResponse[] = [];
  const web = await startWebServer((_path, response) => {
    if (held.length === 0) held.push(response);
    else response.end(makeFlatPng(9, 9));
  });
  const made = await makeEnrichmentWorld(6, 0);
  const world = { ...made, env: { ...made.env, OUTBOUND_ALLOW_HOSTS: web.host } };
  const { sandbox, admin, db } = world.service;
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  const first = startWorker(world);
  await first.ready;
  const body = { scholar_id: profileId(1), profile_image_url: `${web.origin}/a.png` };
  await admin.ok('POST', '/scholars', { body, status: 201 });
  expect(await untilQueueIsDone(admin)).toEqual([]);
  await until(async () => expect([world.requested('crossref'), held.length]).toEqual([1, 1]));
  first.child.kill('SIGSTOP');
  const frozenAt = performance.now();
  const second = startWorker(world);
  const state = async () => (await admin.ok('GET', '/scholars')).scholars[0].profile_image_state;
  await until(async () => expect(await state()).toBe('ready'));
  await untilNoLookups(db);
  expect(performance.now() - frozenAt).toBeLessThan(120_000);

  const before = await describeWorld(world);
  expect(before.pdfs?.length).toBe(6);
  sandbox.release();
  held[0]?.end(makeFlatPng(5, 5));
  first.child.kill('SIGCONT');
  expect((await first.terminate()).exitCode, first.output().slice(-2000)).toBe(0);
  expect(await describeWorld(world)).toEqual(before);
  expect(await second.terminate()).toMatchObject({ exitCode: 0 });
});

test('a worker whose connections became half-open continues enrichment within a minute', {
  timeout: 240_000,
}, async () => {
  const world = await makeEnrichmentWorld(6, 0);
  const { sandbox, admin, db, track, services } = world.service;
  const proxy = await startSilentProxy(services.databaseUrl);
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  const worker = startServiceProcess(world.service, { ...world.env, DATABASE_URL: proxy.url }, 'worker.js');
  await track(admin, profileId(1));
  expect(await untilQueueIsDone(admin)).toEqual([]);
  await until(async () => expect(world.requested('crossref')).toBe(1));
  await proxy.silenceOpen();
  const silentAt = performance.now();
  sandbox.release();
  await untilNoLookups(db);
  expect(performance.now() - silentAt).toBeLessThan(120_000);
  expect((await describeWorld(world)).pdfs?.length).toBe(6);
  expect((await worker.terminate()).exitCode, worker.output().slice(-2000)).toBe(0);
});
