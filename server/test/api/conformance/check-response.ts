import sharp from 'sharp';
import { type Description, description, validatorOf } from '../openapi-description.ts';
import { codesOf, type Walked } from './operations.ts';

/** The media types of bodies that are no text. */
export const BINARY: readonly string[] = ['image/webp', 'application/zip'];

/** The description with `additionalProperties: false`, because every field of a response must be described. */
const closed = structuredClone(description);
const described = Object.values(closed.paths).flatMap((path) => Object.values(path).map(({ responses }) => responses));
for (const { content = {} } of [closed.components.responses, ...described].flatMap((one) => Object.values(one))) {
  for (const media of Object.values(content)) close(media.schema);
}
for (const schema of Object.values(closed.components.schemas)) close(schema);
const validator = validatorOf(closed as Description);

function close(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const inner of Object.values(schema)) close(inner);
  if ('properties' in schema && 'type' in schema && !('additionalProperties' in schema)) {
    Object.assign(schema, { additionalProperties: false });
  }
}

/** Describes what is wrong with a value according to a schema; null if it is valid. */
export function mistakeAt(place: readonly string[], value: unknown): string | null {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = validator.getSchema(`lectern#/${pointer}`);
  if (!validate) return `nothing is described at ${pointer}`;
  return validate(value) ? null : `${JSON.stringify(validate.errors)} of ${JSON.stringify(value)?.slice(0, 2000)}`;
}

/**
 * Describes what is wrong with a response: a status, a content type, a shape or a code that is not described; null if
 * it is valid.
 */
export async function mistakeOf(walked: Walked, response: Response): Promise<string | null> {
  const { operation, path, method } = walked;
  const described = operation.responses[response.status];
  const body = Buffer.from(await response.arrayBuffer());
  const shown = body.toString().slice(0, 500);
  if (!described) return `the status ${response.status} is not described: ${shown}`;
  if (!described.content) return body.length === 0 ? null : `a body is not described: ${shown}`;
  const given = response.headers.get('content-type') ?? '';
  const type = given.split(';')[0] ?? '';
  if (!BINARY.includes(type) && !given.endsWith('; charset=utf-8')) return `"${given}" does not name the encoding`;
  if (!described.content[type]) return `the content type "${type}" of ${response.status} is not described: ${shown}`;
  if (type === 'text/event-stream') return mistakeOfEvents(body.toString(), described.description);
  if (type === 'image/webp') return mistakeOfPicture(body);
  if (type !== 'application/json') return null;
  const answer = JSON.parse(body.toString());
  const { $ref } = described.content[type].schema;
  const place = ['paths', path, method, 'responses', `${response.status}`, 'content', type, 'schema'];
  const mistake = mistakeAt(response.status < 400 || !$ref ? place : $ref.split('/').slice(1), answer);
  if (mistake !== null || path === '/healthz') return mistake;
  if (answer.meta.request_id !== response.headers.get('x-request-id')) return 'meta.request_id is not X-Request-ID';
  if (response.status < 400 || codesOf(walked, response.status).includes(answer.error.code)) return null;
  return `the code ${answer.error.code} of ${response.status} is not described`;
}

/** Checks that every block is a complete event of a described kind, a comment, or the retry time. */
function mistakeOfEvents(text: string, words: string): string | null {
  const blocks = text.split('\n\n');
  if (blocks.pop() !== '') return `the stream ends within an event: ${text}`;
  let last = 0;
  for (const block of blocks.filter((one) => !/^(:|retry: \d+$)/.test(one))) {
    const [, id, kind = '', data = ''] = /^id: (\d+)\nevent: (\w+)\ndata: (.+)$/.exec(block) ?? [];
    if (Number(id) !== last + 1 || !words.includes(kind) || kind === '') return `not an event as described: ${block}`;
    JSON.parse(data);
    last += 1;
  }
  return last > 0 ? null : 'the stream has no event';
}

async function mistakeOfPicture(bytes: Buffer): Promise<string | null> {
  const { format } = await sharp(bytes).metadata();
  return format === 'webp' ? null : `the picture is ${format}`;
}
