import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Fault, faultKinds, isFaultKind } from './faults/fault.ts';
import { changeKinds } from './history.ts';
import { copyKinds, oddities } from './publication.ts';
import { readText } from './read-text.ts';
import { sendJson } from './response.ts';
import type { SandboxState } from './routes.ts';
import type { SandboxScholar } from './scholar.ts';

/** Handles `/_sandbox/`, through which scripts control a running sandbox. */
export async function controlSandbox(
  state: SandboxState,
  release: () => void,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<ServerResponse> {
  const refuse = (message: string, status = 400) => sendJson(response, { error: message }, status);
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /_sandbox/scholars':
      return sendJson(response, { scholars: state.library.list().map(summarize) });
    case 'GET /_sandbox/requests':
      return sendJson(response, { count: state.log.count(), requests: state.log.latest() });
    case 'DELETE /_sandbox/faults':
      state.faults.clear();
      return sendJson(response, { message: 'all faults are gone' });
    case 'POST /_sandbox/release':
      release();
      return sendJson(response, { message: 'held responses are being sent' });
    case 'POST /_sandbox/faults': {
      const { key, kind, times, seconds } = await readBody(request);
      if (typeof key !== 'string' || !isFaultKind(kind)) {
        return refuse(`key must be a profile's id or a source; kind must be one of ${faultKinds.join(', ')}`);
      }
      const fault: Fault = { kind, ...numbers({ times, seconds }) };
      state.faults.set(key, fault);
      return sendJson(response, { key, fault });
    }
    case 'POST /_sandbox/publications': {
      const { profile_id: id, title, year, copy, oddity } = await readBody(request);
      if (typeof id !== 'string' || state.library.find(id) === undefined)
        return refuse('profile_id must be the id of a scholar of the sandbox', 404);
      const given = {
        ...(typeof title === 'string' ? { title, italic: null } : {}),
        ...numbers({ year }),
        ...oneOf('copy', copyKinds, copy),
        ...oneOf('oddity', oddities, oddity),
      };
      return sendJson(response, { publication: state.publish(id, given) }, 201);
    }
    case 'POST /_sandbox/changes': {
      const { profile_id: owner, n, change } = await readBody(request);
      const publication = state.change({ owner: String(owner), n: Number(n) }, String(change));
      if (publication !== undefined) return sendJson(response, { publication });
      return refuse(
        `profile_id and n must name an added publication of which one of ${changeKinds.join(', ')} can become`,
      );
    }
    default:
      return refuse('the sandbox has no such address', 404);
  }
}

/** Returns the public fields of a scholar. */
export function summarize({
  id,
  name,
  affiliation,
  emailDomain,
  interests,
  publications,
}: SandboxScholar): SandboxScholar {
  return { id, name, affiliation, emailDomain, interests, publications };
}

function numbers<K extends string>(values: Record<K, unknown>): Partial<Record<K, number>> {
  const entries = Object.entries(values).filter(([, value]) => Number.isSafeInteger(value));
  return Object.fromEntries(entries) as Partial<Record<K, number>>;
}

function oneOf<K extends string, V>(name: K, known: readonly V[], value: unknown): Partial<Record<K, V>> {
  const entries = known.filter((one) => one === value).map((one) => [name, one] as const);
  return Object.fromEntries(entries) as Partial<Record<K, V>>;
}

/** Reads the body as an object, or as an empty object if it is not one. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(await readText(request));
    return typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};
  } catch {
    return {};
  }
}
