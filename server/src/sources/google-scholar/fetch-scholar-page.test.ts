import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProfilePage, buildRow } from '../../../test/fixtures/google-scholar/build-profile-page.ts';
import { readFixture } from '../../../test/fixtures/read-fixture.ts';
import { fetchProfilePage, type ProfilePageRequest } from './fetch-scholar-page.ts';

const ID = 'AAAAAAAAAAA1';
const HTML = { 'content-type': 'text/html; charset=UTF-8' };
const page = buildProfilePage({ rows: [buildRow()] });

let server: Server;
let baseUrl = '';
let requested: string[] = [];
let userAgents: (string | undefined)[] = [];
let answer: (response: ServerResponse, path: string) => void = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    userAgents.push(request.headers['user-agent']);
    answer(response, request.url ?? '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function fetchPage(how: typeof answer, more: Partial<ProfilePageRequest> = {}) {
  answer = how;
  requested = [];
  userAgents = [];
  const request = {
    baseUrl,
    outbound: { exemptOrigins: [], exemptHosts: [] },
    profileId: ID,
    startRow: 0,
    pageSize: 100,
    order: 'newest',
    userAgent: 'Lectern-test',
    timeoutMs: 5_000,
  } as const;
  return fetchProfilePage({ ...request, ...more });
}

const send =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  (response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(body);
  };

describe('the address', () => {
  it('begins with the user and leaves out defaults', async () => {
    expect(await fetchPage(send(200, HTML, page))).toMatchObject({ kind: 'found', value: { name: 'Ada Example' } });
    expect(requested).toEqual([`/citations?user=${ID}&hl=en&pagesize=100&sortby=pubdate`]);
    expect(userAgents).toEqual(['Lectern-test']);
    await fetchPage(send(200, HTML, page), { startRow: 20, pageSize: 20, order: 'cited', baseUrl: `${baseUrl}/` });
    expect(requested).toEqual([`/citations?user=${ID}&hl=en&cstart=20&pagesize=20`]);
  });
});

describe('a block', () => {
  const soon = { ...HTML, 'retry-after': '90' };

  it.each([
    ['429', send(429, soon, 'slow down'), 'too_many_requests', 90],
    ['429 that names no time', send(429, HTML, readFixture('google-scholar/sorry.html')), 'too_many_requests', null],
    ['429 that names an absurd time', send(429, { ...HTML, 'retry-after': '-1' }), 'too_many_requests', null],
    ['403', send(403, HTML, 'no'), 'forbidden', null],
    ['a CAPTCHA with status 200', send(200, HTML, readFixture('google-scholar/captcha.html')), 'captcha', null],
    ['a CAPTCHA with status 404', send(404, HTML, readFixture('google-scholar/captcha.html')), 'captcha', null],
    ['a sorry page with 503', send(503, soon, readFixture('google-scholar/sorry.html')), 'unusual_traffic', 90],
    ['a sign-in page with 200', send(200, HTML, readFixture('google-scholar/signin.html')), 'signin', null],
  ])('%s', async (_, how, reason, retryAfterSeconds) => {
    expect(await fetchPage(how)).toEqual({ kind: 'blocked', reason, retryAfterSeconds });
  });

  it.each([
    ['https://accounts.google.com/v3/signin/identifier?continue=x', 'signin'],
    ['/ServiceLogin?service=citations', 'signin'],
    ['/v3/signin/identifier', 'signin'],
    ['https://consent.google.com/m?continue=x', 'consent'],
    ['https://consent.google.nl/m', 'consent'],
    ['https://www.google.com/sorry/index?continue=x', 'unusual_traffic'],
    ['/sorry/index', 'unusual_traffic'],
  ])('a redirect to %s, which is not followed', async (location, reason) => {
    expect(await fetchPage(send(302, { location }))).toEqual({ kind: 'blocked', reason, retryAfterSeconds: null });
    expect(requested).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it('on the same host is followed', async () => {
    const how = (response: ServerResponse, path: string) =>
      path.includes('moved')
        ? send(200, HTML, page)(response)
        : send(302, { location: '/citations?user=moved' })(response);
    expect(await fetchPage(how)).toMatchObject({ kind: 'found' });
    expect(requested).toHaveLength(2);
  });

  it('to another host means a changed layout', async () => {
    expect(await fetchPage(send(302, { location: 'https://example.com/' }))).toEqual({
      kind: 'changed',
      reason: 'unexpected_redirect',
    });
  });
});

describe('other responses', () => {
  it.each([
    ['410', send(410, HTML), { kind: 'changed', reason: 'unexpected_status_410' }],
    ['204', send(204, {}), { kind: 'changed', reason: 'unexpected_status_204' }],
    ['500', send(500, HTML, page), { kind: 'unreachable', reason: 'server_error_500', retryAfterSeconds: null }],
    [
      '503 with a time',
      send(503, { 'retry-after': '7' }, 'x'),
      { kind: 'unreachable', reason: 'server_error_503', retryAfterSeconds: 7 },
    ],
    [
      'half a page',
      send(200, HTML, page.slice(0, page.indexOf('</tbody>'))),
      { kind: 'changed', reason: 'incomplete_page' },
    ],
    ['nothing', send(200, HTML), { kind: 'changed', reason: 'no_profile_landmarks' }],
  ])('%s', async (_, how, expected) => {
    expect(await fetchPage(how)).toEqual(expected);
  });

  it('a page without a content type is parsed', async () => {
    expect(await fetchPage(send(200, {}, page))).toMatchObject({ kind: 'found' });
  });

  it('a page in ISO-8859-1 keeps its letters', async () => {
    const body = Buffer.from(buildProfilePage({ rows: [buildRow({ title: 'Übung\u00a0macht' })] }), 'latin1');
    const read = await fetchPage(send(200, { 'content-type': 'text/html; charset=ISO-8859-1' }, body));
    expect(read).toMatchObject({ kind: 'found', value: { rows: [{ title: 'Übung macht' }] } });
  });
});

it('a canceled request gets no response', async () => {
  const controller = new AbortController();
  expect(await fetchPage(() => controller.abort(), { signal: controller.signal })).toEqual({
    kind: 'unreachable',
    reason: 'aborted',
    retryAfterSeconds: null,
  });
});
