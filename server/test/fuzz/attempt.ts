import fc, { type Arbitrary } from 'fast-check';
import type { operations } from '../api/openapi-description.ts';
import { LIVE_IDS, liveId } from './live-ids.ts';
import { anyValue, hostileText, type Schema, validValue, type Words } from './values.ts';

export type Operation = (typeof operations)[number];

/** The sender: nobody, a user, an administrator, an API token of each scope, or forged credentials. */
export const WHO = ['nobody', 'user', 'admin', 'read', 'write', 'all', 'forged'] as const;
export type Who = (typeof WHO)[number];

/** A request to be sent. The sender's credentials are added when it is sent. */
export interface Attempt {
  /** the intended operation, in a readable form */
  readonly name: string;
  readonly method: string;
  /** path and query as in the request line, with placeholders for existing ids */
  readonly target: string;
  readonly who: Who;
  readonly csrf: 'right' | 'missing' | 'wrong';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const ODD_PARTS = [
  ...[
    '0',
    '-1',
    '1.5',
    '1e3',
    '01',
    '2147483648',
    '9007199254740992',
    '99999999999999999999',
    'NaN',
    'null',
    'undefined',
  ],
  ...[
    '%',
    '%zz',
    '%00',
    '%E0%A4%A',
    '%ff',
    '%2F',
    '1%2F2',
    '%2e%2e',
    '..',
    '.',
    '',
    '1;a=b',
    '1%0d%0aX:y',
    '\u00ff',
    '*',
    ':id',
    '1'.repeat(300),
  ],
];
/** Each of these reads the whole database. */
const LONG = /\/integrity$|\/publication-near-duplicates/;
const BOUNDARY = 'fuzz-boundary';

/** Requests for all operations, valid and invalid. `image` is a valid picture. */
export function attempts(all: readonly Operation[], words: Words, image: Buffer): Arbitrary<Attempt> {
  return fc.oneof(
    ...all.map((operation) => ({
      weight: LONG.test(operation.path) ? 1 : 4,
      arbitrary: attemptAt(operation, words, image),
    })),
  );
}

function attemptAt(operation: Operation, words: Words, image: Buffer): Arbitrary<Attempt> {
  const parameters = operation.operation.parameters ?? [];
  const method = operation.method.toUpperCase();
  return fc
    .record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: pathOf(operation, words),
      query: queryOf(
        parameters.filter(({ in: place }) => place === 'query'),
        words,
      ),
      who: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom<Who>('user', 'admin', 'all') },
        { weight: 2, arbitrary: fc.constantFrom(...WHO) },
      ),
      csrf: fc.oneof(
        { weight: 20, arbitrary: fc.constant('right' as const) },
        { weight: 1, arbitrary: fc.constantFrom('missing' as const, 'wrong' as const) },
      ),
      sent: bodyOf(operation, words, image),
      headers: oddHeaders,
    })
    .map(({ path, query, sent, headers, ...rest }) => ({
      ...rest,
      name: operation.name,
      target: query === '' ? path : `${path}?${query}`,
      headers: { ...sent.headers, ...headers },
      body: rest.method === 'GET' && sent.body?.length === 0 ? null : sent.body,
    }));
}

function pathOf({ path, operation }: Operation, words: Words): Arbitrary<string> {
  const parts = path.split('/').map((part): Arbitrary<string> => {
    const [, parameter, end = ''] = /^\{(\w+)\}(.*)$/.exec(part) ?? [];
    if (parameter === undefined) return fc.constant(part);
    const schema = (operation.parameters?.find(({ name }) => name === parameter)?.schema ?? {}) as Schema;
    const value = fc.oneof(
      { weight: 10, arbitrary: fc.nat({ max: LIVE_IDS - 1 }).map(liveId) },
      { weight: 2, arbitrary: validValue(schema, parameter, words).map((given) => encoded(String(given))) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_PARTS) },
      { weight: 1, arbitrary: hostileText.map((text) => encoded(text.slice(0, 300))) },
    );
    return value.map((given) => given + end);
  });
  const whole = fc.tuple(...parts).map((all) => all.join('/'));
  const ends = fc.constantFrom('/', '//', '%00', '/..', ';v=1', '#a', '/%2e');
  return fc.oneof(
    { weight: 40, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(whole, ends).map((both) => both.join('')) },
  );
}

const ODD_QUERIES = [
  ...['unknown=1', '__proto__=1', '&&=&', '%', '%zz=%zz', 'a[]=1', 'page=%00', '=', '?', '%ff=%fe', 'x'.repeat(9_000)],
];

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: unknown;
}

/** Half of the queries have a few valid parameters; the others have anything. */
function queryOf(parameters: readonly Parameter[], words: Words): Arbitrary<string> {
  const pair = (name: string, value: unknown) =>
    `${name}=${encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`;
  const soundOf = ({ name, schema }: Parameter) =>
    validValue(schema as Schema, name, words).map((value) => pair(name, value));
  const anyOf = ({ name, schema }: Parameter) =>
    anyValue(schema as Schema, name, words).map((value) => pair(name, value));
  const join = (all: readonly string[]) => all.filter((one) => one !== '').join('&');

  const needed = parameters.filter(({ required }) => required);
  const others = parameters.filter(({ required }) => !required);
  const few = fc.subarray(others, { maxLength: Math.min(3, others.length) });
  const sound = few.chain((some) => fc.tuple(...[...needed, ...some].map(soundOf))).map(join);

  const mixed = parameters.map((parameter) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('') },
      { weight: 5, arbitrary: soundOf(parameter) },
      { weight: 2, arbitrary: anyOf(parameter) },
      { weight: 1, arbitrary: fc.tuple(soundOf(parameter), anyOf(parameter)).map(join) },
    ),
  );
  const more = fc.oneof(
    { weight: 20, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_QUERIES) },
  );
  return fc.oneof(sound, fc.tuple(...mixed, more).map(join));
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

const ODD_BODIES = [
  ...[
    '',
    ' ',
    '{',
    '}',
    'null',
    'true',
    '1',
    '"x"',
    '[]',
    '{}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    '\ufeff{}',
    '{} {}',
    '{"a":1e400}',
  ],
  ...[
    '{"a":"\\ud800"}',
    '{"\\u0000":1}',
    '{"__proto__":{"a":1}}',
    '{"a":1,"a":2}',
    '{"a":"\n"}',
    '['.repeat(8_000),
    '{"a":'.repeat(3_000),
  ],
];
const ODD_TYPES = [
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    '',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json;;;',
    'Application/JSON',
    'application/jsonx',
    'json',
    'a/b;c="',
    '/',
    '*/*',
  ],
];

function bodyOf({ operation, method }: Operation, words: Words, image: Buffer): Arbitrary<Sent> {
  const content = operation.requestBody?.content ?? {};
  const asJson = (body: string | Buffer): Sent => ({
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body),
  });
  const none: Arbitrary<Sent> = fc.constant({ headers: {}, body: null });
  const odd = fc.constantFrom(...ODD_BODIES).map(asJson);
  const bytes = fc.uint8Array({ maxLength: 200 }).map((body) => asJson(Buffer.from(body)));
  const other = fc.tuple(fc.constantFrom(...ODD_TYPES), fc.constantFrom(...ODD_BODIES)).map(
    ([type, body]): Sent => ({
      headers: { 'content-type': type },
      body: Buffer.from(body),
    }),
  );
  const rare = [none, odd, bytes, other].map((arbitrary) => ({ weight: 1, arbitrary }));
  if ('multipart/form-data' in content) {
    return fc.oneof({ weight: 10, arbitrary: formOf(image) }, ...rare);
  }
  const schema = content['application/json']?.schema as Schema | undefined;
  if (schema === undefined) {
    // a few send a body although the operation has none
    return fc.oneof({ weight: method === 'get' ? 60 : 20, arbitrary: none }, ...rare);
  }
  const json = (value: unknown) => asJson(JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 12, arbitrary: validValue(schema, '', words).map(json) },
    { weight: 12, arbitrary: anyValue(schema, '', words).map(json) },
    ...rare,
  );
}

function formOf(image: Buffer): Arbitrary<Sent> {
  const file = fc.oneof(
    { weight: 4, arbitrary: fc.constant(image) },
    { weight: 1, arbitrary: fc.nat({ max: image.length }).map((end) => image.subarray(0, end)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    // replace one of its bytes
    {
      weight: 3,
      arbitrary: fc.tuple(fc.nat({ max: image.length - 1 }), fc.nat({ max: 255 })).map(([at, byte]) => {
        const changed = Buffer.from(image);
        changed[at] = byte;
        return changed;
      }),
    },
  );
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constant('image') },
    { weight: 1, arbitrary: hostileText.map((text) => text.slice(0, 500)) },
  );
  const end = fc.oneof(
    { weight: 8, arbitrary: fc.constant(`\r\n--${BOUNDARY}--\r\n`) },
    { weight: 1, arbitrary: fc.constantFrom('', '\r\n', `\r\n--${BOUNDARY}\r\n`) },
  );
  return fc.record({ file, name, fileName: fc.oneof(fc.constant('a.png'), hostileText), end }).map((form): Sent => {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${form.name}"; filename="${form.fileName}"\r\nContent-Type: image/png\r\n\r\n`;
    return {
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: Buffer.concat([Buffer.from(head), form.file, Buffer.from(form.end)]),
    };
  });
}

/** Hostile texts without the bytes that a header value must not contain. */
const headerText = hostileText.map((text) =>
  Buffer.from(text.slice(0, 2_000))
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
);
const HEADER_NAMES = [
  ...[
    'x-request-id',
    'last-event-id',
    'idempotency-key',
    'if-none-match',
    'accept',
    'accept-encoding',
    'range',
    'x-forwarded-for',
    'x-forwarded-proto',
  ],
  ...[
    'forwarded',
    'origin',
    'referer',
    'user-agent',
    'content-encoding',
    'if-match',
    'x-http-method-override',
    'accept-language',
    'via',
    'host',
  ],
];
const HEADER_VALUES = [
  '',
  '0',
  '1',
  '-1',
  '99999999999999999999',
  '*',
  '"x"',
  'gzip',
  'identity',
  'bytes=0-1',
  '127.0.0.1',
  '::1',
  'NaN',
  'a,b',
  'x'.repeat(129),
];
const oddHeaders = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...HEADER_NAMES), fc.oneof(fc.constantFrom(...HEADER_VALUES), headerText)), {
        minLength: 1,
        maxLength: 3,
      })
      .map((pairs): Record<string, string> => Object.fromEntries(pairs)),
  },
);

/** Percent-encoded; half a character as the bytes that it would have. */
function encoded(text: string): string {
  return [...text].map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('');
}
