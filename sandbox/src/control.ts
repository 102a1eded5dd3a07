import type { IncomingMessage, ServerResponse } from 'node:http';
import { fillPage, readPage } from './data.ts';
import { type Fault, faultKinds, isFaultKind } from './faults/fault.ts';
import { inboxPath } from './inbox/show-inbox.ts';
import { copyKinds, oddities } from './publication.ts';
import { escapeHtml, sendJson } from './response.ts';
import { otherSources, type SandboxState } from './routes.ts';
import type { SandboxScholar } from './scholar.ts';

const maxBodyLength = 65_536;

/** Handles `/_sandbox/`, through which people and other processes control a running sandbox. */
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
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > maxBodyLength) return {};
  }
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};
  } catch {
    return {};
  }
}

const page = readPage('front-page');

/** Renders the sandbox's own front page: its scholars, its settings, and how to add publications and set faults. */
export function renderFrontPage(
  scholars: readonly SandboxScholar[],
  env: Readonly<Record<string, string>>,
  origin: string,
): string {
  const rows = scholars.map(
    ({ id, name, publications, affiliation }) =>
      `<tr><td><a href="/citations?user=${id}&amp;hl=en">${escapeHtml(name)}</a></td><td><code>${id}</code></td>` +
      `<td class="number">${publications}</td><td>${escapeHtml(affiliation)}</td></tr>`,
  );
  const post = (path: string, body: object) =>
    `curl -X POST ${origin}/_sandbox/${path} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  // a scholar with a short profile
  const first = scholars.find(({ publications }) => publications <= 500)?.id ?? scholars[0]?.id ?? 'ID';
  const lines = (...commands: readonly string[]) => escapeHtml(commands.join('\n'));
  return fillPage(page, {
    scholars: rows.join('\n'),
    settings: lines(...Object.entries(env).map(([name, value]) => `${name}=${value}`)),
    inbox:
      env.SMTP_URL === undefined
        ? ''
        : `<p>Mail that Lectern sends arrives in <a href="${inboxPath}">the inbox</a>.</p>`,
    addPublication: lines(post('publications', { profile_id: first, title: 'A paper of today' })),
    addOddPublications: lines(
      post('publications', { profile_id: first, title: 'A paper that is free elsewhere', copy: 'repository' }),
      post('publications', { profile_id: first, title: 'A paper with a comment on it', oddity: 'comment' }),
    ),
    setFaults: lines(
      post('faults', { key: first, kind: 'captcha', times: 1 }),
      post('faults', { key: 'publisher', kind: 'challenge_page', times: 5 }),
      `curl -X DELETE ${origin}/_sandbox/faults`,
    ),
    copies: copyKinds.join(', '),
    oddities: oddities.join(', '),
    sources: ['google_scholar', ...otherSources].join(', '),
    faults: faultKinds.join(', '),
  });
}
