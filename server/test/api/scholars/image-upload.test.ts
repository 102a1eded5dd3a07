import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { lookAt, makeFlatPng, makeImage } from '../../support/make-images.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();
const openSmall = serviceOfFile({ constants: { imageMaxBytes: 50_000 } });

const PROFILE = 'AbCdEfGh_-12';

function form(bytes: Buffer, { field = 'image', type = 'image/png', name = 'a.png' } = {}): FormData {
  const made = new FormData();
  made.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return made;
}

async function track(client: Client, profile = PROFILE): Promise<number> {
  return (await client.ok('POST', '/scholars', { body: { scholar_id: profile }, status: 201 })).id;
}

/** Uploads a picture and returns its URL. */
async function upload(client: Client, id: number, bytes: Buffer): Promise<string> {
  const scholar = await client.ok('POST', `/scholars/${id}/image/upload`, { body: form(bytes) });
  expect(scholar).toMatchObject({ id, profile_image_source: 'upload', profile_image_state: 'ready' });
  expect(scholar.profile_image_url).toMatch(new RegExp(`^/scholar-images/${id}/upload\\?v=[0-9a-f]{12}$`));
  return scholar.profile_image_url;
}

test('an upload is shown to its owner as a small WebP until it is removed', async () => {
  const { admin } = await openService();
  const id = await track(admin);
  const address = await upload(admin, id, await makeImage('jpeg', { width: 1200, height: 600 }));
  const shown = await admin.raw('GET', address);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'cookie',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  });
  expect(await lookAt(Buffer.from(await shown.arrayBuffer()))).toMatchObject({
    format: 'webp',
    width: 512,
    height: 256,
  });
  expect((await admin.ok('GET', '/scholars')).scholars[0].profile_image_url).toBe(address);
  // without a version, as in the contract, and with a wrong or outdated one
  for (const path of [`/scholar-images/${id}/upload`, `/scholar-images/${id}/upload?v=0123456789ab`]) {
    const { status, headers } = await admin.raw('GET', path);
    expect([status, headers.get('cache-control'), headers.get('vary')], path).toEqual([200, 'private, no-cache', null]);
  }
  const etag = shown.headers.get('etag') ?? '';
  const known = await admin.raw('GET', address, { headers: { 'if-none-match': etag } });
  expect([known.status, known.headers.get('cache-control')]).toEqual([304, shown.headers.get('cache-control')]);
  const cleared = await admin.ok('DELETE', `/scholars/${id}/image`);
  expect(cleared).toMatchObject({ profile_image_url: null, profile_image_source: 'none', profile_image_state: 'none' });
  expect((await admin.raw('GET', address)).status).toBe(404);
  expect(await admin.ok('DELETE', `/scholars/${id}/image`), 'a second time').toEqual(cleared);
});

test('a picture in the cache of the browser is not sent again', async () => {
  const { admin } = await openService();
  const id = await track(admin);
  const path = `/scholar-images/${id}/upload`;
  await upload(admin, id, makeFlatPng(20, 20));
  const etag = (await admin.raw('GET', path)).headers.get('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await admin.raw('GET', path, { headers: { 'if-none-match': known } });
    expect([answer.status, answer.headers.get('etag'), await answer.text()], known).toEqual([304, etag, '']);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  }
  for (const other of ['"other"', etag.slice(1, -1), '']) {
    expect((await admin.raw('GET', path, { headers: { 'if-none-match': other } })).status, other).toBe(200);
  }
  const head = await admin.raw('HEAD', path);
  expect([head.status, head.headers.get('etag'), head.headers.get('content-type')]).toEqual([200, etag, 'image/webp']);
  const before = (await admin.ok('GET', '/scholars')).scholars[0].profile_image_url;
  expect(await upload(admin, id, makeFlatPng(30, 30)), 'another picture has another address').not.toBe(before);
  expect((await admin.raw('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('other users cannot see a picture or whether it exists', async () => {
  const { admin, newUser, url } = await openService();
  const other = await newUser('other');
  const visitor = new Client(url);
  const id = await track(admin);
  const theirs = await track(other);
  await upload(admin, id, makeFlatPng(20, 20));
  const etag = (await admin.raw('GET', `/scholar-images/${id}/upload`)).headers.get('etag') ?? '';
  const refused = async (client: Client, path: string, headers: Record<string, string> = {}) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await client.raw(method, path, { headers });
      const { error } = method === 'GET' ? ((await answer.json()) as { error: { code: string } }) : { error: null };
      expect([answer.status, error?.code, answer.headers.get('etag')], `${method} ${path}`).toEqual([
        404,
        method === 'GET' ? 'scholar_image_not_found' : undefined,
        null,
      ]);
    }
  };
  for (const client of [other, visitor]) {
    for (const kind of ['upload', 'override', 'scraped']) {
      for (const one of [id, theirs, 999_999]) {
        await refused(client, `/scholar-images/${one}/${kind}`, { 'if-none-match': etag });
      }
    }
  }
  await refused(visitor, '/scholar-images/x/upload');
  await refused(visitor, `/scholar-images/${id}/upload`, { authorization: 'Bearer lectern_wrong' });
  expect((await other.raw('GET', '/scholar-images/x/upload')).status).toBe(422);
  expect((await other.raw('GET', `/scholar-images/${id}/other`)).status).toBe(404);
  const session = new Map(admin.cookies);
  await admin.ok('POST', '/auth/logout');
  for (const [name, value] of session) admin.cookies.set(name, value);
  await refused(admin, `/scholar-images/${id}/upload`, { 'if-none-match': etag });
});

test("a valid API token gives access to its user's pictures", async () => {
  const { admin, newUser, url } = await openService();
  const id = await track(admin);
  await upload(admin, id, makeFlatPng(20, 20));
  const body = { name: 'pictures', scope: 'read' };
  const made = await admin.ok('POST', '/auth/tokens', { body, status: 201 });
  const see = async (scholarId: number) => {
    const headers = { authorization: `Bearer ${made.token}` };
    return (await fetch(`${url}/scholar-images/${scholarId}/upload`, { headers })).status;
  };
  const other = await newUser('other');
  const theirs = await track(other);
  await upload(other, theirs, makeFlatPng(20, 20));
  expect([await see(id), await see(theirs)]).toEqual([200, 404]);
  await admin.ok('DELETE', `/auth/tokens/${made.id}`);
  expect(await see(id)).toBe(404);
});

test('a file that is not a picture is rejected and changes nothing', async () => {
  const { admin } = await openService();
  const id = await track(admin);
  const address = await upload(admin, id, makeFlatPng(20, 20));
  const path = `/scholars/${id}/image/upload`;
  const picture = makeFlatPng(20, 20);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.concat([Buffer.from('PK\x03\x04'), picture]),
    picture.subarray(0, 40),
    makeFlatPng(4097, 1),
  ]) {
    const { error } = await admin.fails(422, 'invalid_scholar_image', 'POST', path, { body: form(bytes) });
    expect(error.details).toEqual([{ path: 'image', message: error.message }]);
  }
  expect((await admin.ok('GET', '/scholars')).scholars[0].profile_image_url).toBe(address);
  // if a file contains a picture and other data, only the picture is kept
  expect(await upload(admin, id, Buffer.concat([picture, Buffer.from('PK\x03\x04 an archive')]))).toBe(address);
});

test('a malformed form is rejected', async () => {
  const { admin } = await openSmall();
  const id = await track(admin);
  const path = `/scholars/${id}/image/upload`;
  const picture = makeFlatPng(20, 20);
  for (const bytes of [Buffer.alloc(50_001), Buffer.alloc(66_000), Buffer.alloc(2_000_000)]) {
    await admin.fails(413, 'payload_too_large', 'POST', path, { body: form(bytes) });
  }
  for (const [type, body] of [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', 'no form'],
    // parts without a name
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\nhi\r\n--x--\r\n'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; filename="a"\r\n\r\nhi\r\n--x--\r\n'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nbroken off',
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
    ],
  ] as const) {
    await admin.fails(422, 'validation_error', 'POST', path, { body, headers: { 'content-type': type } });
  }
  expect((await admin.ok('GET', '/scholars')).scholars[0].profile_image_source).toBe('none');
  await upload(admin, id, picture);
});

test('a client that disconnects in the middle, or sends data after the form, leaves nothing behind', async () => {
  const { admin, url, db, log } = await openService();
  const id = await track(admin);
  const head = (length: number) =>
    [
      `POST /api/v1/scholars/${id}/image/upload HTTP/1.1`,
      `host: ${new URL(url).host}`,
      `cookie: ${[...admin.cookies].map((pair) => pair.join('=')).join('; ')}`,
      `x-csrf-token: ${admin.csrf}`,
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${length}`,
      'connection: close',
      '\r\n--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n',
    ].join('\r\n');
  const send = (text: Buffer, hangUp: boolean) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write(text, () => hangUp && socket.destroy());
      });
      socket.on('data', (part) => {
        answer += part;
      });
      socket.on('error', () => undefined).on('close', () => resolve(answer));
    });
  await send(Buffer.concat([Buffer.from(head(100_000)), makeFlatPng(20, 20)]), true);
  const flood = Buffer.concat([Buffer.from(head(2_015_000)), Buffer.alloc(2_010_000)]);
  expect(await send(flood, false)).toMatch(/^HTTP\/1.1 413 .*"payload_too_large"/s);
  expect(await db.selectFrom('scholar_uploads').select('scholar_id').execute()).toEqual([]);
  await upload(admin, id, makeFlatPng(20, 20));
  expect(log()).not.toMatch(/"level":(50|60)|"level":"(error|fatal)"/);
});

test('of many simultaneous uploads some are accepted, the others are told to retry, and one is kept', async () => {
  const { admin, db } = await openService();
  const id = await track(admin);
  const pictures = Array.from({ length: 12 }, (_, index) => makeFlatPng(20 + index, 20));
  const answers = await Promise.all(
    pictures.map((bytes) => admin.call('POST', `/scholars/${id}/image/upload`, { body: form(bytes) })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toContain(200);
  expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(await db.selectFrom('scholar_uploads').select('scholar_id').execute()).toEqual([{ scholar_id: id }]);
});

test('an upload and an address replace each other, and both are deleted with the scholar', async () => {
  const { admin, db } = await openService();
  const id = await track(admin);
  await upload(admin, id, makeFlatPng(20, 20));
  const named = await admin.ok('PUT', `/scholars/${id}/image/url`, { body: { image_url: 'https://x.example/a.png' } });
  expect(named).toMatchObject({
    profile_image_source: 'override',
    profile_image_state: 'pending',
    profile_image_override_url: 'https://x.example/a.png',
  });
  expect((await admin.raw('GET', `/scholar-images/${id}/upload`)).status).toBe(404);
  await upload(admin, id, makeFlatPng(20, 20));
  expect((await admin.ok('GET', '/scholars')).scholars[0].profile_image_override_url).toBeNull();
  await admin.ok('DELETE', `/scholars/${id}`);
  expect(await db.selectFrom('scholar_uploads').select('scholar_id').execute()).toEqual([]);
  const again = await track(admin);
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([{ id: again, profile_image_source: 'none' }]);
});

test("sending the service's own picture path back changes nothing, and other paths of the service are rejected", async () => {
  const { admin } = await openService();
  const id = await track(admin);
  const put = (image_url: string) => admin.ok('PUT', `/scholars/${id}/image/url`, { body: { image_url } });
  const address = await upload(admin, id, makeFlatPng(20, 20));
  const shown = (await admin.ok('GET', '/scholars')).scholars[0];
  expect(await put(address)).toEqual(shown);
  const replaced = await upload(admin, id, makeFlatPng(30, 20));
  expect((await put(address)).profile_image_url, 'of an earlier version').toBe(replaced);
  expect((await put(`/scholar-images/${id}/upload`)).profile_image_url).toBe(replaced);
  for (const image_url of [
    `/scholar-images/${id + 1}/upload`,
    `/scholar-images/${id}/other`,
    `/scholar-images/${id}/upload?v=x&w=1`,
    `x/scholar-images/${id}/upload`,
  ]) {
    await admin.fails(422, 'invalid_scholar_image', 'PUT', `/scholars/${id}/image/url`, { body: { image_url } });
  }
  expect((await admin.raw('GET', replaced)).status).toBe(200);
});

test('an address must be an absolute http or https URL of at most 2,048 characters', async () => {
  const { admin } = await openService();
  const id = await track(admin);
  const path = `/scholars/${id}/image/url`;
  const longest = `https://x.example/${'a'.repeat(2048 - 18)}`;
  for (const image_url of ['http://x.example/?a=1#b', longest, 'https://bücher.example/ä']) {
    expect(await admin.ok('PUT', path, { body: { image_url } })).toMatchObject({
      profile_image_override_url: image_url,
    });
  }
  const wrong = ['', '//x.example/a', 'javascript:alert(1)', 'http:x.example', ' https://x.example/a', `${longest}a`];
  for (const image_url of [...wrong, 'https://me:secret@x.example/a']) {
    const { error } = await admin.fails(422, 'invalid_scholar_image', 'PUT', path, { body: { image_url } });
    expect(error.details[0].path).toBe('image_url');
  }
});
