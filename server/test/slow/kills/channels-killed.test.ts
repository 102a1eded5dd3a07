import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/database.ts';
import { runProgram } from '../../ops/process-runner.ts';
import { ADMIN } from '../../support/admin.ts';
import { Client } from '../../support/client.ts';
import { makeRows, savePageOf, track } from '../../support/library.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

// The small figures are for each run of the tests: KILLS=200 EVENTS=10000 npm test -- slow/kills/channels-killed
const KILLS = Number(process.env.KILLS ?? 6);
const EVENTS = Number(process.env.EVENTS ?? 400);
// a mail lists at most about a hundred papers
const USERS = Math.max(20, EVENTS / 100);
const PAPERS = EVENTS / USERS;
/** How many papers arrive for a user at once. */
const BATCH = 5;

// a claim of a worker that was killed lasts 45 seconds
vi.setConfig({ testTimeout: 300_000 + KILLS * 5_000 });

test(`two workers, ${KILLS} kills, ${EVENTS} events: each event arrives once by mail and once at a webhook`, async () => {
  const database = await makeTestDatabase({ admin: true });
  const mailServer = await startMailServer();
  const hooks = await startSink();
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'lectern@lectern.example',
    OUTBOUND_ALLOW_HOSTS: hooks.host,
  };
  const { db, close } = connectDatabase({
    url: database.url,
    maxConnections: 3,
    name: 'test',
    onError: () => undefined,
  });
  const api = runProgram('api.js', env);
  const admin = new Client(await api.url());
  await admin.signIn(ADMIN.email, ADMIN.password);
  const scholars = await Promise.all(Array.from({ length: USERS }, (_, user) => addUser(admin, db, user, hooks.url)));

  const startWorker = () => runProgram('worker.js', env);
  const workers = [startWorker(), startWorker()];
  let isArriving = true;
  const arriving = (async () => {
    const pauseMs = (KILLS * 900) / ((EVENTS / BATCH) * 1.2);
    for (let from = 0; from < PAPERS; from += BATCH)
      for (const { scholar, profile } of scholars) {
        await savePageOf(db, scholar, makeRows(profile, [1 + from, 1 + from + BATCH]));
        await pause(pauseMs);
      }
    isArriving = false;
  })();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(300 + Math.random() * 900);
    await workers[kill % 2]?.stop('SIGKILL');
    workers[kill % 2] = startWorker();
    await passWaits(db);
  }
  await arriving;
  expect(isArriving).toBe(false);
  hooks.behave();
  const open = async () => {
    await passWaits(db);
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from channels where next_at is not null) + (select count(*) from deliveries where status in ('waiting', 'handed_over'))
        + (select count(*) from events where number is null) as n`.execute(db);
    return rows[0]?.n ?? 0;
  };
  while ((await open()) > 0) await pause(1000);

  const wanted = scholars
    .flatMap(({ profile }) => Array.from({ length: PAPERS }, (_, at) => `Work ${profile}:${at + 1}`))
    .sort();
  const mailed = mailServer.mails.flatMap(({ parsed }) =>
    [...(parsed.text ?? '').matchAll(/Work Scholar_\d+:\d+/g)].map(String),
  );
  const unconfirmed = await sql<{ title: string }>`
    select p.title from deliveries d, publications p where d.status = 'unconfirmed' and p.id = any(d.publication_ids)`.execute(
    db,
  );
  const doubtful = new Set(unconfirmed.rows.map(({ title }) => title));
  // twice: never; missing: only what the log shows as not confirmed
  expect(mailed.length - new Set(mailed).size, 'twice by mail').toBe(0);
  const missing = wanted.filter((title) => !mailed.includes(title));
  expect(missing.filter((title) => !doubtful.has(title))).toEqual([]);
  const confirmed = [...doubtful].filter((title) => !missing.includes(title)).length;
  console.log(
    `${mailServer.mails.length} mails with ${mailed.length} papers; ${doubtful.size} papers were not confirmed, of which ${confirmed} had arrived; ${hooks.requests()} webhook requests`,
  );
  expect([...hooks.received.values()].sort()).toEqual(wanted);
  expect(await countOf(db, `select count(*) as n from deliveries where status = 'failed'`)).toBe(0);
  await close();
  for (const worker of workers) await worker.stop('SIGTERM');
  await api.stop('SIGTERM');
  await database.drop();
});

type Db = ReturnType<typeof connectDatabase>['db'];

/** A failure rests for minutes, and mail waits two minutes for more news. */
async function passWaits(db: Db): Promise<void> {
  await sql`update channels set retry_at = '-infinity', next_at = next_at - interval '2 minutes'`.execute(db);
  await sql`update deliveries set due_at = now() where status = 'waiting'`.execute(db);
}

async function countOf(db: Db, query: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(query).execute(db);
  return rows[0]?.n ?? 0;
}

/** A user with a scholar whose first crawl is complete, and with two channels. */
async function addUser(
  admin: Client,
  db: Db,
  user: number,
  hookUrl: string,
): Promise<{ scholar: number; profile: string }> {
  const account = { email: `user-${user}@lectern.example`, password: `a phrase of user ${user} that is long` };
  const { id } = await admin.ok('POST', '/admin/users', { body: { ...account, is_admin: false }, status: 201 });
  const profile = `Scholar_${String(user).padStart(4, '0')}`;
  const scholar = await track(db, Number(id), profile);
  await savePageOf(db, scholar, makeRows(profile, [0, 1]));
  const client = new Client(admin.base);
  await client.signIn(account.email, account.password);
  const filter = { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] };
  const schedule = { frequency: 'at_once', hour: 7, weekdays: [1], time_zone: 'UTC' };
  const mail = { kind: 'mail', name: 'Mail', target: { address: account.email }, filter, schedule };
  await client.ok('POST', '/channels', { body: mail, status: 201 });
  const hook = { kind: 'webhook', name: 'Hook', target: { url: hookUrl }, filter, schedule };
  await client.ok('POST', '/channels', { body: hook, status: 201 });
  return { scholar, profile };
}

/** A webhook sink that counts by id. In turn it accepts, fails, hangs, and asks to wait, until it is told to behave. */
async function startSink() {
  const received = new Map<string, string>();
  let requests = 0;
  let isBehaving = false;
  const hanging = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    requests += 1;
    const turn = isBehaving ? 0 : requests % 12;
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { type, data } = JSON.parse(Buffer.concat(pieces).toString());
      // it has received the message, whatever it answers
      if (turn !== 7)
        received.set(
          String(request.headers['webhook-id']),
          type === 'publication.new' ? data.publications[0].title : type,
        );
      if (turn === 5) response.writeHead(500).end('x'.repeat(1_000_000));
      else if (turn === 7) response.writeHead(429, { 'retry-after': '1' }).end();
      else if (turn === 9) hanging.add(response);
      else if (turn === 11) request.socket.destroy();
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hook`,
    received,
    requests: () => requests,
    behave: () => {
      isBehaving = true;
      for (const response of hanging) response.destroy();
    },
  };
}
