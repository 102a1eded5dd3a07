import { expect, test, vi } from 'vitest';
import { startAnnouncing } from '../../api/channels/announcing-library.ts';
import { dumpOf, makeEmptyDatabase, makeFolder, restoreTo, skipWithoutPostgresTools } from '../../support/dumps.ts';
import { query } from '../../support/embedded-openers.ts';
import { makeRows, savePageOf } from '../../support/library.ts';
import { startService } from '../../support/service.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

test('after a restore nothing is announced that may have been announced before it, and everything that comes later', async () => {
  const { services, scholar, addChannel, arrive, announce, sent } = await startAnnouncing();
  const chat = await addChannel('slack');
  await arrive(2, 3);
  await announce();
  await arrive(3, 4);
  await announce(async () => ({ kind: 'failed', reason: 'later', retryAfterSeconds: null, isFinal: false }));
  await arrive(4, 5);
  expect(sent).toHaveLength(2);
  const file = await dumpOf(services.config.databaseUrl ?? '', await makeFolder());
  const restored = await makeEmptyDatabase();
  await restoreTo(restored, file);
  expect(await query(restored, 'select status, error from deliveries order by id')).toEqual([
    { status: 'delivered', error: null },
    { status: 'unconfirmed', error: expect.stringContaining('A backup was restored') },
  ]);
  const { db } = await startService({ databaseUrl: restored });
  const unannounced = async () => {
    const [row] = await query(
      restored,
      `select count(*)::int as n from events e join channels c on c.id = ${chat} where e.number is null or e.number > c.told_number`,
    );
    return row?.n;
  };
  expect(await unannounced(), 'what was waiting').toBe(0);
  await savePageOf(db, scholar, makeRows('A', [5, 7]));
  expect(await unannounced(), 'what the first crawl finds').toBe(0);
  await savePageOf(db, scholar, makeRows('A', [7, 8]));
  expect(await unannounced(), 'what the next one finds').toBe(1);
  const [numbers] = await query(restored, 'select last_number::float8 as last from event_numbers');
  expect(numbers?.last).toBeGreaterThan(1e9);
  // links in mails name channels and deliveries
  const [next] = await query(
    restored,
    `select nextval(pg_get_serial_sequence('channels', 'id'))::float8 as channel, nextval(pg_get_serial_sequence('deliveries', 'id'))::float8 as delivery`,
  );
  expect(next?.channel).toBeGreaterThan(1e9);
  expect(next?.delivery).toBeGreaterThan(1e9);
});
