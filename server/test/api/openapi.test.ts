import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ERRORS, type ProblemKind } from '../../src/platform/error-codes.ts';
import { STATUS } from '../../src/platform/http/error-responses.ts';
import { routes } from '../../src/start/routes.ts';
import { serviceOfFile } from '../support/service.ts';
import { type Description, description, operations, readSchemas } from './openapi-description.ts';

const openService = serviceOfFile();

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
  expect(operation.description).toMatch(/^[\w`].{10,}\.$/);
  expect(operation.tags).toHaveLength(1);
  expect(description.tags.map(({ name }) => name)).toContain(operation.tags[0]);
  for (const parameter of operation.parameters ?? [])
    expect(parameter.description, parameter.name).toMatch(/^.{3,}[^ ]$/s);

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
      /^(application\/json|text\/event-stream|image\/webp)$|^(application\/(x-|vnd\.|atom|feed)|text\/(csv|html|javascript))/,
    );
    expect(schema, status).toBeDefined();
    if (Number(status) >= 400 && path !== '/healthz')
      expect(schema?.$ref).toMatch(/^#\/components\/schemas\/\w+Error$/);
  }
  if (path === '/healthz') return;
  expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['422', '429', '500', '503']));

  const security = operation.security ?? description.security;
  const requested = Object.keys(security[0] ?? {});
  // a link in a mail is its own permission
  expect(requested.includes('csrf')).toBe(method !== 'get' && path.startsWith('/api/'));
  const endpoint = routes.find(([verb, url]) => verb === method.toUpperCase() && url === path)?.[2];
  expect(requested.includes('session')).toBe(endpoint?.open === false);
  for (const name of requested) expect(description.components.securitySchemes).toHaveProperty(name);

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
  for (const [name, schema] of reachableFrom(operations.map(({ operation }) => operation.responses)))
    expect(JSON.stringify(schema), name).not.toContain('"additionalProperties":false');
});

test('tags and servers are described, and every named schema is used', () => {
  const used = new Set(operations.map(({ operation }) => operation.tags[0]));
  expect(description.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  for (const tag of description.tags) expect(tag.description, tag.name).toMatch(/^.{5,}\.$/);
  expect(description.servers).toHaveLength(1);
  const named = Object.keys(description.components.schemas);
  expect([...reachableFrom([description.paths, description.components.responses]).keys()].sort()).toEqual(
    expect.arrayContaining(named),
  );
  for (const name of [
    'Publication',
    'PublicationDetail',
    'Scholar',
    'Run',
    'View',
    'Rule',
    'Channel',
    'Feed',
    'Note',
    'Tag',
  ])
    expect(named).toContain(name);
});

test('an error has the codes of its status, and the details of each code', () => {
  const { schemas } = description.components;
  expect(schemas.RunInProgressError).toMatchObject({
    properties: {
      error: {
        properties: {
          code: { type: 'string', enum: ['run_in_progress'] },
          details: { properties: { run_id: { type: 'integer' } } },
        },
      },
      meta: { $ref: '#/components/schemas/Meta' },
    },
  });
  for (const { name, operation } of operations.filter(({ path }) => path !== '/healthz')) {
    const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
    for (const [status, { content }] of errors) {
      const { $ref = '' } = content?.['application/json']?.schema ?? {};
      const [, schema] = [...reachableFrom({ $ref })][1] ?? [];
      const { error } = (schema as { properties: { error: ErrorShape } }).properties;
      for (const { properties } of error.oneOf ?? [error]) {
        const kinds = Object.entries(ERRORS).filter(([, codes]) => properties.code.enum.some((code) => code in codes));
        const statuses = kinds.map(([kind]) => String(STATUS[kind as ProblemKind]));
        expect(statuses, `${name} ${status}`).toEqual(status === '500' ? [] : [status]);
      }
    }
  }
});

test('what is newer than the contract names scholars and times alike, and keeps former names as deprecated', () => {
  // the contract's own names
  const times = ['start_dt', 'end_dt', 'last_run_dt', 'next_attempt_dt'];
  const wrong: string[] = [];
  visitProperties(description, (name, { type, deprecated, items }) => {
    if (deprecated) return;
    const types = [type, items?.type].flat();
    if (/^scholar_ids?$/.test(name) && types.includes('integer')) wrong.push(name);
    if (name.endsWith('_dt') && !times.includes(name)) wrong.push(name);
  });
  expect(wrong).toEqual([]);
});

interface ErrorShape {
  readonly properties: { readonly code: { readonly enum: readonly string[] } };
  readonly oneOf?: readonly ErrorShape[];
}

interface Property {
  readonly type?: string | string[];
  readonly deprecated?: boolean;
  readonly items?: { readonly type?: string | string[] };
}

/** Calls `visit` for each property of a schema, at any depth. */
function visitProperties(value: unknown, visit: (name: string, property: Property) => void): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties } = value as { properties?: Record<string, Property> };
  if (typeof properties === 'object') for (const [name, property] of Object.entries(properties)) visit(name, property);
  for (const inner of Object.values(value)) visitProperties(inner, visit);
}

/** A part of the description under the name "", and the named schemas that it uses. */
function reachableFrom(part: unknown): Map<string, unknown> {
  const found = new Map([['', part]]);
  for (const [, schema] of found) {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!found.has(name)) found.set(name, description.components.schemas[name]);
  }
  return found;
}

test('the file in the repository equals the description that the routes generate', async () => {
  const file = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8');
  expect(JSON.parse(file), 'run `npm run generate`').toEqual(description);
});

test('the service serves the description, and an API page that cannot be framed', async () => {
  const { url } = await openService();
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
  const { url } = await openService();
  const script = await (await fetch(`${url}/docs/static/swagger-initializer.js`)).text();
  const requested: string[] = [];
  const fetchInPage = async (path: string) => {
    requested.push(path);
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
  expect([read.headers, requested]).toEqual([{}, []]);
  const change = await intercept({ method: 'POST', headers: {} });
  expect(change.headers['X-CSRF-Token']).toMatch(/^[\w-]{43}$/);
  expect(requested).toEqual(['/api/v1/auth/csrf']);
  expect(config.validatorUrl).toBeNull();
});
