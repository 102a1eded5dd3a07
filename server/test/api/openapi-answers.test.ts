import { expect, test } from 'vitest';
import { endedRun, makeRows, savePageOf, track } from '../support/library.ts';
import { startTestService } from '../support/test-service.ts';
import { description, readSchemas } from './openapi-description.ts';

test('real answers are as the description says', async () => {
  const { admin, db, url } = await startTestService();
  const { validator } = readSchemas();
  const tracked = await track(db, (await admin.ok('GET', '/auth/me')).user.id, 'AAAAAAAAAAA1');
  await savePageOf(db, tracked, makeRows('AAAAAAAAAAA1', [0, 3]), { name: 'Ada Loopback' });
  const userId = (await admin.ok('GET', '/auth/me')).user.id;
  const runId = await endedRun(db, userId);
  const item = (await admin.ok('GET', '/publications')).publications[0].publication_id;
  const account = { email: 'new@lectern.example', password: 'a phrase that is long', is_admin: false };
  // an item that is taken, one that is passed over and told of
  const file = {
    schema_version: 1,
    scholars: [{ scholar_id: 'CCCCCCCCCCC1' }],
    publications: [
      { scholar_id: 'CCCCCCCCCCC1', title: 'Imported', identifiers: [{ kind: 'doi', value: '10.1000/x' }] },
      {},
    ],
  };
  const requests: [method: string, path: string, values: Record<string, unknown>, body?: unknown][] = [
    ['GET', '/auth/me', {}],
    ['GET', '/auth/csrf', {}],
    ['GET', '/scholars', {}],
    ['POST', '/scholars', {}, { scholar_id: 'BBBBBBBBBBB1' }],
    ['PATCH', '/scholars/{id}/toggle', { id: tracked }],
    ['PATCH', '/scholars/{id}/toggle', { id: tracked }],
    ['GET', '/publications', {}],
    ['POST', '/publications/mark-read', {}, { publication_ids: [item] }],
    ['POST', '/publications/mark-all-read', {}, {}],
    ['POST', '/publications/{id}/favorite', { id: item }, {}],
    ['POST', '/publications/{id}/retry-pdf', { id: item }],
    ['GET', '/admin/db/pdf-queue', {}],
    ['GET', '/admin/db/pdf-queue?status=untracked', {}],
    ['POST', '/admin/db/pdf-queue/{id}/requeue', { id: item }],
    ['POST', '/admin/db/pdf-queue/requeue-all', {}],
    ['GET', '/runs', {}],
    ['GET', '/runs/{run_id}', { run_id: runId }],
    ['POST', '/runs/manual', {}],
    ['GET', '/runs/queue/items', {}],
    ['GET', '/scholars/export', {}],
    ['GET', `/scholars/export?ids=${tracked}`, {}],
    ['POST', '/scholars/import?dry_run=true', {}, file],
    ['POST', '/scholars/import', {}, file],
    ['DELETE', '/scholars/{id}', { id: tracked }],
    ['GET', '/admin/users', {}],
    ['POST', '/admin/users', {}, account],
    ['PATCH', '/admin/users/{id}/active', { id: userId + 1 }, { is_active: false }],
    ['POST', '/admin/users/{id}/reset-password', { id: userId + 1 }, { new_password: 'another phrase, long' }],
    ['GET', '/auth/sessions', {}],
    ['DELETE', '/auth/sessions', {}],
    ['POST', '/auth/tokens', {}, { name: 'a script', scope: 'admin' }],
    ['GET', '/auth/tokens', {}],
    ['DELETE', '/auth/tokens/{id}', { id: 1 }],
    // and what goes wrong
    ['POST', '/auth/tokens', {}, { name: '', scope: 'root' }],
    ['DELETE', '/auth/tokens/{id}', { id: 1 }],
    ['DELETE', '/auth/sessions/{id}', { id: 999_999 }],
    ['GET', '/scholars/export?ids=x', {}],
    ['GET', '/scholars/export?ids=999999', {}],
    ['POST', '/scholars/import?dry_run=perhaps', {}, file],
    ['POST', '/scholars/import', {}, { scholars: 'x' }],
    ['POST', '/scholars/import', {}, { ...file, schema_version: 2 }],
    ['GET', '/runs/{run_id}', { run_id: 999_999 }],
    ['GET', '/runs/{run_id}', { run_id: 'x' }],
    ['POST', '/admin/users', {}, account],
    ['POST', '/auth/login', {}, { email: 'nobody@lectern.example', password: 'wrong' }],
    ['POST', '/auth/setup', {}, { token: 'x', email: 'a@b.example', password: 'a phrase that is long' }],
    ['POST', '/auth/logout', {}],
  ];
  const seen: string[] = [];
  for (const [method, path, values, body] of requests) {
    const filled = path.replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));
    const response = await admin.raw(method, `/api/v1${filled}`, body === undefined ? {} : { body });
    const answer = await response.json();
    const described = `/api/v1${path.split('?')[0]}`;
    const responses = description.paths[described]?.[method.toLowerCase()]?.responses;
    const status = responses?.[response.status] ? String(response.status) : `${String(response.status)[0]}XX`;
    const pointer = ['paths', described, method.toLowerCase(), 'responses', status, 'content', 'application/json'];
    const escaped = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).map(encodeURIComponent);
    const validate = validator.getSchema(`lectern#/${escaped.join('/')}/schema`);
    const words = () =>
      `${method} ${filled} ${response.status}: ${JSON.stringify(validate?.errors)} ${JSON.stringify(answer)}`;
    expect(validate?.(answer), words()).toBe(true);
    seen.push(`${status[0]}XX`);
  }
  expect(seen.filter((status) => status === '2XX').length).toBeGreaterThanOrEqual(19);
  expect(seen.filter((status) => status === '4XX').length).toBeGreaterThanOrEqual(5);
  const health = validator.getSchema('lectern#/paths/~1healthz/get/responses/200/content/application~1json/schema');
  expect(health?.(await (await fetch(`${url}/healthz`)).json())).toBe(true);
});
