import { expect, test } from 'vitest';
import { type DigestSchedule, dayOf, nextDigest } from './schedule.ts';

const DAILY = { frequency: 'daily', hour: 7, weekdays: [1, 2, 3, 4, 5, 6, 7], time_zone: 'Europe/Berlin' } as const;

/** Composes `count` messages, each at its time, and returns their times. */
function run(schedule: DigestSchedule, from: string, count: number): Date[] {
  const times: Date[] = [];
  let lastDay: string | null = null;
  let now = new Date(from);
  while (times.length < count) {
    now = nextDigest(schedule, lastDay, now);
    lastDay = dayOf(now, schedule.time_zone);
    times.push(now);
  }
  return times;
}

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
];

test.each(ZONES)('%s: a year has one daily message a day, over both changes of the clock and the leap day', (zone) => {
  for (const hour of [0, 1, 2, 3, 7, 23]) {
    const times = run({ ...DAILY, hour, time_zone: zone }, '2028-01-01T00:00:00Z', 366);
    const days = times.map((time) => dayOf(time, zone));
    expect(new Set(days).size, `hour ${hour}`).toBe(366);
    expect(days).toContain('2028-02-29');
    const first = new Date(`${days[0]}T00:00:00Z`).getTime();
    const last = new Date(`${days[365]}T00:00:00Z`).getTime();
    expect((last - first) / 86_400_000, `hour ${hour}`).toBe(365);
  }
});

test('an hour that the clock skips is the next one, and one that it repeats is used once', () => {
  const spring = run({ ...DAILY, hour: 2 }, '2026-03-28T12:00:00Z', 2);
  expect(spring.map((time) => time.toISOString())).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-30T00:00:00.000Z']);
  const autumn = run({ ...DAILY, hour: 2 }, '2026-10-24T12:00:00Z', 2);
  expect(autumn.map((time) => time.toISOString())).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z']);
});

test('a changed time zone or hour gives no second message on the same day', () => {
  const sent = new Date('2026-11-24T22:00:00Z');
  const lastDay = dayOf(sent, 'Asia/Tokyo');
  expect(lastDay).toBe('2026-11-25');
  const west = nextDigest({ ...DAILY, time_zone: 'America/New_York' }, lastDay, sent);
  expect(dayOf(west, 'America/New_York')).toBe('2026-11-26');
  const later = nextDigest({ ...DAILY, hour: 22, time_zone: 'Asia/Tokyo' }, lastDay, sent);
  expect(later.toISOString()).toBe('2026-11-26T13:00:00.000Z');
});

test('a weekly message comes once a week, also after its weekday changed', () => {
  const weekly = { ...DAILY, frequency: 'weekly', weekdays: [1] } as const;
  const [monday] = run(weekly, '2026-11-20T00:00:00Z', 1);
  expect(monday?.toISOString()).toBe('2026-11-23T06:00:00.000Z');
  const friday = nextDigest({ ...weekly, weekdays: [5] }, '2026-11-23', monday ?? new Date());
  expect(friday.toISOString()).toBe('2026-12-04T06:00:00.000Z');
});

test('a clock that is set back gives no second message', () => {
  expect(nextDigest(DAILY, '2026-11-25', new Date('2026-11-20T00:00:00Z')).toISOString()).toBe(
    '2026-11-26T06:00:00.000Z',
  );
});
