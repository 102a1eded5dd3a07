import { describe, expect, it } from 'vitest';
import { HostPace } from './host-pace.ts';

const url = (path: string) => `https://files.example/${path}`;

describe('HostPace', () => {
  it('lets one request a host go at a time, a second after the one before', () => {
    const hosts = new HostPace();
    expect(hosts.take(url('a'), 0).waitMs).toBe(0);
    expect(hosts.take(url('b'), 10).waitMs).toBe(1000);
    expect(hosts.take('https://other.example/a', 10).waitMs).toBe(0);
    hosts.release(url('a'), false, null, 5000);
    expect(hosts.take(url('b'), 5400)).toEqual({ waitMs: 600, isRest: false });
    expect(hosts.take(url('b'), 6000)).toEqual({ waitMs: 0, isRest: false });
  });

  it('lets those who wait come back one after another', () => {
    const hosts = new HostPace();
    hosts.take(url('a'), 0);
    expect([1, 2, 3].map((n) => hosts.take(url(`${n}`), 0).waitMs)).toEqual([1000, 2000, 3000]);
    hosts.release(url('a'), false, null, 100);
    expect(hosts.take(url('b'), 200).waitMs).toBe(3800);
    expect(hosts.take(url('1'), 1100).waitMs).toBe(0);
  });

  it('leaves a host alone for a minute that was asked too often', () => {
    const hosts = new HostPace();
    hosts.take(url('a'), 0);
    hosts.release(url('a'), true, null, 100);
    expect(hosts.take(url('b'), 30_100)).toEqual({ waitMs: 30_000, isRest: true });
  });

  it('leaves a host alone for as long as it asks, a day at most', () => {
    const hosts = new HostPace();
    hosts.take(url('a'), 0);
    hosts.release(url('a'), true, 600, 0);
    expect(hosts.take(url('a'), 0).waitMs).toBe(600_000);
    const other = new HostPace();
    other.release(url('a'), false, 10, 0);
    expect(other.take(url('a'), 0)).toEqual({ waitMs: 10_000, isRest: true });
    const third = new HostPace();
    third.release(url('a'), true, 1e12, 0);
    expect(third.take(url('a'), 0).waitMs).toBe(86_400_000);
  });

  it('remembers thousands of hosts and no more', () => {
    const hosts = new HostPace();
    for (let n = 0; n < 5000; n += 1) {
      hosts.take(`https://host${n}.example/`, 0);
      hosts.release(`https://host${n}.example/`, false, null, 0);
    }
    expect(hosts.take('https://one-more.example/', 500).waitMs).toBe(0);
    expect(hosts.take('https://host7.example/', 500).waitMs).toBe(500);
    hosts.release('https://one-more.example/', false, null, 500);
    expect(hosts.take('https://two-more.example/', 2000).waitMs).toBe(0);
    expect(hosts.take('https://host7.example/', 2000).waitMs).toBe(0);
  });
});
