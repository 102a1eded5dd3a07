import { connect } from 'node:net';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { LOCKS } from '../../../src/platform/database/locks.ts';
import { MAX_BYTES, MAX_ITEMS } from '../../../src/portability/transfer-limits.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';
import { ADA, countsOf, importInto } from './portability-service.ts';

const openService = serviceOfFile();

const json = { 'content-type': 'application/json' };
const scholars = [{ scholar_id: ADA }];

async function countAll({ db }: Service): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from publications) as publications, (select count(*) from scholars) as scholars, (select count(*) from profiles) as profiles,
      (select count(*) from user_publications) as links, (select count(*) from queue_items) as items, (select count(*) from enrichment where source is not null) as lookups,
      (select count(*) from records) as records`.execute(db);
  return rows[0];
}

test('a body that is not an export is rejected as a whole, with the error envelope', async () => {
  const service = await openService();
  const before = await countAll(service);
  const cases: [body: string, status: number, code: string][] = [
    ['', 400, 'invalid_json'],
    ['{oops', 400, 'invalid_json'],
    ['{"scholars": [], "publications": [{"title": tru}]}', 400, 'invalid_json'],
    ['{"scholars": [], "publications": [{}]', 400, 'invalid_json'],
    ['{"scholars": [], "publications": [{}]} more', 400, 'invalid_json'],
    ['{"scholars": [,], "publications": []}', 400, 'invalid_json'],
    ['{"scholars": [1,], "publications": []}', 400, 'invalid_json'],
    ['nothing', 400, 'invalid_json'],
    ['{"name": "package", "version": 1}', 422, 'invalid_import_payload'],
    ['{"scholars": [], "scholars": []}', 422, 'invalid_import_payload'],
    ['{"scholars": [], "publications": [], "favorites": []}', 422, 'invalid_import_payload'],
    ['{"data": {"scholars": [], "publications": [], "meta": {}}, "meta": {}}', 422, 'invalid_import_payload'],
    ['{"scholars": [], "publications": [], "__proto__": 1}', 422, 'invalid_import_payload'],
    ['{"schema_version": 99, "scholars": [], "publications": []}', 422, 'invalid_import_schema_version'],
  ];
  for (const [body, status, code] of cases) {
    const response = await service.admin.call('POST', '/scholars/import', { body, headers: json });
    expect([response.status, response.error?.code], body).toEqual([status, code]);
  }
  // valid except for the last byte
  const half = `{"scholars": ${JSON.stringify(scholars)}, "publications": [{"title": "A", "scholar_id": "${ADA}"}, {"title": `;
  await service.admin.fails(400, 'invalid_json', 'POST', '/scholars/import', { body: half, headers: json });
  await service.admin.fails(415, 'unsupported_media_type', 'POST', '/scholars/import', {
    body: JSON.stringify({ scholars, publications: [] }),
    headers: { ...json, 'content-encoding': 'gzip' },
  });
  expect(await countAll(service)).toEqual(before);
});

test('an unreadable item is skipped with a warning, and the others are imported', async () => {
  const { admin } = await openService();
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const publications = [
    7,
    { scholar_id: ADA },
    { scholar_id: ADA, title: '  ' },
    { scholar_id: 'nobody', title: 'T' },
    { scholar_id: 'ZZZZZZZZZZZ9', title: 'of a scholar that the file does not have' },
    { scholar_id: null, title: 'of nobody' },
    { scholar_id: ADA, title: 'x'.repeat(4_100_000) },
    { scholar_id: ADA, title: 'Deep', later_key: 'deep' },
    { scholar_id: ADA, title: 'Wide', later_key: Object.fromEntries(Array.from({ length: 50_001 }, (_, n) => [n, 0])) },
    { scholar_id: ADA, title: 'Lists', later_key: Array(50_000).fill([]) },
    { scholar_id: ADA, title: 'Long '.repeat(20_000), year: 2001, later_key: 1 },
    {
      scholar_id: ADA,
      title: 'Year as text',
      year: '2020',
      citation_count: '12',
      doi: 'no doi',
      pub_url: 'javascript:alert(1)',
    },
    { scholar_id: ADA, title: 'NUL \0 and half \ud800 a pair', year: 99999, citation_count: 1e308, author_text: ['x'] },
    {
      scholar_id: ADA,
      title: 'Proto',
      author_text: 'A',
      year: 2020,
      first_seen_at: '9999-01-01T00:00:00Z',
      identifiers: 'none',
    },
  ];
  const body = `{"scholars":[{"scholar_id":"${ADA}"},{"scholar_id":"x"},5],"publications":${JSON.stringify(publications).replace('"Proto"', `"Proto","__proto__":{"is_read":true},"constructor":{"prototype":{}}`).replace('"deep"', deep)}}`;
  const send = async () => admin.ok('POST', '/scholars/import', { body, headers: json });
  const response = await send();
  expect(countsOf(response)).toEqual([1, 0, 4, 0, 4, 0]);
  expect(response.skipped_records).toBe(12);
  const warnings = response.warnings.join('\n');
  for (const place of [
    'scholars[1]',
    'scholars[2]',
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `publications[${n}]`),
  ])
    expect(warnings).toContain(`${place} was skipped`);
  expect(warnings).toContain('publications[11]: unreadable fields were ignored: pub_url, doi.');
  expect(warnings).toMatch(/publications\[\d+\]: fields were too long and were cut: title\./);
  // more than any publication has, so the integrity report would report it
  expect(warnings).toMatch(/publications\[\d+\]: unreadable fields were ignored: .*citation_count/);
  expect(countsOf(await send())).toEqual([0, 0, 0, 0, 0, 0]);
  const seen = (await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc')).publications;
  expect(
    seen.map((one: { title: string; year: number | null; citation_count: number; pub_url: null }) => [
      one.title.slice(0, 30),
      one.year,
      one.citation_count,
      one.pub_url,
    ]),
  ).toEqual([
    ['Long Long Long Long Long Long ', 2001, 0, null],
    ['NUL  and half \ufffd a pair', null, 0, null],
    ['Proto', 2020, 0, null],
    ['Year as text', 2020, 12, null],
  ]);
  const proto = seen.find((one: { title: string }) => one.title === 'Proto');
  expect(proto.is_read).toBe(false);
  expect(Date.parse(proto.first_seen_at)).toBeLessThanOrEqual(Date.now());
});

test('a dry run skips the same items as the import, with the same warnings, at most a hundred', async () => {
  const service = await openService();
  const file = {
    scholars: [...scholars, { scholar_id: 'x' }],
    publications: [
      { scholar_id: ADA, title: 'One' },
      { scholar_id: ADA },
      { scholar_id: 'ZZZZZZZZZZZ9', title: 'Two' },
      { scholar_id: null, title: 'Three' },
      { scholar_id: ADA, title: 'Four', year: 'MMXX' },
    ],
  };
  const before = await countAll(service);
  const wrong = { scholars: [], publications: Array.from({ length: 1500 }, () => ({})) };
  const { warnings, skipped_records } = await importInto(service.admin, wrong, '?dry_run=true');
  expect([skipped_records, warnings.length, warnings.at(-1)]).toEqual([1500, 101, expect.stringContaining('1400')]);
  const tried = await importInto(service.admin, file, '?dry_run=true');
  expect(tried.skipped_records).toBe(4);
  expect(tried.warnings).toEqual([
    'scholars[1] was skipped: scholar_id is not a valid profile id.',
    'publications[1] was skipped: title is missing.',
    'publications[4]: unreadable fields were ignored: year.',
    'publications[2] was skipped: ZZZZZZZZZZZ9 is neither a scholar of the file nor one that you track.',
    'publications[3] was skipped: it has no scholar, and is neither added nor a favorite.',
  ]);
  expect(await countAll(service)).toEqual(before);
  // a whole response of an export is a file too
  expect(await importInto(service.admin, { data: file, meta: { request_id: 'x' } })).toEqual(tried);
});

test('a file whose announced length exceeds the limit is rejected before it is sent', async () => {
  const service = await openService();
  const before = await countAll(service);
  // a raw request, because fetch sets the length itself
  const { port, hostname, host } = new URL(service.admin.base);
  const cookie = [...service.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = [
    'POST /api/v1/scholars/import HTTP/1.1',
    `host: ${host}`,
    `cookie: ${cookie}`,
    `x-csrf-token: ${service.admin.csrf}`,
    'content-type: application/json',
    `content-length: ${MAX_BYTES + 1}`,
  ];
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    response += text;
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n{"scholars": [`);
  await vi.waitUntil(() => response.includes('request_id'), { timeout: 60_000 });
  socket.destroy();
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(response).toContain('"code":"payload_too_large"');
  expect(response).toContain('with the parameter ids');
  expect(await countAll(service)).toEqual(before);
});

test('a file with more items than the limit is rejected as a whole, and the error names the way out', async () => {
  const service = await openService();
  const before = await countAll(service);
  const first = { scholar_id: ADA, title: 'The first of too many' };
  const body = `{"scholars": ${JSON.stringify(scholars)}, "publications": [${JSON.stringify(first)}${',{}'.repeat(MAX_ITEMS)}]}`;
  const { error } = await service.admin.fails(413, 'payload_too_large', 'POST', '/scholars/import', {
    body,
    headers: json,
  });
  expect(error.message).toContain('with the parameter ids');
  expect(await countAll(service)).toEqual(before);
});

test('an export of scholarr can be imported, without favorites and identifiers and with other keys', async () => {
  const { admin } = await openService();
  const publication = {
    year: 2020,
    citation_count: 3,
    author_text: 'A Author',
    venue_text: null,
    pub_url: null,
    pdf_url: null,
    fingerprint_sha256: 'f'.repeat(64),
  };
  const file = {
    schema_version: 1,
    exported_at: '2026-01-01T00:00:00+00:00',
    scholars: [{ scholar_id: ADA, display_name: 'Ada', is_enabled: false, profile_image_override_url: null }],
    publications: [
      { scholar_id: ADA, cluster_id: 'cluster:123', title: 'One', is_read: true, ...publication },
      { scholar_id: ADA, cluster_id: `cfv:${ADA}:abcdefghijkl`, title: 'Two', is_read: false, ...publication },
      { scholar_id: ADA, cluster_id: null, title: 'Editorial', is_read: false, ...publication },
    ],
  };
  expect(countsOf(await importInto(admin, file))).toEqual([1, 0, 3, 0, 3, 0]);
  expect(countsOf(await importInto(admin, file))).toEqual([0, 0, 0, 0, 0, 0]);
  const { publications, unread_count } = await admin.ok('GET', '/publications');
  expect([publications.length, unread_count]).toEqual([3, 2]);
  expect((await admin.ok('GET', '/scholars')).scholars[0]).toMatchObject({ display_name: 'Ada', is_enabled: false });
});

test('a client that disconnects during its upload leaves no data and no locks', async () => {
  const service = await openService();
  const { admin, url } = service;
  const before = await countAll(service);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = [
    'POST /api/v1/scholars/import HTTP/1.1',
    'Host: x',
    `Cookie: ${cookie}`,
    `X-CSRF-Token: ${admin.csrf}`,
    'Content-Type: application/json',
    'Content-Length: 100000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"scholars": [{"scholar_id": "${ADA}"}], "publications": [`);
  const isOpen = async () =>
    // pg_locks has the locks of all databases
    (
      await sql`
        select from pg_locks where locktype = 'advisory' and classid = ${LOCKS.import} and granted
          and database = (select oid from pg_database where datname = current_database())`.execute(service.db)
    ).rows.length;
  await vi.waitFor(async () => expect(await isOpen()).toBe(1), { timeout: 20_000 });
  await admin.fails(409, 'import_in_progress', 'POST', '/scholars/import', { body: { scholars, publications: [] } });
  socket.destroy();
  await vi.waitFor(async () => expect(await isOpen()).toBe(0), { timeout: 20_000 });
  expect(await countAll(service)).toEqual(before);
  expect(countsOf(await importInto(admin, { scholars, publications: [] }))).toEqual([1, 0, 0, 0, 0, 0]);
});

test.each([
  ['a complete body', 0, 422],
  ['a body that is not read to its end', 1_000_000, 413],
])('after a rejected import the same connection serves the next request: %s', async (_name, more, status) => {
  const { admin } = await openService();
  const { port, hostname, host } = new URL(admin.base);
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const wrong = `{"scholars": "x", "publications": [${'1,'.repeat(more)}1]}`;
  const head = [
    'POST /api/v1/scholars/import HTTP/1.1',
    `host: ${host}`,
    `cookie: ${cookie}`,
    `x-csrf-token: ${admin.csrf}`,
    'content-type: application/json',
    `content-length: ${wrong.length}`,
  ];
  const socket = connect(Number(port), hostname);
  let responses = '';
  const refused = vi.waitUntil(() => responses.includes('request_id'), { timeout: 30_000 });
  const both = new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => reject(new Error(`closed after: ${responses}`)));
    socket.setEncoding('utf8').on('data', (text: string) => {
      responses += text;
      if (responses.includes('"status":"ok"')) resolve();
    });
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n${wrong}`);
  await refused;
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await both;
  socket.destroy();
  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
});
