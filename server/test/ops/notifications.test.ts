import { createServer } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { Notifications } from '../../src/platform/database/notifications.ts';
import { makeTestDatabase } from '../support/test-database.ts';

/** Records its notifications, so that a test can wait for them. */
function noteTaker() {
  const notes: string[] = [];
  const watchers = new Set<() => void>();
  return {
    notes,
    note: (text: string) => {
      notes.push(text);
      for (const watch of watchers) watch();
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        const watch = () => {
          if (notes.length < count) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
        watch();
      }),
  };
}

async function openDatabase() {
  const database = await makeTestDatabase({ empty: true });
  const client = new pg.Client(database.url);
  await client.connect();
  const errors: Error[] = [];
  const notifications = new Notifications(database.url, (error) => void errors.push(error));
  onTestFinished(async () => {
    await notifications.close();
    await client.end();
    await database.drop();
  });
  const listeners = "select pid from pg_stat_activity where application_name = 'lectern listener'";
  const here = `${listeners} and datname = current_database()`;
  return {
    notifications,
    errors,
    notify: (channel: string, payload: string) => client.query('select pg_notify($1, $2)', [channel, payload]),
    countListeners: async () => (await client.query(here)).rowCount,
    killListeners: () => client.query(`select pg_terminate_backend(pid) from (${here}) l`),
  };
}

test('subscribers of several channels share one connection, whenever they subscribe; each is notified when it is ready', async () => {
  const { notifications, notify, countListeners } = await openDatabase();
  expect(await countListeners()).toBe(0);
  const [a, b, c] = [noteTaker(), noteTaker(), noteTaker()];
  notifications.subscribe('one', a.note, () => a.note('gap'));
  notifications.subscribe('Two', b.note, () => b.note('gap'));
  await Promise.all([a.until(1), b.until(1)]);
  notifications.subscribe('one', c.note, () => c.note('gap'));
  await c.until(1);
  await notify('one', 'x');
  await notify('Two', 'y');
  await notify('two', 'z');
  await notify('one', '');
  await Promise.all([a.until(3), b.until(2), c.until(3)]);
  expect([a.notes, b.notes, c.notes]).toEqual([
    ['gap', 'x', ''],
    ['gap', 'y'],
    ['gap', 'x', ''],
  ]);
  expect(await countListeners()).toBe(1);
});

test('a lost connection is replaced, every subscriber is notified of the gap, and the loss is logged once', async () => {
  const { notifications, notify, killListeners, countListeners, errors } = await openDatabase();
  const [a, b] = [noteTaker(), noteTaker()];
  notifications.subscribe('one', a.note, () => a.note('gap'));
  notifications.subscribe('two', b.note, () => b.note('gap'));
  await Promise.all([a.until(1), b.until(1)]);
  for (const round of [1, 2, 3]) {
    await killListeners();
    await Promise.all([a.until(2 * round), b.until(1 + round)]);
    await notify('one', `after ${round}`);
    await a.until(2 * round + 1);
  }
  expect(a.notes).toEqual(['gap', 'gap', 'after 1', 'gap', 'after 2', 'gap', 'after 3']);
  expect(b.notes).toEqual(['gap', 'gap', 'gap', 'gap']);
  expect(errors.map(({ message }) => message)).toEqual(Array(3).fill(expect.stringMatching(/terminat/)));
  expect(await countListeners()).toBe(1);
});

test('an unreachable server is retried until it is back, and closing does not wait for its response', async () => {
  let asked = 0;
  const mute = createServer((socket) => {
    asked += 1;
    // two connections that are closed at once, then one without a response
    if (asked < 3) socket.destroy();
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void mute.close());
  const errors = noteTaker();
  const { port } = mute.address() as { port: number };
  const notifications = new Notifications(`postgresql://x@127.0.0.1:${port}/x?sslmode=disable`, ({ message }) =>
    errors.note(message),
  );
  notifications.subscribe('one', errors.note, () => errors.note('gap'));
  await errors.until(2);
  // a subscription in the meantime opens no second connection
  notifications.subscribe('two', errors.note, () => errors.note('gap'));
  while (asked < 3) await new Promise((resolve) => setImmediate(resolve));
  await notifications.close();
  await notifications.close();
  expect(errors.notes).toHaveLength(2);
  notifications.subscribe('three', errors.note, () => errors.note('gap'));
  expect([asked, errors.notes.includes('gap')]).toEqual([3, false]);
});
