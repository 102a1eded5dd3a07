import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { loadSharp } from '../../src/scholars/shrink-image.ts';
import { GOOGLE_SCHOLAR_PHOTOS } from '../../src/sources/source.ts';
import type { Client } from '../support/client.ts';
import { makeJobDue } from '../support/due.ts';
import { makeFlatPng } from '../support/make-images.ts';
import { profileId, type Service, serviceOfFile } from '../support/service.ts';
import { until } from '../support/wait.ts';
import { sendStatus, webServerOfFile } from './web-server.ts';

const web = await webServerOfFile();
const another = await webServerOfFile();
const third = await webServerOfFile();
const webs = [web, another, third];
/** Without a worker, because one could start the job after the first scholar and wait for that picture alone. */
const openService = serviceOfFile({
  sources: 'google_scholar',
  workers: 0,
  env: { OUTBOUND_ALLOW_HOSTS: webs.map(({ host }) => host).join(',') },
});

/** Scholars with a picture address from the user; returns their ids. No worker reads their profiles. */
async function name(client: Client, urls: readonly string[], from = 100): Promise<number[]> {
  const ids: number[] = [];
  for (const [at, profile_image_url] of urls.entries()) {
    const body = { scholar_id: profileId(from + at), profile_image_url };
    ids.push((await client.ok('POST', '/scholars', { body, status: 201 })).id);
  }
  return ids;
}

/** As many more scholars of the administrator, each with a different picture at that address. */
async function nameMany({ db }: Service, count: number, url: string, prefix = 'Many'): Promise<void> {
  await sql`
    with made as (
      insert into profiles (source, source_id) select 'google_scholar', ${prefix}::text || to_char(n, 'FM00000000') from generate_series(1, ${count}) n returning id
    )
    insert into scholars (user_id, profile_id, image_override_url)
    select (select min(id) from users), id, ${url} || id from made`.execute(db);
}

async function review({ db }: Service): Promise<void> {
  await makeJobDue(db, 'fetch-images');
}

const states = async (client: Client): Promise<Map<number, string>> => {
  const { scholars } = await client.ok('GET', '/scholars');
  return new Map(scholars.map((one: { id: number; profile_image_state: string }) => [one.id, one.profile_image_state]));
};

test("a user's picture address at the source neither starts nor ends a cooldown of photos", async () => {
  const service = await openService();
  await service.startWorker();
  const { admin, sandbox, db } = service;
  sandbox.setFault('photos', { kind: 'unusual', retryAfter: '7200' });
  const [named = 0] = await name(admin, [`${sandbox.origin}/citations?view_op=view_photo&user=x`]);
  await review(service);
  await until(async () => expect((await states(admin)).get(named)).toBe('failed'));
  const photos = () =>
    db
      .selectFrom('source_states')
      .select(['cooldown_until', 'blocked_in_a_row', 'last_success_at'])
      .where('source', '=', GOOGLE_SCHOLAR_PHOTOS)
      .executeTakeFirst();
  expect(await photos()).toEqual({ cooldown_until: null, blocked_in_a_row: 0, last_success_at: null });
  sandbox.setFault('photos', null);
  await sql`update fetched_images set due_at = now()`.execute(db);
  await review(service);
  await until(async () => expect((await states(admin)).get(named)).toBe('ready'));
  expect(await photos()).toEqual({ cooldown_until: null, blocked_in_a_row: 0, last_success_at: null });
});

test('hundreds of addresses at the source that wait for slots do not delay other hosts', async () => {
  web.use((_path, response) => response.end(makeFlatPng(9, 9)));
  const service = await openService();
  const { admin, sandbox, db } = service;
  await nameMany(service, 700, `${sandbox.origin}/citations?view_op=view_photo&user=`);
  await sql`insert into source_states (source, cooldown_until) values (${GOOGLE_SCHOLAR_PHOTOS}, now() + interval '1 hour')`.execute(
    db,
  );
  const [other = 0] = await name(admin, [`${web.origin}/a.png`]);
  await service.startWorker();
  await review(service);
  await until(async () => expect((await states(admin)).get(other)).toBe('ready'));
  expect(sandbox.photoRequests).toEqual([]);
});

test("hundreds of users' addresses do not delay the photos of profiles", async () => {
  web.use((_path, response) => sendStatus(response, 404));
  const service = await openService();
  await service.startWorker();
  const { admin, sandbox, db } = service;
  sandbox.addScholar(profileId(1), 1);
  const [id = 0] = await service.collect(admin, [profileId(1)]);
  await nameMany(service, 300, `${web.origin}/`);
  await nameMany(service, 300, `${sandbox.origin}/citations?view_op=view_photo&user=named`, 'More');
  await sql`delete from fetched_images`.execute(db);
  await review(service);
  await until(async () => expect((await states(admin)).get(id)).toBe('ready'));
  const at = sandbox.photoRequests.findIndex((one) => one.profileId === profileId(1));
  expect([0, 1], 'in its turn, beside what users named there').toContain(at);
});

test('pictures that were fetched together are decoded one after the other', async () => {
  const held: ServerResponse[] = [];
  const answer = (_path: string, response: ServerResponse) => void held.push(response);
  for (const one of webs) one.use(answer);
  const service = await openService();
  const ids = await name(
    service.admin,
    webs.map(({ origin }) => `${origin}/a.png`),
  );
  const sharp = await loadSharp();
  // A picture that the decoder takes from its queue while we read the two counters shows in both, or in neither. So we
  // cannot count the pictures in work; but between two pictures that are decoded one after the other both counters are
  // surely zero.
  let idleMoments = 0;
  const countIdleMoments = () => {
    const { queue, process } = sharp.counters();
    if (queue === 0 && process === 0) idleMoments += 1;
  };
  sharp.queue.on('change', countIdleMoments);
  onTestFinished(() => void sharp.queue.off('change', countIdleMoments));
  await service.startWorker();
  await review(service);
  await until(async () => expect(held).toHaveLength(3));
  const picture = makeFlatPng(3000, 3000);
  for (const response of held) response.end(picture);
  await until(async () => {
    const now = await states(service.admin);
    expect(ids.map((id) => now.get(id))).toEqual(['ready', 'ready', 'ready']);
  });
  expect(idleMoments, 'the decoder has no other picture when one ends').toBeGreaterThanOrEqual(3);
});

test('a picture that cannot be saved affects no other, and is retried on another day', async () => {
  web.use((_path, response) => response.end(makeFlatPng(9, 9)));
  another.use((_path, response) => response.end(makeFlatPng(9, 9)));
  const service = await openService();
  const { admin, db } = service;
  await sql`
    create function refuse_bad() returns trigger language plpgsql as $$ begin raise exception 'this one is bad'; end $$`.execute(
    db,
  );
  await sql`
    create trigger refuse_bad before update of image on fetched_images for each row
    when (new.url like '%/bad%' and new.image is not null) execute function refuse_bad()`.execute(db);
  const ids = await name(admin, [`${web.origin}/bad.png`, `${web.origin}/good.png`, `${another.origin}/good.png`]);
  await service.startWorker();
  await review(service);
  await until(async () => {
    const now = await states(admin);
    expect(ids.map((id) => now.get(id))).toEqual(['failed', 'ready', 'ready']);
  });
  expect(web.requests.map(({ path }) => path)).toEqual(['/bad.png', '/good.png']);
  await sql`drop function refuse_bad() cascade`.execute(db);
});
