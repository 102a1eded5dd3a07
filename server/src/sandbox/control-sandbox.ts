import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from './answer.ts';
import { type Fault, faultKinds, isFaultKind } from './faults/fault.ts';
import type { Desk } from './route-request.ts';
import type { SandboxScholar } from './scholar.ts';
import { copyKinds, oddities } from './work.ts';

const largestBody = 65_536;

/** Answers what begins with /_sandbox/: how people and other processes change and watch a running sandbox. */
export async function controlSandbox(
  desk: Desk,
  release: () => void,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<ServerResponse> {
  const refuse = (message: string, status = 400) => sendJson(response, { error: message }, status);
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /_sandbox/scholars':
      return sendJson(response, { scholars: desk.library.list().map(summarise) });
    case 'GET /_sandbox/requests':
      return sendJson(response, { count: desk.log.count(), requests: desk.log.latest() });
    case 'DELETE /_sandbox/faults':
      desk.faults.clear();
      return sendJson(response, { message: 'all faults are gone' });
    case 'POST /_sandbox/release':
      release();
      return sendJson(response, { message: 'held answers are on their way' });
    case 'POST /_sandbox/faults': {
      const { key, kind, times, seconds } = await readBody(request);
      if (typeof key !== 'string' || !isFaultKind(kind)) {
        return refuse(`key: a profile's id or a source; kind: one of ${faultKinds.join(', ')}`);
      }
      const fault: Fault = { kind, ...numbers({ times, seconds }) };
      desk.faults.set(key, fault);
      return sendJson(response, { key, fault });
    }
    case 'POST /_sandbox/works': {
      const { profile_id: id, title, year, copy, oddity } = await readBody(request);
      if (typeof id !== 'string' || desk.library.find(id) === undefined)
        return refuse('profile_id: no such scholar', 404);
      const given = {
        ...(typeof title === 'string' ? { title, italic: null } : {}),
        ...numbers({ year }),
        ...oneOf('copy', copyKinds, copy),
        ...oneOf('oddity', oddities, oddity),
      };
      return sendJson(response, { work: desk.library.addWork(id, given) }, 201);
    }
    default:
      return refuse('the sandbox has no such address', 404);
  }
}

/** A scholar as callers see it, without the sandbox's own notes. */
export function summarise({ id, name, affiliation, emailDomain, interests, works }: SandboxScholar): SandboxScholar {
  return { id, name, affiliation, emailDomain, interests, works };
}

function numbers<K extends string>(values: Record<K, unknown>): Partial<Record<K, number>> {
  const entries = Object.entries(values).filter(([, value]) => Number.isSafeInteger(value));
  return Object.fromEntries(entries) as Partial<Record<K, number>>;
}

function oneOf<K extends string, V>(name: K, known: readonly V[], value: unknown): Partial<Record<K, V>> {
  const entries = known.filter((one) => one === value).map((one) => [name, one] as const);
  return Object.fromEntries(entries) as Partial<Record<K, V>>;
}

/** The body's object; an empty one for anything else. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > largestBody) return {};
  }
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};
  } catch {
    return {};
  }
}
