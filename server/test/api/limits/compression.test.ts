import { expect, test } from 'vitest';
import { makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const ADA = 'AAAAAAAAAAA1';

test('long responses are compressed for clients that accept it, and short ones are not', async () => {
  const { admin, db } = await openService();
  const adminId = (await admin.ok('GET', '/auth/me')).user.id;
  await savePageOf(db, await track(db, adminId, ADA), makeRows(ADA, [0, 100]));
  const get = (path: string, encoding: string) => admin.call('GET', path, { headers: { 'accept-encoding': encoding } });
  const plain = await get('/publications', 'identity');
  expect(plain.headers.get('content-encoding')).toBeNull();
  const length = Number(plain.headers.get('content-length'));
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const { headers, data } = await get('/publications', accepted);
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'accept-encoding']);
    expect(data).toEqual(plain.data);
  }
  expect(length).toBeGreaterThan(10_000);
  for (const [path, accepted, encoding] of [
    ['/scholars/export', 'gzip, br', 'gzip'],
    ['/publications/export?format=bibtex', 'br, *', 'gzip'],
    ['/scholars/export', 'br, gzip;q=0', null],
    ['/scholars/export', 'identity', null],
  ] as const) {
    const response = await admin.raw('GET', `/api/v1${path}`, { headers: { 'accept-encoding': accepted } });
    const { headers } = response;
    expect([path, headers.get('content-encoding'), headers.get('vary')]).toEqual([path, encoding, 'accept-encoding']);
    expect(await response.text()).toMatch(/Work \{?AAAAAAAAAAA1\}?:99/);
  }
  for (const path of ['/auth/csrf', '/auth/me'])
    expect((await get(path, 'br')).headers.get('content-encoding'), path).toBeNull();
});
