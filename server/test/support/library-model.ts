import {
  addMark,
  type Batch,
  type Entry,
  type ImportedItem,
  type Link,
  type Listing,
  type Merge,
  ModelUser,
  type Rule,
  STAR,
} from './library-state.ts';

/**
 * What each user sees, predicted from a history: a plain reading of the rules about entries, merges, rules and imports.
 * It knows nothing of the tables. Publications have keys: `2` is the public publication of topic 2, and `5:2` the
 * private one of user 5.
 */

export class LibraryModel {
  /** merged publications name the one into which they were merged */
  readonly publications = new Map<string, string | null>();
  readonly users: readonly ModelUser[];
  listings: Listing[] = [];
  privateRecords: {
    readonly user: number;
    readonly profile: string | null;
    readonly topic: number;
    readonly publication: string;
  }[] = [];
  merges: Merge[] = [];
  readonly #lastListed = new Map<string, number>();
  #clock = 0;

  constructor(userIds: readonly number[]) {
    this.users = userIds.map((id) => new ModelUser(id));
  }

  canonical(publication: string): string {
    const into = this.publications.get(publication) ?? null;
    return into === null ? publication : this.canonical(into);
  }

  members(canonical: string): string[] {
    return [...this.publications.keys()].filter((one) => this.canonical(one) === canonical);
  }

  // Rule 4: who accounts for a user's publication. `own` is a record of the user without a listing.
  accounts(user: ModelUser, canonical: string): { scholars: number[]; own: boolean } {
    const named = new Set(this.members(canonical).flatMap((one) => [...(user.entries.get(one)?.scholars ?? [])]));
    const listings = this.listings.filter(
      (one) => (one.owner === null || one.owner === user.id) && this.canonical(one.publication) === canonical,
    );
    const scholars = [...user.scholars].filter(([id, links]) =>
      listings.some(({ profile, owner, number, isEnded }) => {
        const link = links.get(profile);
        if (!link || this.isRejected(user, profile, canonical)) return false;
        return owner !== null || named.has(id) || (!isEnded && number <= link.processed);
      }),
    );
    const own = this.privateRecords.some(
      (one) => one.user === user.id && one.profile === null && this.canonical(one.publication) === canonical,
    );
    return { scholars: scholars.map(([id]) => id).sort((a, b) => a - b), own };
  }

  isAccounted(user: ModelUser, canonical: string): boolean {
    const { scholars, own } = this.accounts(user, canonical);
    return scholars.length > 0 || own;
  }

  isRejected(user: ModelUser, profile: string, canonical: string): boolean {
    return user.rejected.some((one) => one.profile === profile && this.canonical(one.publication) === canonical);
  }

  // Rules 3 to 5. Returns the publications that got an entry.
  #refresh(user: ModelUser, firstSeen: string): string[] {
    const inserted: string[] = [];
    for (const [key, into] of this.publications) {
      if (into !== null) continue;
      const { scholars, own } = this.accounts(user, key);
      let entry = user.entries.get(key);
      if (!entry) {
        if (scholars.length === 0 && !own) continue;
        entry = this.#add(user, key, { firstSeen, isRead: false, marks: new Map() });
        inserted.push(key);
      }
      entry.scholars = new Set(scholars);
      if (entry.firstScholar === null || !entry.scholars.has(entry.firstScholar))
        entry.firstScholar = scholars[0] ?? null;
      const isShown = scholars.length > 0 || own || entry.marks.has(STAR);
      entry.isShown = isShown;
    }
    return inserted;
  }

  #refreshAll(): void {
    for (const user of this.users) this.#refresh(user, 'never');
  }

  #next(user: ModelUser): number {
    user.lastNumber += 1;
    return user.lastNumber;
  }

  #add(user: ModelUser, key: string, facts: Pick<Entry, 'firstSeen' | 'isRead' | 'marks'>, number?: number): Entry {
    const entry = {
      ...{ number: number ?? this.#next(user), scholars: new Set<number>(), firstScholar: null, isShown: false },
      ...{ firstSeen: facts.firstSeen, isRead: facts.isRead, marks: new Map(facts.marks) },
    };
    user.entries.set(key, entry);
    return entry;
  }

  #name(user: ModelUser, scholar: number, publications: Iterable<string>): void {
    for (const key of publications) user.entries.get(key)?.scholars.add(scholar);
  }

  track(user: ModelUser, scholar: number, profile: string): void {
    user.scholars.set(scholar, new Map([[profile, { processed: 0, isBaseline: false }]]));
    const listed = this.listings.filter(
      (one) => one.profile === profile && !one.isEnded && (one.owner === null || one.owner === user.id),
    );
    // rule 8
    this.#name(user, scholar, new Set(listed.map(({ publication }) => this.canonical(publication))));
    this.#refresh(user, 'never');
  }

  untrack(user: ModelUser, scholar: number): void {
    user.scholars.delete(scholar);
    this.#refresh(user, 'never');
  }

  join(user: ModelUser, into: number, joined: number): void {
    const [to, from] = [user.scholars.get(into), user.scholars.get(joined)];
    if (!to || !from) return;
    user.joins.push({ into, joined, profiles: [...from.keys()] });
    for (const [profile, link] of from) to.set(profile, link);
    user.scholars.delete(joined);
    for (const entry of user.entries.values()) {
      if (entry.scholars.delete(joined)) entry.scholars.add(into);
      if (entry.firstScholar === joined) entry.firstScholar = into;
    }
    this.#refresh(user, 'never');
  }

  undoJoin(user: ModelUser, into: number): void {
    const at = user.joins.findLastIndex((one) => one.into === into);
    const from = user.scholars.get(into);
    const [join] = at < 0 ? [] : user.joins.splice(at, 1);
    if (!join || !from) return;
    const links = new Map<string, Link>();
    for (const profile of join.profiles) {
      const link = from.get(profile);
      if (link) links.set(profile, link);
      from.delete(profile);
    }
    user.scholars.set(join.joined, links);
    for (const entry of user.entries.values()) if (entry.scholars.has(into)) entry.scholars.add(join.joined);
    this.#refresh(user, 'never');
  }

  reject(user: ModelUser, scholar: number, key: string): void {
    for (const profile of user.scholars.get(scholar)?.keys() ?? [])
      user.rejected.push({ profile, publication: this.canonical(key) });
    this.#refresh(user, 'never');
  }

  restore(user: ModelUser, scholar: number, key: string): void {
    const [canonical, links] = [this.canonical(key), user.scholars.get(scholar)];
    user.rejected = user.rejected.filter(
      (one) => !(links?.has(one.profile) && this.canonical(one.publication) === canonical),
    );
    this.#name(user, scholar, [canonical]);
    this.#refresh(user, 'never');
  }

  /** A profile's page with the topics that it lists now, in order. */
  savePage(profile: string, topics: readonly number[]): void {
    this.#clock += 1;
    const listed = this.listings.filter((one) => one.profile === profile && one.owner === null);
    for (const topic of topics) {
      const known = listed.find(({ publication }) => publication === `${topic}`);
      if (known && !known.isEnded) continue;
      const number = (this.#lastListed.get(profile) ?? 0) + 1;
      this.#lastListed.set(profile, number);
      if (known) Object.assign(known, { number, isEnded: false });
      else this.listings.push({ profile, publication: `${topic}`, owner: null, number, isEnded: false });
      if (this.publications.has(`${topic}`)) continue;
      this.publications.set(`${topic}`, null);
      // rule 15
      for (const { id } of this.users)
        if (this.publications.get(`${id}:${topic}`) === null) this.#merge(null, `${topic}`, `${id}:${topic}`);
    }
    this.#refreshAll();
  }

  /** Ends the listings of topics that a whole list no longer has. */
  endMissed(profile: string, topics: readonly number[]): void {
    for (const one of this.listings)
      if (one.profile === profile && one.owner === null && !topics.includes(Number(one.publication)))
        one.isEnded = true;
    this.#refreshAll();
  }

  /** The user's library gets what the profile lists by now. Returns the arrivals that are events. */
  arrive(user: ModelUser, scholar: number, profile: string, at: string): string[] {
    const link = user.scholars.get(scholar)?.get(profile);
    if (!link) return [];
    const isNews = link.isBaseline;
    link.processed = this.#lastListed.get(profile) ?? 0;
    link.isBaseline = true;
    const arrivals = this.#refresh(user, at);
    for (const key of arrivals) this.#applyRules(user, key);
    return isNews ? arrivals : [];
  }

  #applyRules(user: ModelUser, key: string): void {
    const entry = user.entries.get(key);
    if (!entry) return;
    for (const { id, marks, marksRead } of user.rules) {
      // rule 18: a rule acts once
      if (user.effects.some((one) => one.rule === id && this.canonical(one.publication) === key)) continue;
      user.effects.push({ rule: id, publication: key, markedRead: marksRead });
      for (const mark of marks) entry.marks.set(mark, new Set([...(entry.marks.get(mark) ?? []), id]));
    }
    if (user.effects.some((one) => one.publication === key && one.markedRead)) this.#read(user, [key]);
  }

  #read(user: ModelUser, keys: readonly string[]): Batch | null {
    const unread = keys.filter((key) => user.entries.get(key)?.isRead === false);
    if (unread.length === 0) return null;
    for (const key of unread) this.#entry(user, key).isRead = true;
    user.lastRead += 1;
    const batch = { number: user.lastRead, publications: new Set(unread), at: this.#clock };
    user.batches.push(batch);
    return batch;
  }

  #entry(user: ModelUser, key: string): Entry {
    const entry = user.entries.get(key);
    if (!entry) throw new Error(`user ${user.id} has no entry of ${key}`);
    return entry;
  }

  visible(user: ModelUser): string[] {
    return [...user.entries].filter(([, { isShown }]) => isShown).map(([key]) => key);
  }

  markRead(user: ModelUser, publication: string, isRead: boolean): void {
    const key = this.canonical(publication);
    if (!user.entries.get(key)?.isShown) return;
    if (isRead) this.#read(user, [key]);
    else this.#entry(user, key).isRead = false;
    // rule 19
    for (const one of user.effects) if (this.canonical(one.publication) === key) one.markedRead = false;
  }

  markAllRead(user: ModelUser, scholar: number | null): Batch | null {
    return this.#read(
      user,
      this.visible(user).filter((key) => scholar === null || user.entries.get(key)?.scholars.has(scholar)),
    );
  }

  /** Rule 16. Returns how many entries became unread. */
  undoMarkAll(user: ModelUser, batch: Batch): number {
    if (!user.batches.includes(batch)) return 0;
    const kept = new Set(
      user.batches.filter((one) => one.number > batch.number).flatMap((one) => [...one.publications]),
    );
    for (const one of this.merges) if (!one.isUndone && one.at > batch.at) kept.add(one.target);
    let changed = 0;
    for (const key of batch.publications) {
      const entry = user.entries.get(key);
      if (kept.has(key) || !entry?.isRead) continue;
      entry.isRead = false;
      changed += 1;
    }
    return changed;
  }

  /** Sets or removes STAR or a tag. */
  mark(user: ModelUser, publication: string, mark: string, isSet: boolean): void {
    const entry = user.entries.get(this.canonical(publication));
    if (mark !== STAR && isSet) user.tags.add(mark);
    if (!entry || (!entry.isShown && mark !== STAR)) return;
    if (isSet) entry.marks.set(mark, null);
    else entry.marks.delete(mark);
    // rule 6
    this.#refresh(user, 'never');
  }

  mergeTags(user: ModelUser, from: string, to: string): void {
    user.tags.delete(from);
    user.tags.add(to);
    for (const { marks } of user.entries.values()) {
      const origin = marks.get(from);
      if (origin === undefined) continue;
      marks.delete(from);
      addMark(marks, to, origin);
    }
    for (const rule of user.rules) rule.marks = [...new Set(rule.marks.map((mark) => (mark === from ? to : mark)))];
  }

  addRule(user: ModelUser, rule: Rule): void {
    user.rules.push(rule);
    for (const mark of rule.marks) if (mark !== STAR) user.tags.add(mark);
  }

  undoRule(user: ModelUser, rule: number): void {
    for (const { marks } of user.entries.values())
      for (const [mark, origin] of marks) {
        if (!origin?.has(rule)) continue;
        const others = new Set([...origin].filter((id) => id !== rule));
        if (others.size > 0) marks.set(mark, others);
        else marks.delete(mark);
      }
    for (const effect of user.effects) {
      if (effect.rule !== rule || !effect.markedRead) continue;
      effect.markedRead = false;
      const entry = user.entries.get(effect.publication);
      if (entry && !this.#isReadByRule(user, effect.publication)) entry.isRead = false;
    }
    this.#refresh(user, 'never');
  }

  #isReadByRule(user: ModelUser, key: string): boolean {
    return user.effects.some((one) => one.publication === key && one.markedRead);
  }

  /** Merges publications by a job, those with lower ids first. */
  merge(job: number, target: string, merged: readonly string[]): void {
    this.#clock += 1;
    const into = this.canonical(target);
    for (const one of new Set(merged.map((key) => this.canonical(key)))) if (one !== into) this.#merge(job, into, one);
    this.#refreshAll();
  }

  #merge(job: number | null, target: string, merged: string): void {
    this.merges.push({ job, merged, target, at: this.#clock, isUndone: false });
    this.publications.set(merged, target);
    const canonical = this.canonical(target);
    for (const user of this.users) {
      const entry = user.entries.get(merged);
      if (!entry) continue;
      if (user.entries.has(canonical)) this.#takeOver(user, merged, canonical);
      else this.#copy(user, merged, canonical, entry.number);
      entry.isShown = false;
    }
  }

  // Rule 12, and the first case of rule 14.
  #copy(user: ModelUser, from: string, to: string, number?: number): void {
    const { scholars, firstScholar, isShown, ...facts } = this.#entry(user, from);
    const entry = this.#add(user, to, facts, number);
    if (number !== undefined) Object.assign(entry, { scholars: new Set(scholars), firstScholar, isShown });
    for (const one of user.effects.filter(({ publication }) => publication === from))
      user.effects.push({ ...one, publication: to });
  }

  // Rules 11, 17 and 18: a canonical entry takes over what the user said of another one.
  #takeOver(user: ModelUser, from: string, to: string): void {
    const [source, entry] = [this.#entry(user, from), this.#entry(user, to)];
    const isReadByUser = [from, to].some((key) => user.entries.get(key)?.isRead && !this.#isReadByRule(user, key));
    entry.isShown ||= source.isShown;
    for (const [mark, origin] of source.marks) addMark(entry.marks, mark, origin);
    if (source.isRead && !entry.isRead) this.#read(user, [to]);
    for (const { rule, markedRead } of user.effects.filter(({ publication }) => publication === from)) {
      const same = user.effects.find((one) => one.rule === rule && one.publication === to);
      if (same) same.markedRead ||= markedRead;
      else user.effects.push({ rule, publication: to, markedRead });
    }
    // as null wins among tags
    if (isReadByUser) for (const one of user.effects) if (one.publication === to) one.markedRead = false;
  }

  standing(job: number): Merge[] {
    return this.merges.filter((one) => one.job === job && !one.isUndone);
  }

  // Rule 16.
  isSuperseded(job: number): boolean {
    const own = this.standing(job);
    const canonical = new Set(own.map(({ merged }) => this.canonical(merged)));
    const first = this.merges.findIndex((one) => own.includes(one));
    return this.merges.some(
      (one, at) =>
        first >= 0 &&
        at > first &&
        one.job !== null &&
        one.job !== job &&
        !one.isUndone &&
        (canonical.has(this.canonical(one.merged)) || canonical.has(this.canonical(one.target))),
    );
  }

  /** Rule 14. */
  undoMerges(job: number): void {
    for (const merge of this.standing(job).reverse()) {
      const { merged } = merge;
      const canonical = this.canonical(merged);
      merge.isUndone = true;
      this.publications.set(merged, null);
      for (const user of this.users) this.#separate(user, merged, canonical);
    }
    this.#refreshAll();
  }

  #separate(user: ModelUser, merged: string, canonical: string): void {
    const kept = user.entries.get(canonical);
    if (!kept) return;
    // the merge made the canonical entry if both have one first number
    const isMade = kept.number === user.entries.get(merged)?.number;
    for (const id of [...kept.scholars])
      if (isMade || (!this.#hasProcessed(user, id, canonical) && this.#hasProcessed(user, id, merged)))
        kept.scholars.delete(id);
    const [isMerged, isCanonical] = [this.isAccounted(user, merged), this.isAccounted(user, canonical)];
    if (isMerged && !user.entries.has(merged)) this.#copy(user, canonical, merged);
    const entry = user.entries.get(merged);
    if (!entry) return;
    entry.isShown = isMerged || entry.marks.has(STAR);
    if (isCanonical) {
      if (isMade) kept.number = this.#next(user);
    } else if (entry.isShown || isMade) {
      this.#takeOver(user, canonical, merged);
      if (!isMade) return;
      user.entries.delete(canonical);
      user.effects = user.effects.filter((one) => one.publication !== canonical);
    }
  }

  /** Whether a profile of the scholar listed the publication by the time up to which the user has entries. */
  #hasProcessed(user: ModelUser, scholar: number, canonical: string): boolean {
    return this.listings.some((one) => {
      const link = user.scholars.get(scholar)?.get(one.profile);
      if (!link || this.canonical(one.publication) !== canonical || this.isRejected(user, one.profile, canonical))
        return false;
      return one.owner === user.id || (one.owner === null && one.number <= link.processed);
    });
  }

  /** `tracked` has the scholars that the file added. */
  import(user: ModelUser, items: readonly ImportedItem[], tracked: readonly { id: number; profile: string }[]): void {
    for (const { id, profile } of tracked) this.track(user, id, profile);
    const read: string[] = [];
    for (const { topic, profile, isRead, isFavorite, tag, firstSeen } of items) {
      const key = this.canonical(this.#match(user, topic, profile));
      if (tag !== null) user.tags.add(tag);
      if (profile !== null && this.isRejected(user, profile, key)) continue;
      const isNew = !user.entries.has(key);
      const entry = user.entries.get(key) ?? this.#add(user, key, { firstSeen, isRead, marks: new Map() });
      if (isRead && !isNew) read.push(key);
      for (const mark of [...(isFavorite ? [STAR] : []), ...(tag === null ? [] : [tag])])
        if (!entry.marks.has(mark)) entry.marks.set(mark, null);
      const scholar = profile === null ? undefined : user.scholarOf(profile);
      if (scholar !== undefined) entry.scholars.add(scholar);
    }
    this.#read(user, read);
    this.#refresh(user, 'never');
  }

  /** The publication of an item, with a record of the user's that says so. */
  #match(user: ModelUser, topic: number, profile: string | null): string {
    const known = this.privateRecords.find(
      (one) => one.user === user.id && one.profile === profile && one.topic === topic,
    );
    if (known) return known.publication;
    const publication = this.publications.has(`${topic}`) ? `${topic}` : `${user.id}:${topic}`;
    if (!this.publications.has(publication)) this.publications.set(publication, null);
    this.privateRecords.push({ user: user.id, profile, topic, publication });
    if (profile !== null) this.listings.push({ profile, publication, owner: user.id, number: 0, isEnded: false });
    return publication;
  }

  dropAll(): void {
    this.publications.clear();
    [this.listings, this.privateRecords, this.merges] = [[], [], []];
    for (const user of this.users) {
      user.entries.clear();
      [user.rejected, user.effects, user.batches] = [[], [], []];
      for (const links of user.scholars.values())
        for (const link of links.values()) Object.assign(link, { processed: 0, isBaseline: false });
    }
  }

  /** Deletes what nobody has or can reach. Returns how many publications that were, merged ones not counted. */
  deleteOrphans(): number {
    const tracked = new Set(
      this.users.flatMap(({ scholars }) => [...scholars.values()].flatMap((links) => [...links.keys()])),
    );
    const orphans = [...this.publications.keys()].filter((key) => {
      if (this.canonical(key) !== key) return false;
      const members = this.members(key);
      return !(
        this.users.some(({ entries }) => members.some((one) => entries.has(one))) ||
        this.privateRecords.some(({ publication }) => members.includes(publication)) ||
        this.listings.some(({ profile, publication }) => tracked.has(profile) && members.includes(publication))
      );
    });
    for (const key of orphans.flatMap((one) => this.members(one))) {
      this.listings = this.listings.filter(({ publication }) => publication !== key);
      this.merges = this.merges.filter(({ merged, target }) => merged !== key && target !== key);
      for (const user of this.users) {
        user.rejected = user.rejected.filter(({ publication }) => publication !== key);
        user.effects = user.effects.filter(({ publication }) => publication !== key);
      }
    }
    const gone = orphans.flatMap((one) => this.members(one));
    for (const key of gone) this.publications.delete(key);
    return orphans.length;
  }
}
