import { describe, expect, it } from 'vitest';
import { HostSlots } from './host-slots.ts';

const url = (path: string) => `https://files.example/${path}`;

describe('HostSlots', () => {
  it('sends one request at a time to a host, a second apart', () => {
    const hosts = new HostSlots();
    expect(hosts.reserve(url('a'), 0).waitMs).toBe(0);
    expect(hosts.reserve(url('b'), 10).waitMs).toBe(1000);
    expect(hosts.reserve('https://other.example/a', 10).waitMs).toBe(0);
    hosts.release(url('a'), false, null, 5000);
    expect(hosts.reserve(url('b'), 5400)).toEqual({ waitMs: 600, isCooldown: false });
    expect(hosts.reserve(url('b'), 6000)).toEqual({ waitMs: 0, isCooldown: false });
  });

  it('gives waiting requests consecutive slots', () => {
    const hosts = new HostSlots();
    hosts.reserve(url('a'), 0);
    expect([1, 2, 3].map((n) => hosts.reserve(url(`${n}`), 0).waitMs)).toEqual([1000, 2000, 3000]);
    hosts.release(url('a'), false, null, 100);
    expect(hosts.reserve(url('b'), 200).waitMs).toBe(3800);
    expect(hosts.reserve(url('1'), 1100).waitMs).toBe(0);
  });

  it('waits as long as a host asks, at most a day', () => {
    const hosts = new HostSlots();
    hosts.reserve(url('a'), 0);
    hosts.release(url('a'), true, 600, 0);
    expect(hosts.reserve(url('a'), 0).waitMs).toBe(600_000);
    const other = new HostSlots();
    other.release(url('a'), false, 10, 0);
    expect(other.reserve(url('a'), 0)).toEqual({ waitMs: 10_000, isCooldown: true });
    const third = new HostSlots();
    third.release(url('a'), true, 1e12, 0);
    expect(third.reserve(url('a'), 0).waitMs).toBe(86_400_000);
  });

  it('remembers a few thousand hosts at most', () => {
    const hosts = new HostSlots();
    for (let n = 0; n < 5000; n += 1) {
      hosts.reserve(`https://host${n}.example/`, 0);
      hosts.release(`https://host${n}.example/`, false, null, 0);
    }
    expect(hosts.reserve('https://one-more.example/', 500).waitMs).toBe(0);
    expect(hosts.reserve('https://host7.example/', 500).waitMs).toBe(500);
    hosts.release('https://one-more.example/', false, null, 500);
    expect(hosts.reserve('https://two-more.example/', 2000).waitMs).toBe(0);
    expect(hosts.reserve('https://host7.example/', 2000).waitMs).toBe(0);
  });
});
