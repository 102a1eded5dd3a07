import type {
  Channel,
  CountedTag,
  Delivery,
  Feed,
  Note,
  Publication,
  PublicationDetail,
  PublicationPage,
  Rule,
  SavedView,
  Scholar,
  Settings,
} from '../../api/shapes.ts';
import { exampleOf, findOperation } from './examples.ts';
import { tagOf } from './samples.ts';

type Interest = PublicationDetail['interest'];
type Item = Readonly<Record<string, unknown>> & { readonly id: number };
type Data = Readonly<Record<string, unknown>>;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Data;
}

/** A request that waits until the test responds. */
interface Held {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<Call>;
  /** Lets the service handle it. */
  respond(): void;
  /** Responds with an error instead. */
  refuse(status: number, details?: unknown): void;
  /** Lets the service handle it, and loses the response. */
  lose(): void;
}

/** What users own: it is listed, added, changed, deleted and restored in the same way. */
const OWNED = ['views', 'rules', 'channels', 'feeds'] as const;
/** What a response takes from the service, where its example has it. */
const LISTS = [...OWNED, 'publications', 'scholars', 'tags', 'notes', 'deliveries'] as const;

/**
 * The service behind `fetch`. It responds with the examples of `openapi.json`, and lists what it was given. A test
 * decides what becomes of a request with `hold` and `refuse`, and what a response says with `reply`.
 */
export class FakeService {
  publications: Publication[] = [];
  scholars: Scholar[] = [];
  tags: CountedTag[] = [];
  notes: Note[] = [];
  views: SavedView[] = [];
  rules: Rule[] = [];
  channels: Channel[] = [];
  deliveries: Delivery[] = [];
  feeds: Feed[] = [];
  settings = exampleOf<Settings>('GET /settings');
  /** whether no request reaches the service */
  isDown = false;
  readonly calls: Call[] = [];
  readonly #deleted = new Map<string, Item>();
  readonly #interests = new Map<number, Interest>();
  readonly #replies = new Map<string, Data>();
  readonly #held: { readonly path: RegExp; handle(call: Call): Promise<Response> }[] = [];

  /** Holds the next request whose path ends like this, or matches. A read responds with the state when it arrived. */
  hold(path: string | RegExp): Held {
    const arrival = deferred<Call>();
    const outcome = deferred<Response | 'lost' | null>();
    this.#held.push({
      path: typeof path === 'string' ? new RegExp(`${path}$`) : path,
      handle: async (call) => {
        const then = call.method === 'GET' ? this.#handle(call) : null;
        arrival.resolve(call);
        const response = await outcome.promise;
        if (response !== 'lost') return response ?? then ?? this.#handle(call);
        this.#handle(call);
        throw new TypeError('Failed to fetch');
      },
    });
    return {
      arrived: arrival.promise,
      respond: () => outcome.resolve(null),
      lose: () => outcome.resolve('lost'),
      refuse: (status, details) => outcome.resolve(refusal(status, details)),
    };
  }

  /** Refuses the next request whose path ends like this. */
  refuse(path: string, status: number, details?: unknown): void {
    this.hold(path).refuse(status, details);
  }

  /** Says in the responses of an operation, such as `POST /channels`, something else than the example does. */
  reply(operation: string, data: Data): void {
    this.#replies.set(operation, data);
  }

  /** The requests to a path, the oldest first. */
  callsTo(path: string): Call[] {
    return this.calls.filter((call) => call.path.endsWith(path));
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const text = await request.text();
    const call = { method: request.method, path, query, body: text === '' ? {} : JSON.parse(text) };
    if (this.isDown) throw new TypeError('Failed to fetch');
    this.calls.push(call);
    const at = this.#held.findIndex((held) => held.path.test(path));
    const [held] = at < 0 ? [] : this.#held.splice(at, 1);
    return held ? held.handle(call) : this.#handle(call);
  };

  #handle(call: Call): Response {
    const operation = findOperation(call.method, call.path);
    if (operation === undefined) return refusal(404);
    const { name, status, example } = operation;
    if (typeof example === 'string') return new Response(this.#exportText(call.query));
    const data = this.#change(name, call, example as Data);
    if (data instanceof Response) return data;
    return respond(status, data && { ...data, ...this.#replies.get(name) });
  }

  /** Does what the operation says, and returns the data of its response, or null for a deleted note. */
  #change(name: string, call: Call, example: Data): Data | Response | null {
    const { query, body } = call;
    const id = Number(/\d+/.exec(call.path.replace('/api/v1', ''))?.[0]);
    switch (name) {
      case 'PUT /settings':
        this.settings = { ...this.settings, ...body };
        return this.settings;
      case 'GET /settings':
        return this.settings;
      case 'GET /publications':
        return this.#page(query, example as PublicationPage);
      case 'GET /publications/{id}': {
        const publication = this.publications.find((one) => one.publication_id === id);
        const { scholars } = example;
        return {
          ...example,
          abstract: null,
          rules: [],
          ...publication,
          scholars,
          interest: this.#interests.get(id) ?? null,
        };
      }
      case 'POST /publications/mark-read':
        this.#mark(body.publication_ids as number[], { is_read: body.is_read as boolean });
        return example;
      case 'POST /publications/{id}/favorite':
        this.#mark([id], { is_favorite: body.is_favorite as boolean });
        return example;
      case 'POST /publications/tag':
        this.#changeTags(body);
        return { ...example, undo: [] };
      case 'PUT /publications/{id}/interest':
        this.#interests.set(id, body.mark as Interest);
        return example;
      case 'DELETE /publications/{id}/interest':
        this.#interests.delete(id);
        return example;
      case 'PUT /notes/{id}':
        return this.#saveNote(call.path.split('/').at(-1) ?? '', body);
      case 'GET /views/counts': {
        const unread_count = this.#unread().length;
        return { counts: this.views.map((view) => ({ view_id: view.id, unread_count })) };
      }
      case 'PUT /views/order': {
        const ids = body.ids as number[];
        this.views = [...this.views].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
        return { views: this.views };
      }
      default:
        return this.#changeOwned(name, id, body, example);
    }
  }

  /** Adds, changes, deletes and restores what users own, and puts the lists of the service into other responses. */
  #changeOwned(name: string, id: number, given: Data, example: Data): Data {
    const list = OWNED.find((one) => name.includes(` /${one}`));
    const state = this as unknown as Record<string, readonly Item[]>;
    const items = (list && state[list]) ?? [];
    const save = (changed: readonly Item[]) => Object.assign(this, { [String(list)]: changed });
    const body = Array.isArray(given.tags) ? { ...given, tags: given.tags.map((one) => this.#tag(one)) } : given;
    switch (name) {
      case `POST /${list}`: {
        // a new channel comes with its secret
        const part = list?.slice(0, -1) ?? '';
        const sample = example[part] as Data | undefined;
        const added = { ...(sample ?? example), ...body, id: items.length + 1 };
        save([...items, added]);
        return sample ? { ...example, [part]: added } : added;
      }
      case `PATCH /${list}/{id}`: {
        const changed = items.map((one) => (one.id === id ? { ...one, ...body } : one));
        save(changed);
        return changed.find((one) => one.id === id) ?? example;
      }
      case `DELETE /${list}/{id}`:
        for (const item of items) if (item.id === id) this.#deleted.set(`${list} ${id}`, item);
        save(items.filter((one) => one.id !== id));
        return example;
      case `POST /${list}/{id}/restore`: {
        const restored = this.#deleted.get(`${list} ${id}`);
        if (restored) save([...items, restored]);
        return restored ?? example;
      }
      default: {
        const listed = LISTS.filter((one) => Array.isArray(example?.[one]));
        return { ...example, ...Object.fromEntries(listed.map((one) => [one, this[one]])) };
      }
    }
  }

  #mark(ids: readonly number[], marks: Partial<Publication>): void {
    this.publications = this.publications.map((one) => (ids.includes(one.publication_id) ? { ...one, ...marks } : one));
  }

  #unread(): Publication[] {
    return this.publications.filter(({ is_read }) => !is_read);
  }

  /** Refuses a save over another text than the one that was read. */
  #saveNote(id: string, body: Data): Data | Response | null {
    const example = exampleOf<Note>('PUT /notes/{id}');
    const stored = this.notes.find((one) => one.id === id);
    if (stored && stored.text !== body.text && stored.revision !== body.revision)
      return refusal(409, { note: stored }, 'note_changed');
    const revision = stored ? stored.revision + Number(stored.text !== body.text) : 1;
    const saved = body.text === '' ? null : { ...example, ...stored, ...body, id, revision };
    this.notes = [...this.notes.filter((one) => one.id !== id), ...(saved ? [saved] : [])];
    return saved;
  }

  #tag(name: string): CountedTag {
    const known = this.tags.find((tag) => tag.name === name);
    const tag = known ?? tagOf(name, this.tags.length);
    if (known === undefined) this.tags = [...this.tags, tag];
    return tag;
  }

  #changeTags(body: Data): void {
    const { publication_ids: ids, add = [], remove = [] } = body as Record<string, number[] | string[]>;
    const [added, gone] = [add as string[], remove as string[]];
    this.publications = this.publications.map((one) => {
      if (!(ids as number[]).includes(one.publication_id)) return one;
      const kept = one.tags.filter(({ name }) => ![...added, ...gone].includes(name));
      return { ...one, tags: [...kept, ...added.map((name) => this.#tag(name))] };
    });
  }

  #page(query: URLSearchParams, example: PublicationPage): PublicationPage {
    const matching = query.get('mode') === 'unread' ? this.#unread() : this.publications;
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 100)];
    return {
      ...example,
      page,
      page_size: size,
      total_count: matching.length,
      unread_count: this.#unread().length,
      publications: matching.slice((page - 1) * size, page * size),
    };
  }

  #exportText(query: URLSearchParams): string {
    const ids = query.get('ids')?.split(',') ?? this.publications.map((one) => one.publication_id);
    return ids.map((one) => `@misc{key${one},\n}\n`).join('\n');
  }
}

function respond(status: number, data: unknown): Response {
  return new Response(JSON.stringify({ data, meta: { request_id: 'r' } }), { status });
}

function refusal(status: number, details: unknown = null, code = 'refused'): Response {
  const error = { code, message: 'The service refuses.', details };
  return new Response(JSON.stringify({ error }), { status });
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
