import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { endCooldowns, runJob } from '../support/due.ts';
import { setClockBack } from '../support/pass-day.ts';
import { age, pauseSource } from '../support/prepare.ts';
import { profileId, type Service, serviceOfFile, startService } from '../support/service.ts';
import { until, untilEnded } from '../support/wait.ts';

const ONE = profileId(1);
/** The scheduler runs once, before anything is due. Afterwards the tests start it when they need it. */
const NO_TICKS = { SCHEDULER_TICK_SECONDS: '3600' };

/** Runs the scheduler once, and waits until it has finished. */
async function look({ db }: Service, job = 'start-due-runs'): Promise<void> {
  await runJob(db, job);
}

/** Enables scheduled runs of a user, or of all users. */
async function automate({ db }: Service, minutes = 1440, userId: number | null = null): Promise<void> {
  await sql`
    update user_settings set auto_run_enabled = true, run_interval_minutes = ${minutes}
    where ${userId}::bigint is null or user_id = ${userId}`.execute(db);
}

/** Moves the start of the last runs into the past. */
const passMinutes = ({ db }: Service, minutes: number) => age(db, 'runs.start_dt', `${minutes} minutes`);

/** The triggers of a user's runs, the newest first. Waits until the newest has ended. */
async function listKinds(client: Client): Promise<string[]> {
  const { runs } = await client.ok('GET', '/runs');
  if (runs.length > 0) await untilEnded(client, runs[0].id);
  return runs.map((run: { trigger_type: string }) => run.trigger_type);
}

const openService = serviceOfFile({
  sources: 'google_scholar',
  env: { ...NO_TICKS, INGESTION_MIN_RUN_INTERVAL_MINUTES: '60' },
});

/** A service whose first user tracks a scholar with five publications, already crawled. With `env`, one of its own. */
async function startCollected(env?: Record<string, string>): Promise<Service> {
  const service = env
    ? await startService({ sources: 'google_scholar', env: { ...NO_TICKS, ...env } })
    : await openService();
  service.sandbox.addScholar(ONE, 5);
  await service.collect(service.admin, [ONE]);
  return service;
}

test('a scheduled run starts as soon as runs are enabled, and again after the interval, also after an outage of the database', async () => {
  const service = await startCollected({ SCHEDULER_ENABLED: '1', SCHEDULER_TICK_SECONDS: '1' });
  const { admin, sandbox, db } = service;
  const cut = sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await cut.execute(db);
  sandbox.addPublication(ONE, { title: 'What the first scheduled run finds', italic: null });
  await automate(service);
  await until(async () => expect(await listKinds(admin)).toEqual(['scheduled']));
  const { runs } = await admin.ok('GET', '/runs');
  expect(runs).toMatchObject([{ status: 'success', scholar_count: 1, new_publication_count: 1 }]);
  expect((await admin.ok('GET', '/publications?mode=latest')).publications).toMatchObject([
    { title: 'What the first scheduled run finds' },
  ]);
  await cut.execute(db);
  await passMinutes(service, 1500);
  await until(async () => expect(await listKinds(admin)).toEqual(['scheduled', 'scheduled']));
});

test('a user is due once per interval: not before it has passed, and not again after the start', async () => {
  const service = await startCollected();
  await look(service);
  expect(await listKinds(service.admin), 'switched off').toEqual([]);
  await automate(service);
  await look(service);
  await look(service);
  expect(await listKinds(service.admin)).toEqual(['scheduled']);
  await passMinutes(service, 1439);
  await look(service);
  expect(await listKinds(service.admin)).toEqual(['scheduled']);
  await passMinutes(service, 1 + 31);
  await look(service);
  await look(service);
  expect(await listKinds(service.admin)).toEqual(['scheduled', 'scheduled']);
});

test('the interval counts from the last run of any trigger, and the operator can set a longer minimum', async () => {
  const service = await startCollected();
  const { admin } = service;
  await service.runToEnd(admin);
  await automate(service, 15);
  await passMinutes(service, 50);
  await look(service);
  expect(await listKinds(admin)).toEqual(['manual']);
  await passMinutes(service, 20);
  await look(service);
  expect(await listKinds(admin)).toEqual(['scheduled', 'manual']);
});

test('a clock that was set back does not delay runs', async () => {
  const service = await startCollected();
  const { admin, db } = service;
  await automate(service);
  await look(service);
  expect(await listKinds(admin)).toEqual(['scheduled']);
  await setClockBack(db);
  await look(service, 'correct-times');
  await passMinutes(service, 1439);
  await look(service);
  expect(await listKinds(admin), 'the interval has not passed').toEqual(['scheduled']);
  await passMinutes(service, 1 + 31);
  await look(service);
  expect(await listKinds(admin)).toEqual(['scheduled', 'scheduled']);
});

test('two workers that check at the same time start one run for each user', async () => {
  const service = await startCollected();
  const { db, startWorker } = service;
  await startWorker();
  await sql`
    with others as (
      insert into users (email, email_key, password_hash)
      select name, name, 'none' from (select 'user' || n || '@lectern.example' as name from generate_series(1, 25) n) names returning id
    )
    insert into scholars (user_id, profile_id) select others.id, p.id from others, profiles p`.execute(db);
  await automate(service);
  await Promise.all(Array.from({ length: 8 }, () => look(service)));
  const { rows } = await sql<{ users: number; runs: number }>`
    select count(distinct user_id)::int as users, count(*)::int as runs from runs where trigger_type = 'scheduled'`.execute(
    db,
  );
  expect(rows).toEqual([{ users: 26, runs: 26 }]);
  expect(service.log()).not.toMatch(/"level":"(warn|error)"/);
});

test('no run starts for a user who is disabled, has no enabled scholar, or has an active run', async () => {
  const service = await startCollected();
  const { admin, newUser, sandbox, db } = service;
  const [disabled, idle, busy] = [await newUser('disabled'), await newUser('idle'), await newUser('busy')];
  sandbox.addScholar(profileId(2), 5);
  await service.collect(disabled, [ONE]);
  const [scholar] = await service.collect(idle, [ONE]);
  await service.collect(busy, [profileId(2)]);
  await admin.ok('PATCH', `/admin/users/${disabled.userId}/active`, { body: { is_active: false } });
  await idle.ok('PATCH', `/scholars/${scholar}/toggle`);
  sandbox.setFault(profileId(2), { kind: 'hang', times: 1 });
  const { run_id } = await busy.ok('POST', '/runs/manual', { status: 201 });
  await automate(service);
  await passMinutes(service, 3000);
  await look(service);
  const { rows } = await sql`select user_id, trigger_type from runs order by id`.execute(db);
  expect(rows).toEqual([
    { user_id: busy.userId, trigger_type: 'manual' },
    { user_id: expect.any(Number), trigger_type: 'scheduled' },
  ]);
  expect(await listKinds(admin)).toEqual(['scheduled']);
  sandbox.release();
  await untilEnded(busy, run_id);
  await idle.ok('PATCH', `/scholars/${scholar}/toggle`);
  await look(service);
  expect(await listKinds(idle)).toEqual(['scheduled']);
  expect(await listKinds(busy)).toEqual(['scheduled', 'manual']);
});

test('no run starts during a cooldown, and only one after it, even after many intervals', async () => {
  const service = await startCollected();
  const { admin, db } = service;
  await automate(service, 15);
  await look(service);
  expect(await listKinds(admin)).toEqual(['scheduled']);
  await passMinutes(service, 300);
  await pauseSource(db, 'google_scholar');
  await look(service);
  await look(service);
  const { runs, safety_state } = await admin.ok('GET', '/runs');
  expect(runs).toHaveLength(1);
  expect(safety_state).toMatchObject({ cooldown_active: true, counters: { blocked_start_count: 0 } });
  await endCooldowns(db);
  await look(service);
  await look(service);
  expect(await listKinds(admin)).toEqual(['scheduled', 'scheduled']);
});

test.each([{ INGESTION_AUTOMATION_ALLOWED: '0' }, { GOOGLE_SCHOLAR_ENABLED: '0' }])(
  'with %o no scheduled run starts',
  async (env) => {
    const service = await startService({ sources: 'google_scholar', env: { ...NO_TICKS, ...env } });
    service.sandbox.addScholar(ONE, 5);
    await service.track(service.admin, ONE);
    await automate(service);
    await look(service);
    expect(await listKinds(service.admin)).toEqual([]);
  },
);

test('a process without a scheduler starts no scheduled runs, but does the other jobs', async () => {
  const service = await startCollected({ SCHEDULER_ENABLED: '0', SCHEDULER_TICK_SECONDS: '1' });
  await automate(service);
  for (let time = 0; time < 3; time += 1) await look(service, 'forget-old-logins');
  expect(await listKinds(service.admin)).toEqual([]);
});

test('the job of a killed worker is done again after its claim has expired, also if the clock was set back', async () => {
  const service = await startCollected({ SCHEDULER_ENABLED: '1', SCHEDULER_TICK_SECONDS: '3600' });
  const { admin, db } = service;
  await look(service);
  await automate(service);
  await sql`update background_work set due_at = 'infinity', claimed_until = now() + interval '2 seconds'`.execute(db);
  await until(async () => expect(await listKinds(admin)).toEqual(['scheduled']));
  await passMinutes(service, 1500);
  await sql`update background_work set due_at = now() + interval '2 days', claimed_until = now() + interval '1 day'`.execute(
    db,
  );
  await until(async () => expect(await listKinds(admin)).toEqual(['scheduled', 'scheduled']));
});

test('a user whose run cannot start does not prevent the runs of others', async () => {
  const service = await startCollected();
  const { admin, newUser, db } = service;
  const [unlucky, other] = [await newUser('unlucky'), await newUser('other')];
  for (const client of [unlucky, other]) await service.collect(client, [ONE]);
  await sql
    .raw(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
      create trigger refuse before insert on runs for each row when (new.user_id = ${unlucky.userId}) execute function refuse()`)
    .execute(db);
  await automate(service);
  await look(service);
  expect(await listKinds(admin)).toEqual(['scheduled']);
  expect(await listKinds(other)).toEqual(['scheduled']);
  expect(await listKinds(unlucky)).toEqual([]);
  expect(service.log()).toContain('not this one');
  await sql`drop function refuse() cascade`.execute(db);
  await look(service);
  expect(await listKinds(unlucky)).toEqual(['scheduled']);
});

test('manual runs can be disabled separately', async () => {
  const service = await startCollected({ INGESTION_MANUAL_RUN_ALLOWED: '0' });
  await automate(service);
  await service.admin.fails(403, 'manual_runs_disabled', 'POST', '/runs/manual');
  await look(service);
  await service.admin.fails(403, 'manual_runs_disabled', 'POST', '/runs/manual');
  expect(await listKinds(service.admin)).toEqual(['scheduled']);
});
