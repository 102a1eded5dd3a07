import { expect, test } from 'vitest';
import { operations } from '../openapi-description.ts';
import { type Call, queryOf } from './call.ts';
import { type Denial, type DenialRule, expectDenials, type Look } from './expect-denials.ts';
import { changes, type Walked } from './operations.ts';
import { type Schema, wrongBodies, wrongValues } from './wrong-values.ts';

const INVALID = { status: 422, code: 'validation_error' } as const;
const JSON_TYPE = 'application/json';

/**
 * An import is parsed as a stream, item by item. A malformed file is rejected; a malformed item is skipped with a
 * warning.
 */
const IMPORT = 'postScholarsImport';
const LISTS = ['scholars', 'publications'];
const PARTS_OF_IMPORT: Readonly<Record<string, string>> = { schema_version: 'invalid_import_schema_version' };

type Parameter = NonNullable<Walked['operation']['parameters']>[number];

/** Expects an error detail that names the field. */
function names(place: string): Look {
  return ({ error }) => {
    const details = Array.isArray(error?.details) ? error.details : [];
    return details.some((detail) => detail.path === place) ? null : `"${place}" is not named: ${JSON.stringify(error)}`;
  };
}

/** An invalid, missing, unknown or repeated parameter is named. */
const wrongParameters: DenialRule = {
  name: 'wrong parameters',
  chosen: ({ path }) => path !== '/healthz',
  denialsOf: (walked, call) => {
    const parameters = walked.operation.parameters ?? [];
    const inPath = parameters.filter((one) => one.in === 'path').flatMap((one) => wrongInPath(one, call));
    const inQuery = parameters.filter((one) => one.in === 'query').flatMap((one) => wrongInQuery(one, call));
    const rawQuery = [queryOf(call), 'unknown=1'].filter((part) => part !== '').join('&');
    const unknown = { what: 'an unknown parameter', call, rawQuery, ...INVALID, look: names('unknown') };
    // readers and link trackers add parameters to the other addresses
    return [...inPath, ...inQuery, ...(walked.path.startsWith('/api/') ? [unknown] : [])];
  },
};

/** Invalid texts for a parameter of another type. An empty text and a decimal are not integers. */
function wrongTexts(schema: Schema): string[] {
  const texts = wrongValues(schema).filter((value) => ['string', 'number'].includes(typeof value));
  const isText = schema.type === 'string';
  return [...new Set([...texts.map(String), ...(isText ? [] : ['', 'x', '1x'])])].filter(
    (text) => !isText || !['7', '7.5'].includes(text) || schema.enum !== undefined,
  );
}

function wrongInPath({ name, schema }: Parameter, call: Call): Denial[] {
  return wrongTexts(schema as Schema)
    .filter((text) => text !== '')
    .map((text) => {
      const wrong = { ...call, path: { ...call.path, [name]: text } };
      return { what: `${name} is "${text}" in the path`, call: wrong, ...INVALID, look: names(name) };
    });
}

function wrongInQuery({ name, schema, required = false }: Parameter, call: Call): Denial[] {
  const others = Object.fromEntries(Object.entries(call.query ?? {}).filter(([key]) => key !== name));
  const rest = queryOf({ ...call, query: others });
  const given = (pairs: readonly string[]) =>
    new URLSearchParams(pairs.map((value): [string, string] => [name, value])).toString();
  const denial = (what: string, values: readonly string[]): Denial => ({
    what: `${name} ${what} in the query`,
    call,
    rawQuery: [rest, given(values)].filter((part) => part !== '').join('&'),
    ...INVALID,
    look: names(name),
  });
  const own = String(call.query?.[name] ?? '1');
  return [
    ...wrongTexts(schema as Schema).map((text) => denial(`is "${text.slice(0, 30)}"`, [text])),
    denial('is there twice', [own, own]),
    ...(required ? [denial('is missing', [])] : []),
  ];
}

/** A body with a wrong type, a value beyond a limit, an unknown or a missing name is rejected with the path of it. */
const wrongBody: DenialRule = {
  name: 'wrong bodies',
  chosen: ({ operation }) =>
    operation.requestBody?.content[JSON_TYPE] !== undefined && operation.operationId !== IMPORT,
  denialsOf: ({ operation }, call) => {
    const media = operation.requestBody?.content[JSON_TYPE];
    const wrong = wrongBodies((media?.schema ?? {}) as Schema, call.body ?? {});
    return [
      ...wrong.map(({ place, body }) => ({
        what: `a wrong ${place || 'body'}: ${JSON.stringify(body).slice(0, 100)}`,
        call: { ...call, ...asJson(body) },
        ...INVALID,
        look: names(place),
      })),
      ...noJson(call),
    ];
  },
};

/** A bare string would be sent without quotes. */
function asJson(body: unknown): Pick<Call, 'body' | 'headers'> {
  return { body: JSON.stringify(body), headers: { 'content-type': JSON_TYPE } };
}

function noJson(call: Call): Denial[] {
  const as = (type: string): Call => ({ ...call, body: '{oops', headers: { 'content-type': type } });
  return [
    { what: 'no JSON', call: as(JSON_TYPE), status: 400, code: 'invalid_json' },
    { what: 'another type', call: as('text/plain'), status: 415, code: 'unsupported_media_type' },
  ];
}

const needlessBody: DenialRule = {
  name: 'a body for an operation without one',
  chosen: (walked) => changes(walked) && walked.operation.requestBody === undefined,
  denialsOf: (_walked, call) => [
    { what: 'a name', call: { ...call, ...asJson({ unknown: 1 }) }, ...INVALID, look: names('unknown') },
    { what: 'a list', call: { ...call, ...asJson([]) }, ...INVALID, look: names('') },
  ],
};

/** A file that is not an import is rejected, and each of its items is checked separately. */
const wrongImport: DenialRule = {
  name: 'wrong imports',
  chosen: ({ operation }) => operation.operationId === IMPORT,
  denialsOf: ({ operation }, prepared) => {
    const call = { ...prepared, query: { dry_run: true } };
    const schema = (operation.requestBody?.content[JSON_TYPE]?.schema ?? {}) as Schema;
    const wrong = wrongBodies(schema, call.body);
    // a setting that cannot be read is ignored with a warning, like an item
    const isItem = ({ place }: { place: string }) => place.includes('.') || place.startsWith('reading_order_parts');
    const [parts, items] = [wrong.filter((one) => !isItem(one)), wrong.filter(isItem)];
    return [
      ...parts.map(({ place, body }) => {
        // one list is enough
        const isTaken = LISTS.includes(place) && !Object.keys(body as object).includes(place);
        const refused = { status: 422, code: PARTS_OF_IMPORT[place] ?? 'invalid_import_payload' };
        return {
          what: `a wrong ${place || 'body'}: ${JSON.stringify(body).slice(0, 100)}`,
          call: { ...call, ...asJson(body) },
          ...(isTaken ? { status: 200 } : refused),
        };
      }),
      ...items.map(({ place, body }) => ({
        what: `a wrong ${place}`,
        call: { ...call, ...asJson(body) },
        status: 200,
      })),
      ...noJson(call),
    ];
  },
};

// what a mail program posts to a link (RFC 8058) is not read
const takesForm = ({ operation }: Walked) =>
  operation.requestBody?.content['multipart/form-data'] !== undefined && operation.operationId !== 'postMailByToken';

function formOf(...fields: [name: string, value: string | Blob][]): FormData {
  const made = new FormData();
  for (const [name, value] of fields) made.append(name, value);
  return made;
}

/** A form is accepted only with its one file and nothing else. */
const wrongForm: DenialRule = {
  name: 'wrong forms',
  chosen: takesForm,
  denialsOf: (_walked, call) => {
    const file = new Blob(['no picture'], { type: 'image/png' });
    const ofImage = { ...INVALID, look: names('image') };
    return [
      { what: 'no file', call: { ...call, body: formOf() }, ...INVALID },
      { what: 'a text', call: { ...call, body: formOf(['image', 'a text']) }, ...ofImage },
      { what: 'another name', call: { ...call, body: formOf(['other', file]) }, ...INVALID, look: names('other') },
      { what: 'two files', call: { ...call, body: formOf(['image', file], ['image', file]) }, ...ofImage },
      {
        what: 'no picture',
        call: { ...call, body: formOf(['image', file]) },
        status: 422,
        code: 'invalid_scholar_image',
      },
      { what: 'JSON', call: { ...call, ...asJson({}) }, status: 415, code: 'unsupported_media_type' },
    ];
  },
};

// some thousand requests
test('what is wrong with a request is refused and named, and changes nothing', { timeout: 600_000 }, async () => {
  expect(operations.filter(takesForm).map(({ operation }) => operation.operationId)).toEqual([
    'postScholarsByIdImageUpload',
  ]);
  await expectDenials([wrongParameters, wrongBody, needlessBody, wrongImport, wrongForm]);
});
