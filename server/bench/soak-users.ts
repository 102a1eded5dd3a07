import { setTimeout as pause } from 'node:timers/promises';
import type { SoakClient } from './soak-client.ts';
import type { Shift } from './soak-stream.ts';
import type { Tally } from './soak-tally.ts';

/**
 * The mean pause of a user between two requests, in ms. It keeps the two cores busy for half to two thirds of the time.
 */
const THINK_MS = 700;
const PAGE_SIZE = 50;
const ORDERS = ['first_seen', 'title', 'year', 'citations', 'scholar', 'pdf_status'];
const MODES = ['all', 'all', 'unread', 'latest'];
const SEARCHES = ['method', 'network learning', 'finding', 'energy', 'quantum model', 'journal'];

interface List {
  readonly total_count: number;
  readonly publications: readonly { readonly publication_id: number }[];
}

/** A user who reads lists and marks what the last list showed. */
export class SoakUser {
  readonly client: SoakClient;
  #shown: number[] = [];
  #scholars: number[] = [];
  /** publications whose favorite mark the service acknowledged; they are never unmarked */
  readonly #favorites = new Set<number>();

  constructor(client: SoakClient) {
    this.client = client;
  }

  async work(shift: Shift): Promise<void> {
    while (!shift.isOver) {
      await pause(2 * THINK_MS * Math.random());
      await this.#act(Math.random() * 100);
    }
  }

  /** Adds an error for each acknowledged favorite that is lost. Returns how many were checked. */
  async checkFavorites(tally: Tally): Promise<number> {
    const found = new Set<number>();
    for (let page = 1; ; page += 1) {
      const path = `/publications?favorite_only=true&page_size=500&page=${page}`;
      const list = await this.client.send<List & { has_next: boolean }>('check', 'GET', path);
      for (const { publication_id: id } of list?.data?.publications ?? []) found.add(id);
      if (!list?.data?.has_next) break;
    }
    for (const id of this.#favorites) if (!found.has(id)) tally.addError('check', `publication ${id} is no favorite`);
    return this.#favorites.size;
  }

  /** @param percent a random number that chooses the request */
  async #act(percent: number): Promise<void> {
    if (percent < 35) return this.#list();
    if (percent < 45)
      return this.#read(
        'search',
        `/publications?page_size=${PAGE_SIZE}&search=${encodeURIComponent(pickOne(SEARCHES))}`,
      );
    if (percent < 55) return this.#listScholars();
    if (percent < 68) return this.#readOne();
    if (percent < 80) return this.#read('unread count', '/publications?mode=unread&page_size=1');
    if (percent < 84) return this.#readScholar();
    if (percent < 93) return this.#mark();
    return this.#favorite();
  }

  async #list(): Promise<void> {
    const order = `mode=${pickOne(MODES)}&sort_by=${pickOne(ORDERS)}&sort_dir=${pickOne(['asc', 'desc'])}`;
    const path = `/publications?page_size=${PAGE_SIZE}&page=${1 + Math.floor(Math.random() ** 3 * 10)}&${order}`;
    const list = await this.client.send<List>('list', 'GET', path, { isRead: true });
    const ids = list?.data?.publications.map(({ publication_id: id }) => id) ?? [];
    if (ids.length > 0) this.#shown = ids;
  }

  async #listScholars(): Promise<void> {
    const list = await this.client.send<{ scholars: { id: number }[] }>('scholars', 'GET', '/scholars', {
      isRead: true,
    });
    this.#scholars = list?.data?.scholars.map(({ id }) => id) ?? this.#scholars;
  }

  async #readOne(): Promise<void> {
    const id = pickOne(this.#shown);
    if (id !== undefined) await this.#read('detail', `/publications/${id}`);
  }

  async #readScholar(): Promise<void> {
    const id = pickOne(this.#scholars);
    if (id !== undefined) await this.#read('statistics', `/scholars/${id}/statistics`);
  }

  async #read(kind: string, path: string): Promise<void> {
    await this.client.send(kind, 'GET', path, { isRead: true });
  }

  /** Marks a few publications, mostly as read, so that some stay unread for the whole run. */
  async #mark(): Promise<void> {
    const ids = this.#shown.slice(0, 1 + Math.floor(Math.random() * 10));
    if (ids.length === 0) return;
    const body = { publication_ids: ids, is_read: Math.random() < 0.6 };
    await this.client.send('mark', 'POST', '/publications/mark-read', { body });
  }

  /** Publications with an even id become favorites and stay it. The others change. */
  async #favorite(): Promise<void> {
    const id = pickOne(this.#shown);
    if (id === undefined) return;
    const isFavorite = id % 2 === 0 || Math.random() < 0.5;
    const body = { is_favorite: isFavorite };
    const answer = await this.client.send('favorite', 'POST', `/publications/${id}/favorite`, { body });
    if (answer?.data && id % 2 === 0) this.#favorites.add(id);
  }
}

/** Exports a user's library, and imports that file again. */
export async function exportAndImport({ client }: SoakUser): Promise<void> {
  const patienceMs = 120_000;
  const file = await client.send('export', 'GET', '/scholars/export', { patienceMs });
  if (!file) return;
  await client.send('import', 'POST', '/scholars/import', { body: fileOf(file.text), patienceMs });
}

/** The file inside of the response to an export. */
function fileOf(text: string): string {
  return JSON.stringify((JSON.parse(text) as { data: unknown }).data);
}

function pickOne<T>(values: readonly T[]): T;
function pickOne<T>(values: readonly T[]): T | undefined {
  return values[Math.floor(Math.random() * values.length)];
}
