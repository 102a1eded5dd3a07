import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { routes } from '../../src/start/routes.ts';
import { startService } from '../support/service.ts';
import { type Description, description, operations, readSchemas } from './openapi-description.ts';

test('every route is described, under a unique name', () => {
  expect(description.openapi).toMatch(/^3\.1\.\d$/);
  expect(description.info.version).toMatch(/^\d+\.\d+\.\d+$/);
  const wanted = [...routes.map(([method, path]) => `${method} ${path}`), 'GET /healthz'];
  expect(operations.map(({ name }) => name).sort()).toEqual(wanted.sort());
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
});

test.each(operations)('$name: summary, tag, parameters, responses and security', ({ path, method, operation }) => {
  expect(operation.summary.length).toBeGreaterThan(3);
  expect(operation.tags).toHaveLength(1);
  expect(operation.tags[0]).toMatch(/^[a-z]+$/);

  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
  expect(declared.map(({ name, required }) => [name, required])).toEqual(named.map((name) => [name, true]));

  const answers = Object.entries(operation.responses);
  const good = answers.filter(([status]) => status.startsWith('2'));
  expect(good.length).toBeGreaterThan(0);
  for (const [status, { description: words, content = {} }] of answers) {
    expect(words).not.toBe('Default Response');
    // an unchanged object is not sent again
    if (status === '304') continue;
    const [type = '', { schema } = { schema: undefined }] = Object.entries(content)[0] ?? [];
    expect(type).toMatch(
      /^(application\/json|text\/event-stream|image\/webp)$|^(application\/(x-|vnd\.|atom|feed)|text\/csv)/,
    );
    expect(schema, status).toBeDefined();
    if (/^[45]XX$/.test(status)) expect(schema?.$ref).toBe('#/components/schemas/Error');
  }
  if (path === '/healthz') return;
  expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['4XX', '5XX']));

  const security = operation.security ?? description.security;
  const asked = Object.keys(security[0] ?? {});
  // a link in a mail is its own permission
  expect(asked.includes('csrf')).toBe(method !== 'get' && path.startsWith('/api/'));
  const endpoint = routes.find(([verb, url]) => verb === method.toUpperCase() && url === path)?.[2];
  expect(asked.includes('session')).toBe(endpoint?.open === false);
  for (const name of asked) expect(description.components.securitySchemes).toHaveProperty(name);

  const { requestBody } = operation;
  const required = Object.values(requestBody?.content ?? {})[0]?.schema.required ?? [];
  if (requestBody) expect(requestBody.required).toBe(required.length > 0);
});

test('every reference can be resolved, and every schema is valid', () => {
  const refs = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
  expect(refs.length).toBeGreaterThan(operations.length);
  for (const ref of new Set(refs)) {
    const found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], description);
    expect(found, ref).toBeTypeOf('object');
  }
  const { validator, schemas } = readSchemas();
  for (const [name, schema] of schemas) expect(validator.validateSchema(schema as object), name).toBe(true);
});

test('responses allow additional keys, so that fields can be added later', () => {
  for (const { name, operation } of operations) {
    expect(JSON.stringify(operation.responses), name).not.toContain('"additionalProperties":false');
  }
});

test('the file in the repository equals the description that the routes generate', async () => {
  const file = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8');
  expect(JSON.parse(file), 'run `npm run generate`').toEqual(description);
});

test('the service serves the description, and an API page that cannot be framed', async () => {
  const { url } = await startService();
  const served = (await (await fetch(`${url}/openapi.json`)).json()) as Description;
  expect(Object.keys(served.paths)).toEqual(Object.keys(description.paths));
  const page = await fetch(`${url}/docs`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const html = await page.text();
  const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source = '']) => source);
  expect(scripts.every((tag) => tag.includes('src='))).toBe(true);
  for (const source of sources) {
    const part = new URL(source, `${url}/docs`);
    expect(part.origin).toBe(url);
    expect((await fetch(part)).status, source).toBe(200);
  }
});

test('the API page gets the CSRF token when it sends a change, and not before', async () => {
  const { url } = await startService();
  const script = await (await fetch(`${url}/docs/static/swagger-initializer.js`)).text();
  const asked: string[] = [];
  const fetchInPage = async (path: string) => {
    asked.push(path);
    return fetch(url + path);
  };
  let config: Record<string, unknown> = {};
  const bundle = Object.assign(
    (given: Record<string, unknown>) => {
      config = given;
      return { initOAuth: () => undefined };
    },
    { presets: { apis: {} }, plugins: { DownloadUrl: {} } },
  );
  const page: { onload?: () => void; location: { href: string } } = { location: { href: `${url}/docs` } };
  const documentInPage = {
    createElement: () => ({ href: '' }),
    querySelector: () => ({ appendChild: () => undefined }),
  };
  const names = ['window', 'document', 'SwaggerUIBundle', 'SwaggerUIStandalonePreset', 'fetch'];
  new Function(...names, script)(page, documentInPage, bundle, {}, fetchInPage);
  page.onload?.();
  const intercept = config.requestInterceptor as (request: object) => Promise<{ headers: Record<string, string> }>;
  const read = await intercept({ method: 'GET', headers: {} });
  expect([read.headers, asked]).toEqual([{}, []]);
  const change = await intercept({ method: 'POST', headers: {} });
  expect(change.headers['X-CSRF-Token']).toMatch(/^[\w-]{43}$/);
  expect(asked).toEqual(['/api/v1/auth/csrf']);
  expect(config.validatorUrl).toBeNull();
});
