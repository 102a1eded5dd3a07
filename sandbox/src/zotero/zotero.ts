import { jsonResponse, type SourceResponse } from '../response.ts';
import { createZoteroLibrary, type ZoteroLibrary } from './zotero-library.ts';

/** The key of the demo for its library of Zotero. */
export const zoteroKey = 'demoZoteroKeyOfLectern01';
const demoUser = 475_425;
const demoGroup = 169_947;
const pageSize = 25;
const maxWrites = 50;

/** A request to the stand-in. The path begins after the address of the API. */
export interface ZoteroRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string;
  readonly body: string;
}

interface Access {
  readonly userID: number;
  readonly username: string;
  readonly access: {
    readonly user: { readonly library: boolean; readonly notes: boolean; readonly write: boolean };
    readonly groups?: Readonly<Record<string, { readonly library: boolean; readonly write: boolean }>>;
  };
}

/** Zotero's web API (https://www.zotero.org/support/dev/web_api/v3/start), as far as Lectern uses it. */
export interface Zotero {
  /** What each key may do; more can be set. */
  readonly keys: Map<string, Access>;
  readonly requests: readonly ZoteroRequest[];
  /** The library with this id, such as `users/475425`. */
  library(id: string): ZoteroLibrary;
  /** Decides what a request gets; by default the normal response. `reset` closes the connection without one. */
  respond: (request: ZoteroRequest, normal: () => SourceResponse) => SourceResponse | 'reset';
  handle(request: ZoteroRequest): SourceResponse | 'reset';
}

export function createZotero(): Zotero {
  const libraries = new Map<string, ZoteroLibrary>();
  const requests: ZoteroRequest[] = [];
  const library = (id: string) => {
    const found = libraries.get(id) ?? createZoteroLibrary(id);
    libraries.set(id, found);
    return found;
  };
  const groups = { [demoGroup]: { library: true, write: false } };
  const access = { user: { library: true, notes: true, write: true }, groups };
  const zotero: Zotero = {
    keys: new Map([[zoteroKey, { userID: demoUser, username: 'Demo', access }]]),
    requests,
    library,
    respond: (_request, normal) => normal(),
    handle(request) {
      requests.push(request);
      return zotero.respond(request, () => respondNormally(zotero, request));
    },
  };
  return zotero;
}

function respondNormally({ keys, library }: Zotero, request: ZoteroRequest): SourceResponse {
  const { method, path, query, body, key } = request;
  const holder = keys.get(key);
  if (holder === undefined) return refuse(403, 'Invalid key');
  if (path === '/keys/current') return jsonResponse({ key, ...holder });
  if (path === `/users/${holder.userID}/groups`)
    return jsonResponse(
      Object.keys(holder.access.groups ?? {}).map((id) => ({
        id: Number(id),
        version: 1,
        data: { name: `Group ${id}` },
      })),
    );
  const [, kind = '', id = '', ...rest] = path.split('/');
  const right =
    kind === 'users' ? (Number(id) === holder.userID ? holder.access.user : undefined) : holder.access.groups?.[id];
  if (right?.library !== true) return refuse(403, 'Forbidden');
  const of = library(`${kind}/${id}`);
  if (method === 'POST') {
    if (!right.write) return refuse(403, 'Write access denied');
    const objects: unknown = JSON.parse(body);
    if (!Array.isArray(objects)) return refuse(400, 'Uploaded data must be a JSON array');
    if (objects.length > maxWrites) return refuse(413, `Cannot add more than ${maxWrites} objects at a time`);
    return withVersion(of, of.write(rest[0] === 'collections' ? 'collections' : 'items', objects));
  }
  const since = Number(query.get('since') ?? 0);
  if (rest[0] === 'deleted') return withVersion(of, of.deletedSince(since));
  if (rest[0] === 'collections') return withVersion(of, of.list('collections', since).map(shown));
  const isTop = rest[1] === 'top';
  const wanted = query.get('itemKey')?.split(',');
  const type = query.get('itemType');
  const found = of.list('items', since).filter(({ key: itemKey, data }) => {
    if (wanted !== undefined) return wanted.includes(itemKey);
    if (data.deleted === 1 && query.get('includeTrashed') !== '1') return false;
    return (!isTop || data.parentItem === undefined) && (type === null || data.itemType === type);
  });
  if (query.get('format') === 'versions')
    return withVersion(of, Object.fromEntries(found.map(({ key: itemKey, version }) => [itemKey, version])));
  const [start, limit] = [Number(query.get('start') ?? 0), Number(query.get('limit') ?? pageSize)];
  const page = found.slice(start, start + limit).map(shown);
  return withVersion(of, page, { 'total-results': String(found.length) });
}

function shown({ key, version, data }: { key: string; version: number; data: object }) {
  return { key, version, data: { key, version, ...data } };
}

function withVersion(
  of: ZoteroLibrary,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SourceResponse {
  return { ...jsonResponse(value), headers: { 'last-modified-version': String(of.version), ...headers } };
}

function refuse(status: number, message: string): SourceResponse {
  return { status, type: 'text/plain', body: message };
}
