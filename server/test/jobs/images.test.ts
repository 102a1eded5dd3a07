import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { GOOGLE_SCHOLAR, GOOGLE_SCHOLAR_PHOTOS } from '../../src/sources/source.ts';
import type { Client } from '../support/client.ts';
import { endCooldowns, expireClaims, makeJobDue, runJob } from '../support/due.ts';
import { lookAt, makeFlatPng, makeImage } from '../support/make-images.ts';
import { profileId, type Service, serviceOfFile, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';
import { startServiceProcess } from './service-process.ts';
import { webServerOfFile } from './web-server.ts';

const ONE = profileId(1);
const web = await webServerOfFile();
const failing = await webServerOfFile();
const env = { OUTBOUND_ALLOW_HOSTS: `${web.host},${failing.host}` };
/** Without a worker, so that a test can prepare its pictures before any is fetched. */
const openService = serviceOfFile({ sources: 'google_scholar', workers: 0, env });

async function openWithWorker(workers = 1): Promise<Service> {
  const service = await openService();
  for (let started = 0; started < workers; started += 1) await service.startWorker();
  return service;
}

/** Fetches the pictures that are due, like the scheduled job. */
async function review({ db }: Service): Promise<void> {
  await runJob(db, 'fetch-images');
}

/** Waits until the user's scholar has a picture, or none. */
async function untilImage(client: Client, id: number, state: 'ready' | 'failed') {
  return until(async () => {
    const { scholars } = await client.ok('GET', '/scholars');
    const scholar = scholars.find((one: { id: number }) => one.id === id);
    expect(scholar.profile_image_state).toBe(state);
    return scholar;
  });
}

async function get(client: Client, path: string): Promise<Buffer> {
  const answer = await client.raw('GET', path);
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test("a profile's photo is fetched once for all who track it, and served by the service", async () => {
  const service = await openWithWorker();
  const { admin, newUser, sandbox, db } = service;
  sandbox.addScholar(ONE, 3);
  const other = await newUser('other');
  const [mine = 0] = await service.collect(admin, [ONE]);
  const [theirs = 0] = await service.collect(other, [ONE]);
  const [waiting] = (await admin.ok('GET', '/scholars')).scholars;
  expect(waiting).toMatchObject({ profile_image_source: 'scraped', profile_image_url: null });
  expect((await admin.raw('GET', `/scholar-images/${mine}/scraped`)).status).toBe(404);
  await review(service);
  for (const [client, id] of [
    [admin, mine],
    [other, theirs],
  ] as const) {
    const { profile_image_url, profile_image_source } = await untilImage(client, id, 'ready');
    expect(profile_image_source).toBe('scraped');
    expect(await lookAt(await get(client, profile_image_url))).toMatchObject({
      format: 'webp',
      width: 128,
      height: 128,
    });
  }
  expect(sandbox.photoRequests.map((one) => one.profileId)).toEqual([ONE]);
  await review(service);
  await other.ok('DELETE', `/scholars/${theirs}`);
  await get(admin, `/scholar-images/${mine}/scraped`);
  expect((await other.raw('GET', `/scholar-images/${mine}/scraped`)).status).toBe(404);
  await admin.ok('DELETE', `/scholars/${mine}`);
  await review(service);
  await until(async () => expect(await db.selectFrom('fetched_images').select('id').execute()).toEqual([]));
  expect(sandbox.photoRequests).toHaveLength(1);
});

test('a refused photo starts a cooldown of photos only', async () => {
  const service = await openWithWorker();
  const { admin, sandbox, db } = service;
  const ids = [1, 2, 3].map(profileId);
  for (const id of ids) sandbox.addScholar(id, 2);
  const tracked = await service.collect(admin, ids);
  sandbox.setFault('photos', { kind: 'unusual', retryAfter: '7200' });
  await review(service);
  await until(async () => {
    const photos = await db
      .selectFrom('source_states')
      .select(sql<number>`extract(epoch from cooldown_until - now())`.as('seconds'))
      .where('source', '=', GOOGLE_SCHOLAR_PHOTOS)
      .executeTakeFirst();
    expect(Number(photos?.seconds)).toBeGreaterThan(7000);
  });
  const { failed } = await db
    .selectFrom('fetched_images')
    .select(sql<number>`count(*) filter (where failure_count > 0)`.as('failed'))
    .executeTakeFirstOrThrow();
  expect([failed, sandbox.photoRequests.length]).toEqual([1, 1]);
  const source = db.selectFrom('source_states').select(['cooldown_until', 'blocked_in_a_row']);
  expect(await source.where('source', '=', GOOGLE_SCHOLAR).executeTakeFirst()).toEqual({
    cooldown_until: null,
    blocked_in_a_row: 0,
  });
  expect((await service.runToEnd(admin)).run.status).toBe('success');
  const { scholars } = await admin.ok('GET', '/scholars');
  const states = scholars.map((one: Record<string, unknown>) => one.profile_image_state);
  expect(states.sort()).toEqual(['failed', 'pending', 'pending']);
  // the cooldown is over, and a day has passed
  sandbox.setFault('photos', null);
  await endCooldowns(db);
  await sql`update fetched_images set due_at = now()`.execute(db);
  await review(service);
  for (const id of tracked) await untilImage(admin, id, 'ready');
});

test('photos wait during a cooldown of the source, and are not requested if robots.txt is obeyed', async () => {
  const service = await openWithWorker();
  const { admin, sandbox, db } = service;
  sandbox.addScholar(ONE, 2);
  const [id = 0] = await service.collect(admin, [ONE]);
  await sql`update source_states set cooldown_until = now() + interval '1 hour' where source = ${GOOGLE_SCHOLAR}`.execute(
    db,
  );
  await review(service);
  await review(service);
  expect(sandbox.photoRequests).toEqual([]);
  await endCooldowns(db);
  await review(service);
  await untilImage(admin, id, 'ready');

  const obeying = await startService({ sources: 'google_scholar', env: { GOOGLE_SCHOLAR_OBEY_ROBOTS: '1' } });
  obeying.sandbox.addScholar(ONE, 2);
  await obeying.collect(obeying.admin, [ONE]);
  await runJob(obeying.db, 'fetch-images');
  expect(obeying.sandbox.photoRequests).toEqual([]);
});

test('two processes fetch a picture once', async () => {
  web.use((_path, response) => response.end(makeFlatPng(9, 9)));
  const service = await openWithWorker(3);
  const { admin } = service;
  const paths = Array.from({ length: 4 }, (_, index) => `/${index}.png`);
  for (const [index, path] of paths.entries()) {
    const body = { scholar_id: profileId(index), profile_image_url: `${web.origin}${path}` };
    await admin.ok('POST', '/scholars', { body, status: 201 });
  }
  for (let round = 0; round < 5; round += 1) {
    await review(service);
  }
  await until(async () => {
    const { scholars } = await admin.ok('GET', '/scholars');
    expect(scholars.map((one: Record<string, unknown>) => one.profile_image_state)).toEqual(paths.map(() => 'ready'));
  });
  await runJob(service.db, 'fetch-images');
  expect(web.requests.map(({ path }) => path).sort()).toEqual(paths);
});

test("the picture at a user's address is fetched by the service, and shown instead of the profile's", async () => {
  const picture = await makeImage('jpeg', { width: 600, height: 300 });
  web.use((path, response) => {
    if (path === '/away') return response.writeHead(302, { location: '/a.jpg' }).end();
    if (path === '/a.jpg') return response.writeHead(200, { 'content-type': 'text/html' }).end(picture);
    if (path === '/page')
      return response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>');
    if (path === '/large') return response.end(Buffer.alloc(2_000_001));
    if (path === '/inside') return response.writeHead(302, { location: 'http://127.0.0.1:9/a.png' }).end();
    if (path === '/cut')
      return response
        .writeHead(200, { 'content-length': '9999' })
        .write(picture.subarray(0, 99), () => response.destroy());
    return response.writeHead(404).end(picture);
  });
  const service = await openWithWorker();
  const { admin, newUser, db } = service;
  const other = await newUser('other');
  const body = { scholar_id: ONE };
  const { id } = await admin.ok('POST', '/scholars', { body, status: 201 });
  const theirs = (await other.ok('POST', '/scholars', { body, status: 201 })).id;
  const show = (image_url: string) => admin.ok('PUT', `/scholars/${id}/image/url`, { body: { image_url } });

  expect(await show(`${web.origin}/away`)).toMatchObject({
    profile_image_source: 'override',
    profile_image_url: null,
    profile_image_state: 'pending',
  });
  const { profile_image_url } = await untilImage(admin, id, 'ready');
  expect(await lookAt(await get(admin, profile_image_url))).toMatchObject({ format: 'webp', width: 512, height: 256 });
  expect(web.requests.map(({ path }) => path)).toEqual(['/away', '/a.jpg']);
  // it is one user's choice and does not change the profile
  expect((await other.ok('GET', '/scholars')).scholars).toMatchObject([{ id: theirs, profile_image_source: 'none' }]);

  for (const path of ['/page', '/large', '/inside', '/cut', '/missing']) {
    // it may be fetched before the response is made
    expect((await show(`${web.origin}${path}`)).profile_image_state, path).toMatch(/^(pending|failed)$/);
    expect((await admin.raw('GET', profile_image_url)).status, 'the picture before is not shown').toBe(404);
    expect((await untilImage(admin, id, 'failed')).profile_image_url, path).toBeNull();
  }
  await show('http://127.0.0.1:1/not-allowed.png');
  await untilImage(admin, id, 'failed');
  await show('https://scholar.googleusercontent.com/citations?view_op=view_photo&user=x');
  await untilImage(admin, id, 'failed');
  const { days } = await db
    .selectFrom('fetched_images')
    .select(sql<number>`extract(epoch from due_at - now()) / 86400`.as('days'))
    .executeTakeFirstOrThrow();
  expect(Number(days), 'tried again a day later').toBeGreaterThan(0.99);
  expect((await admin.ok('DELETE', `/scholars/${id}/image`)).profile_image_source).toBe('none');
  expect(await db.selectFrom('fetched_images').select('id').execute()).toEqual([]);
});

test('a picture stays while it cannot be fetched again, and is replaced when it changes', async () => {
  let answer: { status: number; body: Buffer } = { status: 200, body: makeFlatPng(9, 9) };
  web.use((_path, response) => response.writeHead(answer.status).end(answer.body));
  const service = await openWithWorker();
  const { admin, db } = service;
  const body = { scholar_id: ONE, profile_image_url: `${web.origin}/a.png` };
  const { id } = await admin.ok('POST', '/scholars', { body, status: 201 });
  await review(service);
  const first = await untilImage(admin, id, 'ready');
  const requestAgain = async (times: number) => {
    await sql`update fetched_images set due_at = now()`.execute(db);
    await runJob(db, 'fetch-images');
    expect(web.requests).toHaveLength(times);
    return (await admin.ok('GET', '/scholars')).scholars[0];
  };
  answer = { status: 503, body: Buffer.alloc(0) };
  // its first crawl may end in the meantime
  const { profile_image_url, profile_image_state } = first;
  expect(await requestAgain(2)).toMatchObject({ profile_image_url, profile_image_state });
  answer = { status: 200, body: makeFlatPng(30, 9) };
  const changed = await requestAgain(3);
  expect(changed.profile_image_url).not.toBe(first.profile_image_url);
  expect(await lookAt(await get(admin, changed.profile_image_url))).toMatchObject({ width: 30, height: 9 });
});

test('a process that stops during a fetch returns the picture to the queue, and other processes take over from a killed one', async () => {
  const held: ServerResponse[] = [];
  let holds = true;
  web.use((_path, response) => {
    if (holds) held.push(response);
    else response.end(makeFlatPng(9, 9));
  });
  const service = await openService();
  const { admin, db } = service;
  const body = { scholar_id: ONE, profile_image_url: `${web.origin}/a.png` };
  const { id } = await admin.ok('POST', '/scholars', { body, status: 201 });
  const isDue = async () => {
    const row = db.selectFrom('fetched_images').select(['failure_count', sql<boolean>`due_at <= now()`.as('isDue')]);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ failure_count: 0, isDue: true });
  };

  const stopped = startServiceProcess(service, env, 'worker.js');
  await makeJobDue(db, 'fetch-images');
  await until(async () => expect(held).toHaveLength(1));
  expect(await stopped.terminate()).toMatchObject({ exitCode: 0 });
  await isDue();

  const killed = startServiceProcess(service, env, 'worker.js');
  await makeJobDue(db, 'fetch-images');
  await until(async () => expect(held).toHaveLength(2));
  await killed.kill();
  await isDue();
  holds = false;
  await expireClaims(db);
  const last = startServiceProcess(service, env, 'worker.js');
  await makeJobDue(db, 'fetch-images');
  await untilImage(admin, id, 'ready');
  expect(await last.terminate()).toMatchObject({ exitCode: 0 });
});

test('a failing host is not requested again for a while, and a working host serves ten pictures in one pass', async () => {
  let status = 503;
  failing.use((_path, response) => response.writeHead(status).end());
  const service = await openService();
  const { admin } = service;
  for (let at = 0; at < 12; at += 1) {
    const body = { scholar_id: profileId(at), profile_image_url: `${failing.origin}/${at}.png` };
    await admin.ok('POST', '/scholars', { body, status: 201 });
  }
  await service.startWorker();
  await review(service);
  expect(failing.requests).toHaveLength(1);
  status = 404;
  await review(service);
  expect(failing.requests.length).toBeLessThanOrEqual(11);
  await review(service);
  await until(async () => expect(new Set(failing.requests.map(({ path }) => path)).size).toBe(12));
});
