type Data = Readonly<Record<string, unknown>>;

interface ZoteroObject {
  readonly key: string;
  readonly version: number;
  readonly data: Data;
}

type Results = Record<number, unknown>;
type Kind = 'items' | 'collections';

/** A library of Zotero. Each write request, and each change by the person, gives it a new version. */
export interface ZoteroLibrary {
  readonly id: string;
  readonly version: number;
  list(kind: Kind, since?: number): readonly ZoteroObject[];
  deletedSince(since: number): { readonly items: string[]; readonly collections: string[] };
  /** Writes objects as a request does. Returns what became of each, by its place in the request. */
  write(kind: Kind, objects: readonly unknown[]): Readonly<Record<'successful' | 'unchanged' | 'failed', Data>>;
  /** The person changes an item, or adds one. */
  edit(key: string, change: Data): void;
  /** The person deletes items or collections for good. */
  remove(kind: Kind, ...keys: string[]): void;
}

export function createZoteroLibrary(id: string): ZoteroLibrary {
  let version = 0;
  const objects = { items: new Map<string, ZoteroObject>(), collections: new Map<string, ZoteroObject>() };
  const deleted: { kind: Kind; key: string; version: number }[] = [];

  /** Why an object is refused, or null. */
  const refusalOf = (kind: Kind, data: Data, known: ZoteroObject | undefined) => {
    const refuse = (code: number, message: string) => ({ key: data.key, code, message });
    if (typeof data.key !== 'string' || !/^[2-9A-HIJ-NP-Z]{8}$/.test(data.key)) return refuse(400, 'Invalid key');
    if (known === undefined && Number(data.version ?? 0) > 0) return refuse(404, `Item doesn't exist`);
    if (known !== undefined && data.version === undefined) return refuse(428, 'A version must be provided');
    if (known !== undefined && Number(data.version) < known.version)
      return refuse(412, `Item has been modified since specified version`);
    if (known === undefined && kind === 'items' && data.itemType === undefined)
      return refuse(400, `'itemType' property not provided`);
    const gone = listed(data.collections).find((one) => !objects.collections.has(String(one)));
    return gone === undefined ? null : refuse(409, `Collection ${gone} doesn't exist`);
  };

  return {
    id,
    get version() {
      return version;
    },
    list: (kind, since = 0) => [...objects[kind].values()].filter((one) => one.version > since),
    deletedSince(since) {
      const keysOf = (kind: Kind) =>
        deleted.filter((one) => one.kind === kind && one.version > since).map(({ key }) => key);
      return { items: keysOf('items'), collections: keysOf('collections') };
    },
    write(kind, list) {
      const [successful, unchanged, failed] = [{}, {}, {}] as [Results, Results, Results];
      const next = version + 1;
      for (const [at, given] of list.entries()) {
        const { key, version: _version, ...data } = given as Data;
        const known = objects[kind].get(String(key));
        const refusal = refusalOf(kind, given as Data, known);
        if (refusal !== null) {
          failed[at] = refusal;
          continue;
        }
        const merged = { ...known?.data, ...data };
        if (known !== undefined && JSON.stringify(merged) === JSON.stringify(known.data)) {
          unchanged[at] = key;
          continue;
        }
        const written = { key: String(key), version: next, data: merged };
        objects[kind].set(written.key, written);
        version = next;
        successful[at] = { key, version: next, data: { key, version: next, ...merged } };
      }
      return { successful, unchanged, failed };
    },
    edit(key, change) {
      version += 1;
      objects.items.set(key, { key, version, data: { ...objects.items.get(key)?.data, ...change } });
    },
    remove(kind, ...keys) {
      version += 1;
      for (const key of keys) {
        objects[kind].delete(key);
        deleted.push({ kind, key, version });
      }
    },
  };
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
