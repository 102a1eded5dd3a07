import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { claimFresh, claimNext } from '../../src/crawling/claim-store.ts';
import { crawlPage } from '../../src/crawling/crawl-page.ts';
import { type CrawledSource, googleScholar } from '../../src/crawling/crawled-source.ts';
import type { ClaimedItem } from '../../src/crawling/queue-item.ts';
import { trackScholar } from '../../src/crawling/track-scholar.ts';
import { useFreshCrawl } from '../../src/crawling/use-fresh-crawl.ts';
import { copyOrderJob } from '../../src/library/jobs/copy-order.ts';
import { applyRulesJob } from '../../src/rules/jobs/apply-rules.ts';
import { createSourceState } from '../../src/sources/store.ts';
import { makeRow } from './library.ts';
import { LibraryModel } from './library-model.ts';
import { type Batch, type ModelUser, STAR } from './library-state.ts';
import { type History, type Kind, PROFILES, type Step, TOPICS } from './library-steps.ts';
import { merge, unmerge } from './merges.ts';
import { RUNNING_JOB } from './running-job.ts';
import type { Service } from './service.ts';

const TAGS = ['One', 'Two', 'Three'];
/** A crawl that misses more rows than this is suspect. */
const MAX_GONE = 4;
/** How often the queue is requested again while an item is not due yet. */
const MAX_WAITS = 500;

/** A history in progress, at the service and in the model. */
export class LibraryHistory {
  readonly model: LibraryModel;
  /** what happened, a line each */
  readonly lines: string[] = [];
  readonly #service: Service;
  readonly #clients: Readonly<Record<number, Awaited<ReturnType<Service['newUser']>>>>;
  readonly #rows: Map<string, Set<number>>;
  readonly #citations = new Map<number, number>();
  readonly #jobs: number[] = [];
  readonly #tokens: { userId: number; token: string; batch: Batch | null }[] = [];
  readonly #ids = new Map<string, number>();
  #strangers = 0;
  #expectedEvents: string[] = [];
  #lastEvent = 0;

  constructor(service: Service, clients: readonly Awaited<ReturnType<Service['newUser']>>[], { listed }: History) {
    this.#service = service;
    this.#clients = Object.fromEntries(clients.map((client) => [client.userId, client]));
    this.model = new LibraryModel(clients.map(({ userId }) => userId));
    this.#rows = new Map(PROFILES.map((profile, at) => [profile, new Set(listed[at])]));
  }

  /** Tracks and crawls what the users track at first. */
  async start({ tracked }: History): Promise<void> {
    for (const [at, profiles] of tracked.entries()) {
      const user = this.model.users[at];
      for (const profile of user ? profiles : []) if (user) await this.#track(user, profile);
    }
    await this.#crawl(false);
    await this.expectPredicted();
  }

  /** Does what a step says, if there is something to do it to. Returns whether there was. */
  async do(chosen: Step): Promise<boolean> {
    const user = this.model.users[chosen.user];
    if (!user) return false;
    const before = this.lines.length;
    await this.#operations[chosen.do](user, chosen);
    return this.lines.length > before;
  }

  #say(user: ModelUser | null, ...words: readonly unknown[]): void {
    this.lines.push(`${user === null ? '' : `user ${user.id}: `}${words.join(' ')}`);
  }

  #client(user: ModelUser) {
    const client = this.#clients[user.id];
    if (!client) throw new Error(`user ${user.id} is not signed in`);
    return client;
  }

  #idOf(key: string): number {
    const id = this.#ids.get(key);
    if (id === undefined) throw new Error(`publication ${key} has no id`);
    return id;
  }

  readonly #operations: Readonly<Record<Kind, (user: ModelUser, step: Step) => Promise<void>>> = {
    list: async (_, { a, b }) => {
      const [profile, topic] = [pick(PROFILES, a) ?? '', b % TOPICS.length];
      const rows = this.#rowsOf(profile);
      const isGone = (one: { profile: string; owner: number | null; isEnded: boolean; publication: string }) =>
        one.profile === profile && one.owner === null && !one.isEnded && !rows.has(Number(one.publication));
      if (!rows.has(topic)) rows.add(topic);
      else if (this.model.listings.filter(isGone).length < MAX_GONE) rows.delete(topic);
      else return;
      this.#say(null, profile, rows.has(topic) ? 'lists' : 'no longer lists', topic);
    },
    crawl: async (user, { a, b }) => {
      this.#say(user, a % 3 === 0 ? 'crawl what waits' : 'start a run', b % 4 === 0 ? 'with fresh results' : '');
      if (a % 3 !== 0) await this.#client(user).ok('POST', '/runs/manual', { status: 201 });
      await this.#crawl(b % 4 === 0);
    },
    track: async (user, { a, c }) => {
      const profile = pick(
        PROFILES.filter((one) => user.scholarOf(one) === undefined),
        a,
      );
      if (profile === undefined) return;
      await this.#track(user, profile);
      if (c % 3 !== 0) await this.#crawl(c % 3 === 1);
    },
    untrack: async (user, { a }) => {
      const scholar = pick([...user.scholars.keys()], a);
      if (scholar === undefined) return;
      this.#say(user, 'untrack', scholar);
      await this.#client(user).ok('DELETE', `/scholars/${scholar}`);
      this.model.untrack(user, scholar);
    },
    join: async (user, { a, b }) => {
      const into = pick([...user.scholars.keys()], a);
      const joined = pick(
        [...user.scholars.keys()].filter((id) => id !== into),
        b,
      );
      if (into === undefined || joined === undefined) return;
      this.#say(user, 'join', joined, 'into', into);
      await this.#client(user).ok('POST', `/scholars/${into}/join`, { body: { scholar_profile_id: joined } });
      this.model.join(user, into, joined);
    },
    undoJoin: async (user, { a }) => {
      const into = pick(
        user.joins.map((one) => one.into).filter((id) => user.scholars.has(id)),
        a,
      );
      if (into === undefined) return;
      this.#say(user, 'undo the join into', into);
      await this.#client(user).ok('DELETE', `/scholars/${into}/join`);
      this.model.undoJoin(user, into);
    },
    reject: async (user, { a, b }) => {
      const key = pick(this.model.visible(user), a);
      const scholar = key === undefined ? undefined : pick([...(user.entries.get(key)?.scholars ?? [])], b);
      if (key === undefined || scholar === undefined) return;
      this.#say(user, 'reject', key, 'for', scholar);
      await this.#client(user).ok('PUT', `/scholars/${scholar}/rejected-publications/${this.#idOf(key)}`);
      this.model.reject(user, scholar, key);
    },
    restore: async (user, { a }) => {
      const rejected = pick(
        user.rejected.flatMap(({ profile, publication }) => {
          const scholar = user.scholarOf(profile);
          return scholar === undefined ? [] : [{ scholar, publication }];
        }),
        a,
      );
      if (!rejected) return;
      this.#say(user, 'restore', rejected.publication, 'for', rejected.scholar);
      const id = this.#idOf(rejected.publication);
      await this.#client(user).ok('DELETE', `/scholars/${rejected.scholar}/rejected-publications/${id}`);
      this.model.restore(user, rejected.scholar, rejected.publication);
    },
    read: (user, { a, b }) => this.#markRead(user, a, b, true),
    unread: (user, { a, b }) => this.#markRead(user, a, b, false),
    readAll: async (user, { a, b }) => {
      const scholar = b % 3 === 0 ? (pick([...user.scholars.keys()], a) ?? null) : null;
      this.#say(user, 'mark all as read', scholar === null ? '' : `of ${scholar}`);
      const { undo_token: token } = await this.#client(user).ok('POST', '/publications/mark-all-read', {
        body: scholar === null ? {} : { scholar_profile_id: scholar },
      });
      const batch = this.model.markAllRead(user, scholar);
      expect(token === null).toBe(batch === null);
      if (token !== null) this.#tokens.push({ userId: user.id, token, batch });
    },
    undoReadAll: async (user, { a }) => {
      const read = pick(
        this.#tokens.filter(({ userId }) => userId === user.id),
        a,
      );
      if (!read?.batch) return;
      this.#say(user, 'undo mark-all', read.batch.number);
      const answer = await this.#client(user).call('POST', '/publications/mark-all-read/undo', {
        body: { undo_token: read.token },
      });
      const changed = this.model.undoMarkAll(user, read.batch);
      expect(answer.error?.code ?? answer.data.updated_count).toBe(changed === 0 ? 'nothing_to_undo' : changed);
    },
    star: async (user, { a }) => {
      // rule 6: also what the user hid by taking the star away
      const keys = [...user.entries.keys()].filter((key) => this.model.canonical(key) === key);
      const key = pick(keys, a);
      if (key === undefined) return;
      this.#say(user, 'star', key);
      await this.#client(user).ok('POST', `/publications/${this.#idOf(key)}/favorite`, { body: { is_favorite: true } });
      this.model.mark(user, key, STAR, true);
    },
    unstar: async (user, { a }) => {
      const starred = this.model.visible(user).filter((key) => user.entries.get(key)?.marks.has(STAR));
      const key = pick(starred, a);
      if (key === undefined) return;
      this.#say(user, 'unstar', key);
      await this.#client(user).ok('POST', `/publications/${this.#idOf(key)}/favorite`, {
        body: { is_favorite: false },
      });
      this.model.mark(user, key, STAR, false);
    },
    tag: (user, { a, b }) => this.#tag(user, a, pick(TAGS, b) ?? '', true),
    untag: (user, { a, b }) => this.#tag(user, a, pick(TAGS, b) ?? '', false),
    mergeTags: async (user, { a, b }) => {
      const from = pick([...user.tags], a);
      const to = pick(
        TAGS.filter((one) => one !== from),
        b,
      );
      if (from === undefined || to === undefined) return;
      this.#say(user, 'merge tag', from, 'into', to);
      const client = this.#client(user);
      const { tags } = await client.ok('GET', '/tags');
      const { id } = tags.find(({ name }: { name: string }) => name === from);
      await client.ok('PATCH', `/tags/${id}`, { body: { name: to, merge: true } });
      this.model.mergeTags(user, from, to);
    },
    rule: async (user, { a, b }) => {
      const tag = pick(TAGS, a) ?? '';
      const [marksRead, isFavorite] = [b % 3 === 0, b % 4 === 0];
      const tags = b % 3 === 1 || !(marksRead || isFavorite) ? [tag] : [];
      const marks = [...tags, ...(isFavorite ? [STAR] : [])];
      const name = `rule ${user.rules.length}`;
      this.#say(user, 'add', name, marks, marksRead ? 'read' : '');
      const { id } = await this.#client(user).ok('POST', '/rules', {
        body: { name, search: 'study', tags, mark_read: marksRead, mark_favorite: isFavorite },
      });
      this.model.addRule(user, { id, marks, marksRead });
    },
    undoRule: async (user, { a }) => {
      const rule = pick(user.rules, a);
      if (!rule) return;
      this.#say(user, 'undo rule', rule.id);
      await this.#client(user).ok('POST', `/rules/${rule.id}/undo`);
      this.model.undoRule(user, rule.id);
    },
    merge: async (_, { a, b, c }) => {
      const known = [...this.model.publications.keys()].filter((key) => !key.includes(':'));
      const [target, one, other] = [pick(known, a), pick(known, b), pick(known, c)];
      if (target === undefined || one === undefined || other === undefined) return;
      const merged = [...new Set(c % 3 === 0 ? [one, other] : [one])].map((key) => this.model.canonical(key));
      if (merged.every((key) => key === this.model.canonical(target))) return;
      const ordered = merged.toSorted((x, y) => this.#idOf(x) - this.#idOf(y));
      this.#say(null, 'merge', ordered, 'into', target);
      const job = await merge(this.#service.db, this.#idOf(target), ...ordered.map((key) => this.#idOf(key)));
      this.#jobs.push(job);
      this.model.merge(job, target, ordered);
    },
    undoMerge: async (_, { a }) => {
      const standing = this.#jobs.filter((job) => this.model.standing(job).length > 0);
      // mostly the latest one
      const job = a % 3 === 0 ? pick(standing, a) : standing.at(-1);
      if (job === undefined) return;
      this.#say(null, 'undo the merges of job', job);
      const isSuperseded = this.model.isSuperseded(job);
      const error = await unmerge(this.#service.db, job).then(
        () => null,
        (problem: { code?: string }) => problem.code ?? problem,
      );
      expect(error).toBe(isSuperseded ? 'merge_superseded' : null);
      if (!isSuperseded) this.model.undoMerges(job);
    },
    import: async (user, { a, b, c }) => {
      const items = [...Array(1 + (c % 3)).keys()].map((at) => {
        const profile = (b + at) % 4 === 0 ? null : (pick(PROFILES, b + at) ?? null);
        return {
          topic: (a + at * (1 + (c % 2))) % TOPICS.length,
          profile: profile,
          isRead: (a + at) % 2 === 0,
          isFavorite: (profile === null ? a : b) % 5 === 0,
          tag: c % 4 === 0 ? (pick(TAGS, a) ?? null) : null,
          firstSeen: `2020-01-${String(10 + ((a + b) % 15)).padStart(2, '0')}T00:00:00.000Z`,
        };
      });
      const profiles = [...new Set(items.flatMap(({ profile }) => profile ?? []))];
      const added = profiles.filter((one) => user.scholarOf(one) === undefined).sort();
      this.#say(user, 'import', JSON.stringify(items));
      const client = this.#client(user);
      const result = await client.ok('POST', '/scholars/import', {
        body: {
          scholars: added.map((scholar_id) => ({ scholar_id })),
          publications: items.map(({ topic, profile, isRead, isFavorite, tag, firstSeen }) => ({
            scholar_id: profile,
            ...{ title: titleOf(topic), author_text: 'A Author', year: 2000 + topic, cluster_id: clusterOf(topic) },
            ...{
              is_read: isRead,
              is_favorite: isFavorite,
              is_added: profile === null,
              tags: tag === null ? [] : [tag],
              first_seen_at: firstSeen,
            },
          })),
        },
      });
      expect(result.warnings).toEqual([]);
      const { scholars } = await client.ok('GET', '/scholars');
      const tracked = added.map((profile) => ({
        profile,
        id: scholars.find(({ scholar_id }: { scholar_id: string }) => scholar_id === profile).id,
      }));
      this.model.import(user, items, tracked);
    },
    stranger: async (_, { a }) => {
      const { db } = this.#service;
      const profile = pick(PROFILES, a) ?? '';
      this.#say(null, 'a stranger crawls', profile, 'and goes');
      this.#strangers += 1;
      const email = `stranger${this.#strangers}@lectern.example`;
      const row = { email, email_key: email, password_hash: '' };
      const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
      await trackScholar(db, id, { scholarId: profile, imageUrl: null });
      await this.#crawl(false);
      await db.deleteFrom('users').where('id', '=', id).execute();
    },
    cite: async (_, { a }) => {
      const topic = a % TOPICS.length;
      this.#say(null, 'more citations of', topic);
      this.#citations.set(topic, (this.#citations.get(topic) ?? 0) + 1);
    },
    copyOrder: async () => {
      this.#say(null, 'copy-order');
      await this.copyOrder();
    },
    orphans: async () => {
      this.#say(null, 'repair links, delete orphans');
      const { summary } = await this.#service.admin.ok('POST', '/admin/db/repairs/publication-links', {
        body: {
          ...{ scope_mode: 'all_users', dry_run: false, gc_orphan_publications: true },
          confirmation_text: 'REPAIR ALL USERS',
        },
      });
      const changes = Object.entries(summary).filter(
        ([name, count]) => name.startsWith('links_') && name !== 'links_in_scope' && count !== 0,
      );
      expect(changes).toEqual([]);
      expect(summary.publications_deleted).toBe(this.model.deleteOrphans());
    },
    dropAll: async (_, { a }) => {
      if (a % 3 !== 0) return;
      this.#say(null, 'drop all');
      const body = { confirmation_text: 'DROP ALL PUBLICATIONS' };
      await this.#service.admin.ok('POST', '/admin/db/drop-all-publications', { body });
      this.model.dropAll();
    },
  };

  #rowsOf(profile: string): Set<number> {
    return this.#rows.get(profile) ?? new Set();
  }

  async #track(user: ModelUser, profile: string): Promise<void> {
    this.#say(user, 'track', profile);
    const { id } = await this.#client(user).ok('POST', '/scholars', { body: { scholar_id: profile }, status: 201 });
    this.model.track(user, id, profile);
  }

  async #markRead(user: ModelUser, a: number, b: number, isRead: boolean): Promise<void> {
    const key = pick(this.model.visible(user), a);
    if (key === undefined) return;
    // an id of a publication that was merged means the canonical one
    const named = pick(this.model.members(key), b) ?? key;
    this.#say(user, isRead ? 'mark as read' : 'mark as unread', named);
    const body = { publication_ids: [this.#idOf(named)], is_read: isRead };
    await this.#client(user).ok('POST', '/publications/mark-read', { body });
    this.model.markRead(user, named, isRead);
  }

  async #tag(user: ModelUser, a: number, tag: string, isSet: boolean): Promise<void> {
    const key = pick(this.model.visible(user), a);
    if (key === undefined) return;
    this.#say(user, isSet ? 'tag' : 'untag', key, tag);
    const body = { publication_ids: [this.#idOf(key)], [isSet ? 'add' : 'remove']: [tag] };
    await this.#client(user).ok('POST', '/publications/tag', { body });
    this.model.mark(user, key, tag, isSet);
  }

  /** Crawls whatever waits, as a worker does, and applies the rules to what arrived. */
  async #crawl(useFresh: boolean): Promise<void> {
    const { services } = this.#service;
    const source = this.#source();
    const pace = { ...source.pace, freshMinutes: 60 };
    await createSourceState(services.db, source.name);
    let waits = 0;
    for (;;) {
      const fresh = useFresh ? await claimFresh(services.db, pace) : undefined;
      const item = fresh ?? (await claimNext(services.db, source.pace));
      if (!item) {
        // an item is due only after the millisecond in which it was queued
        const { rows } = await sql`select * from queue_items`.execute(services.db);
        if (rows.length === 0) break;
        waits += 1;
        expect(waits < MAX_WAITS ? [] : rows, 'crawls that nobody claims').toEqual([]);
        await setTimeout(2);
        continue;
      }
      if (fresh) await useFreshCrawl(services, item);
      else
        await crawlPage(services, source, {
          ...{ item, claimedAt: performance.now(), signal: new AbortController().signal },
        });
      this.#modelCrawl(item, fresh !== undefined);
    }
    await applyRulesJob.run(services, RUNNING_JOB);
  }

  #modelCrawl({ userId, scholarId, sourceId, crawlStartedAt }: ClaimedItem, isFresh: boolean): void {
    const topics = [...this.#rowsOf(sourceId)];
    const user = this.model.users.find(({ id }) => id === userId);
    this.#say(null, `  (crawled ${sourceId} for ${userId}${isFresh ? ', fresh' : ''})`);
    if (!isFresh) this.model.savePage(sourceId, topics);
    const at = new Date(crawlStartedAt).toISOString();
    const news = user ? this.model.arrive(user, scholarId, sourceId, at) : [];
    if (!isFresh) this.model.endMissed(sourceId, topics);
    this.#expectedEvents.push(...news.map((key) => `${userId} ${key}`));
  }

  /** A source that lists what the history says. Every crawl of it reads the whole list. */
  #source(): CrawledSource {
    const source = googleScholar(this.#service.services);
    return {
      ...source,
      pace: { ...source.pace, hasUserDelay: false, slotSeconds: 0, freshMinutes: 0 },
      fullCrawlDays: 0,
      fetchPage: async ({ sourceId }) => ({
        kind: 'found',
        value: {
          ...{ sourceId, name: `Name of ${sourceId}`, affiliation: null, imageUrl: null, publicationCount: null },
          ...{ listedCount: null, hasMore: false, links: [], warnings: [] },
          records: [...this.#rowsOf(sourceId)].map((topic) =>
            makeRow(`${sourceId}:${topic}`, {
              title: titleOf(topic),
              year: 2000 + topic,
              clusterKey: `cluster:${clusterOf(topic)}`,
              citations: this.#citations.get(topic) ?? 0,
            }),
          ),
        },
      }),
    };
  }

  async copyOrder(): Promise<void> {
    await copyOrderJob.run(this.#service.services, RUNNING_JOB);
  }

  /** Law 2: each user sees what the model predicts, and nothing else is news. */
  async expectPredicted(): Promise<void> {
    const { db } = this.#service;
    const { rows } = await sql<{ id: number; key: string }>`
      select distinct p.id, coalesce(p.owner_user_id || ':', '') || (substr(r.cluster_key, 9)::integer - 100) as key
      from publications p join records r on r.publication_id = p.id and r.owner_user_id is not distinct from p.owner_user_id`.execute(
      db,
    );
    expect(rows.map(({ key }) => key).sort()).toEqual([...this.model.publications.keys()].sort());
    for (const { id, key } of rows) this.#ids.set(key, id);
    const keys = new Map(rows.map(({ id, key }) => [id, key]));
    for (const user of this.model.users) {
      const list = await this.#client(user).ok('GET', '/publications?page_size=500');
      const seen = list.publications.map((item: SeenItem) => [
        keys.get(item.publication_id),
        {
          isRead: item.is_read,
          isFavorite: item.is_favorite,
          tags: item.tags.map(({ name }) => name).sort(),
          scholars: item.scholars.map(({ scholar_profile_id: id }) => id).sort((x, y) => x - y),
          firstScholar: item.scholar_profile_id,
          firstSeen: item.first_seen_at,
        },
      ]);
      const predicted = this.#predict(user);
      expect(Object.fromEntries(seen), `what user ${user.id} sees`).toEqual(predicted);
      const items = Object.values(predicted);
      expect([list.total_count, list.unread_count, list.favorites_count], `counts of user ${user.id}`).toEqual([
        items.length,
        items.filter(({ isRead }) => !isRead).length,
        items.filter(({ isFavorite }) => isFavorite).length,
      ]);
    }
    await this.#expectEvents(keys);
    await this.#expectNumbers();
  }

  /** No two entries that a user sees have one number, and feeds name each by another one. */
  async #expectNumbers(): Promise<void> {
    const { rows } = await sql`
      select user_id, array_agg(publication_id) from (
        select user_id, publication_id, 'entry' as kind, entry_number as number from library_entries where not is_hidden
        union all
        select user_id, publication_id, 'first', first_number from library_entries where not is_hidden
      ) e group by user_id, kind, number having count(*) > 1`.execute(this.#service.db);
    expect(rows, 'entries with one number').toEqual([]);
  }

  #predict(user: ModelUser) {
    return Object.fromEntries(
      this.model.visible(user).map((key) => {
        const { isRead, marks, scholars, firstScholar, firstSeen } = user.entries.get(key) as NonNullable<
          ReturnType<typeof user.entries.get>
        >;
        const seen = {
          ...{ isRead, isFavorite: marks.has(STAR), firstScholar, firstSeen },
          tags: [...marks.keys()].filter((mark) => mark !== STAR).sort(),
          scholars: [...scholars].sort((x, y) => x - y),
        };
        return [key, seen];
      }),
    );
  }

  async #expectEvents(keys: ReadonlyMap<number, string>): Promise<void> {
    const { rows } = await sql<{ id: number; user_id: number; publication: number }>`
      select id, user_id, unnest(publication_ids) as publication from events
      where kind = 'publication.new' and id > ${this.#lastEvent} order by id`.execute(this.#service.db);
    this.#lastEvent = rows.at(-1)?.id ?? this.#lastEvent;
    const saved = rows.map(({ user_id, publication }) => `${user_id} ${keys.get(publication)}`);
    expect(saved.sort(), 'events').toEqual(this.#expectedEvents.sort());
    this.#expectedEvents = [];
  }

  /** The counts of the lists and of the scholars are those of the lists. */
  async expectCounts(): Promise<void> {
    for (const user of this.model.users) {
      const client = this.#client(user);
      for (const query of ['mode=unread', 'favorite_only=true']) {
        const list = await client.ok('GET', `/publications?page_size=500&${query}`);
        const count = query === 'mode=unread' ? list.unread_count : list.favorites_count;
        expect([list.total_count, list.publications.length], query).toEqual([count, count]);
      }
      const { scholars } = await client.ok('GET', '/scholars');
      const counts = scholars.map((one: Record<string, number>) => [one.id, one.publication_count, one.unread_count]);
      const entries = this.model.visible(user).flatMap((key) => user.entries.get(key) ?? []);
      const expected = [...user.scholars.keys()].map((id) => {
        const own = entries.filter((entry) => entry.scholars.has(id));
        return [id, own.length, own.filter(({ isRead }) => !isRead).length];
      });
      expect(counts.sort(byFirst), `scholars of user ${user.id}`).toEqual(expected.sort(byFirst));
    }
  }

  /** Importing one's own export changes nothing. */
  async expectSameExport(): Promise<void> {
    const user = this.model.users[this.lines.length % this.model.users.length];
    if (!user) return;
    const client = this.#client(user);
    const file = await client.ok('GET', '/scholars/export');
    const result = await client.ok('POST', '/scholars/import', { body: file });
    const changes = Object.entries(result).filter(([name, count]) => /_(created|updated)$/.test(name) && count !== 0);
    expect(changes, 'what an own export changes').toEqual([]);
    await this.expectPredicted();
  }
}

interface SeenItem {
  readonly publication_id: number;
  readonly is_read: boolean;
  readonly is_favorite: boolean;
  readonly tags: readonly { readonly name: string }[];
  readonly scholars: readonly { readonly scholar_profile_id: number }[];
  readonly scholar_profile_id: number | null;
  readonly first_seen_at: string;
}

const byFirst = (x: readonly number[], y: readonly number[]) => (x[0] ?? 0) - (y[0] ?? 0);
const titleOf = (topic: number) => `A study of ${TOPICS[topic]}`;
const clusterOf = (topic: number) => String(100 + topic);
function pick<T>(from: readonly T[], at: number): T | undefined {
  return from[at % Math.max(1, from.length)];
}
