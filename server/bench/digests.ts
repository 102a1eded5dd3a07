import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { openInside } from './inside.ts';
import { below, type Figure, forComparison, tell } from './measure.ts';
import { load } from './product.ts';
import { startService } from './service-process.ts';
import { Session } from './session.ts';

const { targetContext } = await load<typeof import('../src/channels/target.ts')>('channels/target.js');
const { addListed } = await load<typeof import('../src/library/arrival-store.ts')>('library/arrival-store.js');
const { lockLibrary } = await load<typeof import('../src/library/entry-store.ts')>('library/entry-store.js');
const { saveRecords } =
  await load<typeof import('../src/publications/save-records.ts')>('publications/save-records.js');
const store = await load<typeof import('../src/scholars/store.ts')>('scholars/store.js');

const USERS = 1000;
const SCHOLARS = 50;
const SCHOLARS_EACH = 5;
const OLD_PAPERS = 100;
const NEW_PAPERS = 4;
const REQUESTS_A_SECOND = 20;
const FILTER = { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] };
const SCHEDULE = { frequency: 'daily', hour: 7, weekdays: [1, 2, 3, 4, 5, 6, 7], time_zone: 'UTC' };

/** Measures the daily mails of a thousand users at the same hour, and the requests of another user meanwhile. */
export async function benchDigests(): Promise<Figure[]> {
  const sink = await startSink();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'lectern@lectern.example', PUBLIC_URL: 'https://lectern.example' };
  try {
    await (await startService(dataDir, env)).stop();
    const inside = await openInside(dataDir, env);
    tell(`filling ${USERS} libraries`);
    await fill(inside.services);
    const { db } = inside.services;
    await sql`vacuum analyze`.execute(db);
    const service = await startService(dataDir, env);
    const session = await new Session(service.url).signIn();
    const list = () => session.call('GET', '/publications?mode=unread&page_size=50');
    await timeRequests(list, 10);
    const before = await timeRequests(list, 30);
    await sql`update channels set next_at = now()`.execute(db);
    await sql`select pg_notify('channels', '')`.execute(db);
    const start = performance.now();
    let isDone = false;
    const sending = (async () => {
      while (sink.count() < USERS) await pause(50);
      isDone = true;
      return (performance.now() - start) / 1000;
    })();
    const during = await timeRequests(list, 300, () => isDone);
    const seconds = await sending;
    const { rows } = await sql<{ n: number }>`select count(*) as n from deliveries where status = 'delivered'`.execute(
      db,
    );
    tell(`${rows[0]?.n} deliveries, ${Math.round(sink.bytes() / sink.count())} bytes a mail`);
    await service.stop();
    await inside.close();
    return [
      below(`daily mails of ${USERS} users at one hour`, seconds, 's', 60),
      forComparison('p95 of the unread list before', before, 'ms'),
      below('p95 of the unread list meanwhile, more than before', (during / before - 1) * 100, '%', 20),
    ];
  } finally {
    await sink.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The 95th percentile of a request that is sent at a steady rate, in milliseconds. */
async function timeRequests(request: () => Promise<unknown>, seconds: number, isOver = () => false): Promise<number> {
  const taken: number[] = [];
  const sent: Promise<void>[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end && !isOver()) {
    const start = performance.now();
    sent.push(request().then(() => void taken.push(performance.now() - start)));
    await pause(1000 / REQUESTS_A_SECOND);
  }
  await Promise.all(sent);
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.95)] ?? Number.NaN;
}

/** Users who each track some scholars, with old papers and new ones that nobody has told yet. */
async function fill({ db, secrets }: Awaited<ReturnType<typeof openInside>>['services']): Promise<void> {
  await sql`
    insert into users (email, email_key, password_hash, is_admin, is_active)
    select 'reader-' || n || '@lectern.example', 'reader-' || n || '@lectern.example', 'none', false, true from generate_series(1, ${USERS}) as n`.execute(
    db,
  );
  const users = await db.selectFrom('users').select(['id', 'email']).orderBy('id').execute();
  const profiles: number[] = [];
  const page = async (profileId: number, name: string, from: number, to: number) => {
    await db.transaction().execute(async (tx) => {
      const facts = { name, affiliation: 'University of Loops', imageUrl: null };
      const { lastListingNumber: lastNumber } = await store.saveProfileFacts(tx, profileId, facts);
      const records = Array.from({ length: to - from }, (_, at) => ({
        ...{
          key: `${profileId}:${from + at}`,
          clusterKey: null,
          url: `https://s.example/${profileId}/${from + at}`,
          identifiers: [],
        },
        ...{
          title: `On the measurement of sediment, part ${from + at} by ${name}`,
          authors: `${name}, K Berg`,
          venue: 'Journal of Loops',
        },
        ...{ year: 2026, citations: 0 },
      }));
      await saveRecords(tx, { source: 'google_scholar', profileId, lastNumber, records, fullCrawl: null });
    });
  };
  for (let n = 0; n < SCHOLARS; n += 1) {
    const profileId = await db
      .transaction()
      .execute((tx) => store.saveProfile(tx, 'google_scholar', `Bench_${String(n).padStart(6, '0')}`));
    await page(profileId, `Author ${n}`, 0, OLD_PAPERS);
    profiles.push(profileId);
  }
  const tracked: { userId: number; scholarId: number; profileId: number }[] = [];
  const addAll = async ({ userId, scholarId, profileId }: (typeof tracked)[number]) =>
    db.transaction().execute(async (tx) => {
      await lockLibrary(tx, userId);
      const listing = await store.getLastListed(tx, profileId);
      const row = await tx
        .selectFrom('scholar_profiles')
        .select('processed_listing')
        .where('scholar_id', '=', scholarId)
        .executeTakeFirstOrThrow();
      await store.saveProcessedListing(tx, { scholarId, profileId }, listing);
      await addListed(
        tx,
        userId,
        { id: scholarId, profileId, afterNumber: row.processed_listing },
        { at: new Date(), runId: null },
      );
      await store.saveBaseline(tx, { scholarId, profileId });
    });
  for (const [at, { id: userId }] of users.entries())
    for (let n = 0; n < SCHOLARS_EACH; n += 1) {
      const profileId = profiles[(at * SCHOLARS_EACH + n) % SCHOLARS] ?? 0;
      const scholarId = await db
        .transaction()
        .execute((tx) => store.insertScholar(tx, userId, { profileId, imageUrl: null, unreadPast: 'all' }));
      const one = { userId, scholarId: scholarId ?? 0, profileId };
      tracked.push(one);
      await addAll(one);
    }
  for (const { id, email } of users) {
    const target = JSON.stringify({ address: email, url: null, token: null, signingSecrets: [] });
    await sql`
      insert into channels (user_id, kind, name, target, shown_target, filter, schedule, origin, confirmed_at, told_number)
      values (${id}, 'mail', 'Daily mail', ${secrets.encrypt(target, targetContext(id))}, ${email}, ${JSON.stringify(FILTER)}, ${JSON.stringify(SCHEDULE)},
        'https://lectern.example', now(), 0)`.execute(db);
  }
  for (const [n, profileId] of profiles.entries())
    await page(profileId, `Author ${n}`, OLD_PAPERS, OLD_PAPERS + NEW_PAPERS);
  for (const one of tracked) await addAll(one);
}

/** A mail server that counts. */
async function startSink() {
  let count = 0;
  let bytes = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onData(stream, _session, done) {
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      stream.on('end', () => {
        count += 1;
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => count,
    bytes: () => bytes,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
