import { afterEach, expect, test } from 'vitest';
import { usesTimeZone } from './time-zone.ts';

const before = process.env.TZ;
afterEach(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

/** Whether a process with this TZ uses the zone that the name means. */
function withTimeZone(name: string): boolean {
  process.env.TZ = name;
  return usesTimeZone(name);
}

test.each(['Europe/Berlin', ':Europe/Berlin', 'America/St_Johns', 'US/Eastern', 'Etc/GMT+3', 'UTC', 'GMT'])(
  'TZ=%s is used',
  (name) => expect(withTimeZone(name)).toBe(true),
);

test.each(['Mars/Olympus', 'europe/berlin', 'EUROPE/LONDON', 'CET-1CEST', '/etc/localtime', '3'])(
  'TZ=%s is not used, because Node does not know it',
  (name) => expect(withTimeZone(name)).toBe(false),
);
