import type {
  Channel,
  Delivery,
  Feed,
  Note,
  Publication,
  PublicationDetail,
  PublicationPage,
  Rule,
  RunList,
  SavedView,
  Scholar,
  Session,
  Settings,
} from '../../api/shapes.ts';
import { channelOf, DELIVERY, EMPTY_PAGE, RUNS, SESSION, SETTINGS } from './samples.ts';

type Interest = PublicationDetail['interest'];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
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

/** The service behind `fetch`: it keeps publications, marks and settings in memory. */
export class FakeService {
  publications: Publication[] = [];
  scholars: Scholar[] = [];
  /** names of tags; their ids are their places from 1 on */
  tags: string[] = [];
  notes: Note[] = [];
  views: SavedView[] = [];
  rules: Rule[] = [];
  channels: Channel[] = [];
  deliveries: Delivery[] = [];
  /** why test messages fail; null: they are delivered */
  testError: string | null = null;
  mailIsSetUp = true;
  feeds: Feed[] = [];
  settings: Settings = SETTINGS;
  readonly session: Session = SESSION;
  readonly runs: RunList = RUNS;
  readonly calls: Call[] = [];
  readonly #deletedViews: SavedView[] = [];
  readonly #deletedRules: Rule[] = [];
  readonly #interests = new Map<number, Interest>();
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

  /** The requests to a path, the oldest first. */
  callsTo(path: string): Call[] {
    return this.calls.filter((call) => call.path.endsWith(path));
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const text = await request.text();
    const call = { method: request.method, path, query, body: text === '' ? {} : JSON.parse(text) };
    this.calls.push(call);
    const at = this.#held.findIndex((held) => held.path.test(path));
    const [held] = at < 0 ? [] : this.#held.splice(at, 1);
    return held ? held.handle(call) : this.#handle(call);
  };

  #handle({ method, path, query, body }: Call): Response {
    const what = `${method} ${path.replace('/api/v1', '').replace(/[\da-f]{8}-[\da-f-]+|\d+/, '#')}`;
    const id = Number(/\d+/.exec(path.replace('/api/v1', ''))?.[0]);
    switch (what) {
      case 'GET /auth/me':
        return respond(200, this.session);
      case 'GET /runs':
        return respond(200, this.runs);
      case 'GET /settings':
        return respond(200, this.settings);
      case 'PUT /settings':
        this.settings = { ...this.settings, ...body };
        return respond(200, this.settings);
      case 'GET /scholars':
        return respond(200, { scholars: this.scholars });
      case 'GET /publications/today':
        return respond(200, { new_count: 0, pdf_count: 0, since: null, scholars: [] });
      case 'GET /runs/queue/items':
        return respond(200, { queue_items: [] });
      case 'POST /scholars/batch':
        return respond(200, this.#addScholars(body.lines as string[]));
      case 'GET /publications':
        return respond(200, this.#page(query));
      case 'GET /publications/export': {
        const ids = query.get('ids')?.split(',') ?? this.publications.map((one) => one.publication_id);
        return new Response(ids.map((one) => `@misc{key${one},\n}\n`).join('\n'));
      }
      case 'GET /publications/#':
        return respond(200, {
          ...detailOf(this.publications.filter((one) => one.publication_id === id)),
          interest: this.#interests.get(id) ?? null,
        });
      case 'POST /publications/mark-read':
        this.#mark(body.publication_ids as number[], { is_read: body.is_read as boolean });
        return respond(200, { message: '', requested_count: 1, updated_count: 1 });
      case 'GET /tags':
        return respond(200, {
          tags: this.tags.map((name) => ({ ...this.#tag(name), publication_count: 1, unread_count: 0 })),
        });
      case 'GET /views':
        return respond(200, { views: this.views });
      case 'GET /views/counts':
        return respond(200, {
          counts: this.views.map((view) => ({
            view_id: view.id,
            unread_count: this.publications.filter(({ is_read }) => !is_read).length,
          })),
        });
      case 'POST /views': {
        const created = { layout: 'titles', ...body, id: this.views.length + 1, position: 1 } as SavedView;
        this.views = [...this.views, created];
        return respond(201, created);
      }
      case 'PATCH /views/#':
        this.views = this.views.map((view) => (view.id === id ? { ...view, ...body } : view));
        return respond(
          200,
          this.views.find((view) => view.id === id),
        );
      case 'PUT /views/order': {
        const ids = body.ids as number[];
        this.views = [...this.views].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
        return respond(200, { views: this.views });
      }
      case 'DELETE /views/#':
        this.#deletedViews.push(...this.views.filter((view) => view.id === id));
        this.views = this.views.filter((view) => view.id !== id);
        return respond(200, { message: '' });
      case 'POST /views/#/restore':
        this.views = [...this.views, ...this.#deletedViews.filter((view) => view.id === id)];
        return respond(
          200,
          this.views.find((view) => view.id === id),
        );
      case 'POST /publications/tag':
        this.#changeTags(body);
        return respond(200, { message: '', requested_count: 1, updated_count: 1, undo: [] });
      case 'GET /publications/#/notes':
        return respond(200, { notes: this.notes.filter((note) => note.publication_id === id) });
      case 'PUT /notes/#':
        return this.#saveNote(path.split('/').at(-1) ?? '', body);
      case 'GET /rules':
        return respond(200, { rules: this.rules });
      case 'POST /rules':
        this.rules.push(this.#rule(body));
        return respond(201, this.rules.at(-1));
      case 'POST /rules/preview':
        return respond(200, { total_count: this.publications.length, days: 90, publications: this.publications });
      case 'POST /rules/#/undo': {
        const [{ acted_count } = { acted_count: 0 }] = this.rules;
        this.rules = this.rules.map((rule) => ({ ...rule, acted_count: 0 }));
        return respond(200, { message: '', updated_count: acted_count });
      }
      case 'DELETE /rules/#':
        this.#deletedRules.push(...this.rules.splice(0));
        return respond(200, { message: '' });
      case 'POST /rules/#/restore':
        this.rules = this.#deletedRules;
        return respond(200, this.rules[0]);
      case 'GET /channels':
        return respond(200, { channels: this.channels, mail_is_set_up: this.mailIsSetUp });
      case 'POST /channels': {
        const channel = { ...channelOf(body), id: this.channels.length + 1 };
        this.channels = [...this.channels, channel];
        return respond(201, { channel, signing_secret: channel.kind === 'webhook' ? 'whsec_first' : null });
      }
      case 'PATCH /channels/#': {
        const { is_paused: isPaused, target: _target, ...changes } = body;
        const pause = isPaused === undefined ? {} : { is_paused: isPaused, pause_reason: isPaused ? 'user' : null };
        this.channels = this.channels.map((one) =>
          one.id === id ? ({ ...one, ...changes, ...pause } as Channel) : one,
        );
        return respond(
          200,
          this.channels.find((one) => one.id === id),
        );
      }
      case 'DELETE /channels/#':
        this.channels = this.channels.filter((one) => one.id !== id);
        return respond(200, { message: '' });
      case 'POST /channels/#/secret':
        return respond(200, { signing_secret: 'whsec_second', previous_valid_until: '2026-11-26T10:00:00.000Z' });
      case 'POST /channels/#/confirmation':
        return respond(200, { message: '' });
      case 'GET /channels/#/deliveries':
        return respond(200, { deliveries: this.deliveries, has_more: false });
      case 'POST /channels/#/test':
        return respond(200, this.#sendTest());
      case 'POST /channels/#/deliveries/1/replay':
        return respond(200, this.#deliver({}));
      case 'GET /feeds':
        return respond(200, { feeds: this.feeds });
      case 'POST /feeds':
        this.feeds = [...this.feeds, feedOf(this.feeds.length + 1, body)];
        return respond(201, this.feeds.at(-1));
      case 'PATCH /feeds/#':
      case 'POST /feeds/#/secret':
        this.feeds = this.feeds.map((feed) => (feed.id === id ? { ...feed, ...addressesOf('new'), ...body } : feed));
        return respond(
          200,
          this.feeds.find((feed) => feed.id === id),
        );
      case 'DELETE /feeds/#':
        this.feeds = this.feeds.filter((feed) => feed.id !== id);
        return respond(200, { message: '' });
      case 'POST /publications/#/favorite':
        this.#mark([id], { is_favorite: body.is_favorite as boolean });
        return respond(200, {});
      case 'PUT /publications/#/interest':
        this.#interests.set(id, body.mark as Interest);
        return respond(200, { message: '' });
      case 'DELETE /publications/#/interest':
        this.#interests.delete(id);
        return respond(200, { message: '' });
      default:
        return refusal(404);
    }
  }

  #sendTest(): Delivery {
    const error = this.testError;
    this.channels = this.channels.map((channel) => ({ ...channel, last_error: error }));
    const status = error === null ? 'delivered' : 'failed';
    return this.#deliver({ is_test: true, event_count: 0, titles: [], status, error });
  }

  /** Adds a delivery that is delivered at once, to the beginning of the log. */
  #deliver(what: Partial<Delivery>): Delivery {
    const delivery = { ...DELIVERY, ...what, id: this.deliveries.length + 1 };
    this.deliveries = [delivery, ...this.deliveries];
    return delivery;
  }

  #mark(ids: readonly number[], marks: Partial<Publication>): void {
    this.publications = this.publications.map((one) => (ids.includes(one.publication_id) ? { ...one, ...marks } : one));
  }

  #saveNote(id: string, { publication_id, text, revision }: Call['body']): Response {
    const stored = this.notes.find((note) => note.id === id);
    if (stored && stored.text !== text && stored.revision !== revision)
      return refusal(409, { note: stored }, 'note_changed');
    const at = '2026-11-24T08:00:00.000Z';
    const note = {
      ...{
        id,
        publication_id: publication_id as number,
        text: text as string,
        revision: 1,
        created_at: at,
        updated_at: at,
      },
      ...(stored && { revision: stored.revision + Number(stored.text !== text) }),
    };
    this.notes = [...this.notes.filter((one) => one.id !== id), ...(text === '' ? [] : [note])];
    return respond(200, { note: text === '' ? null : note });
  }

  #tag(name: string): Publication['tags'][number] {
    if (!this.tags.includes(name)) this.tags.push(name);
    return { id: this.tags.indexOf(name) + 1, name, color: 'teal' };
  }

  #rule({ tags, ...body }: Call['body']): Rule {
    const shown = (tags as string[]).map((name) => this.#tag(name));
    return {
      ...(body as Omit<Rule, 'id' | 'tags' | 'acted_count'>),
      id: 1,
      tags: shown,
      is_enabled: true,
      acted_count: 0,
    };
  }

  #changeTags(body: Call['body']): void {
    const { publication_ids: ids, add = [], remove = [] } = body as Record<string, number[] | string[]>;
    const [added, gone] = [add as string[], remove as string[]];
    this.publications = this.publications.map((one) => {
      if (!(ids as number[]).includes(one.publication_id)) return one;
      const kept = one.tags.filter(({ name }) => ![...added, ...gone].includes(name));
      return { ...one, tags: [...kept, ...added.map((name) => this.#tag(name))] };
    });
  }

  #page(query: URLSearchParams): PublicationPage {
    const matching = this.publications.filter(({ is_read }) => query.get('mode') !== 'unread' || !is_read);
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 100)];
    return {
      ...EMPTY_PAGE,
      page,
      page_size: size,
      total_count: matching.length,
      unread_count: this.publications.filter(({ is_read }) => !is_read).length,
      publications: matching.slice((page - 1) * size, page * size),
    };
  }

  /** A line that is "nobody" is invalid. */
  #addScholars(lines: readonly string[]) {
    const results = lines.map((line, at) => ({
      line: at + 1,
      status: line === 'nobody' ? 'invalid' : 'added',
      scholar_profile_id: line === 'nobody' ? null : at + 1,
    }));
    return { added_count: results.filter(({ status }) => status === 'added').length, results };
  }
}

function detailOf([publication]: readonly Publication[]): PublicationDetail {
  if (publication === undefined) throw new Error('The service has no such publication.');
  return {
    ...publication,
    scholars: [],
    first_seen_run: null,
    identifiers: [],
    interest: null,
    rules: [],
    abstract: null,
    abstract_source: null,
    authors: [],
    authors_source: null,
    has_all_authors: true,
    pdf_candidates: [],
    sources: [],
  };
}

function feedOf(id: number, body: Call['body']): Feed {
  return {
    id,
    name: `Feed ${id}`,
    scope: body.scope as Feed['scope'],
    scholar_profile_id: (body.scholar_profile_id as number) ?? null,
    view_id: (body.view_id as number) ?? null,
    ...addressesOf(`secret-${id}`),
    created_at: '2026-11-24T08:00:00.000Z',
    last_read_at: null,
  };
}

function addressesOf(secret: string): Pick<Feed, 'atom_url' | 'json_url'> {
  const address = `https://lectern.example/feeds/${secret}`;
  return { atom_url: `${address}.atom`, json_url: `${address}.json` };
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
