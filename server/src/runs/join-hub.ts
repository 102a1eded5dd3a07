import { RUN_EVENTS_CHANNEL } from '../crawling/run-store.ts';
import type { Notifications } from '../platform/database/notifications.ts';
import { type EventStream, formatEvent } from '../platform/http/event-stream.ts';
import type { Services } from '../platform/services.ts';
import { type FollowedRun, findFollowedRun, listEvents, type StoredEvent } from './event-store.ts';

const PAGE = 100;
/** How often a hub polls, because notifications may be lost. */
const POLL_MS = 15_000;
const RETRY_MS = 1000;

type Hubs = Map<number, Hub>;

/** The hubs of this process: one for each run that somebody follows. */
const hubsOf = new WeakMap<Notifications, Hubs>();

/**
 * Subscribes a stream to the events of a run after `position`, up to which the client knows them. Returns false if the
 * hub has sent newer events already; then the stream has to catch up first.
 */
export function joinHub(services: Services, run: FollowedRun, position: number, stream: EventStream): boolean {
  const hubs = hubsOf.get(services.notifications) ?? openHubs(services.notifications);
  const hub = hubs.get(run.id);
  if (hub) return hub.join(stream, position);
  const made = new Hub(services, run, position, () => hubs.delete(run.id));
  hubs.set(run.id, made);
  made.join(stream, position);
  made.readNew();
  return true;
}

function openHubs(notifications: Notifications): Hubs {
  const hubs: Hubs = new Map();
  hubsOf.set(notifications, hubs);
  notifications.subscribe(
    RUN_EVENTS_CHANNEL,
    (runId) => hubs.get(Number(runId))?.readNew(),
    () => {
      for (const hub of hubs.values()) hub.readNew();
    },
  );
  return hubs;
}

/**
 * Reads the new events of a run once for all of its followers in this process. It exists until the run has ended or
 * nobody follows it.
 */
class Hub {
  readonly #services: Services;
  readonly #run: FollowedRun;
  readonly #onEnd: () => void;
  /** each follower with the number of the last event that it knew when it joined */
  readonly #followers = new Map<EventStream, number>();
  readonly #timer: NodeJS.Timeout;
  #position: number;
  #isReading = false;
  #readsAgain = false;
  #ended = false;

  constructor(services: Services, run: FollowedRun, position: number, onEnd: () => void) {
    this.#services = services;
    this.#run = run;
    this.#position = position;
    this.#onEnd = onEnd;
    this.#timer = setInterval(() => void this.#checkRun(), POLL_MS).unref();
  }

  join(stream: EventStream, position: number): boolean {
    if (position < this.#position) return false;
    this.#followers.set(stream, position);
    stream.onClose(() => {
      this.#followers.delete(stream);
      if (this.#followers.size === 0) this.#end();
    });
    return true;
  }

  /** Delivers new events. Several calls during a read cause one more read. */
  readNew(): void {
    this.#readsAgain = true;
    if (!this.#isReading) void this.#readUntilUpToDate();
  }

  async #readUntilUpToDate(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#readsAgain && !this.#ended) {
        this.#readsAgain = false;
        const { db } = this.#services;
        const events = await listEvents(db, this.#run.id, this.#position, PAGE);
        if (events.length === PAGE) this.#readsAgain = true;
        if (events.length > 0) this.#deliver(events);
      }
    } catch (error) {
      this.#services.log.warn({ err: error, run_id: this.#run.id }, 'could not read the events of a run');
      setTimeout(() => this.readNew(), RETRY_MS).unref();
    } finally {
      this.#isReading = false;
    }
  }

  #deliver(events: readonly StoredEvent[]): void {
    const serialize = (some: readonly StoredEvent[]) => Buffer.from(some.map(formatEvent).join(''));
    const all = serialize(events);
    const before = this.#position;
    const last = events.at(-1);
    this.#position = last?.number ?? before;
    for (const [stream, known] of this.#followers) {
      stream.write(known <= before ? all : serialize(events.filter(({ number }) => number > known)));
      if (last?.kind === 'run_complete') stream.finish();
    }
    if (last?.kind === 'run_complete') this.#end();
  }

  /**
   * A poll also notices a run that ended without an event or was deleted. Its streams end, and clients that reconnect
   * get the final state.
   */
  async #checkRun(): Promise<void> {
    try {
      const run = await findFollowedRun(this.#services.db, this.#run.user_id, this.#run.id);
      if (run && !run.has_ended) return this.readNew();
      if (run && run.last_event_number > this.#position) return this.readNew();
      for (const stream of this.#followers.keys()) stream.end();
      this.#end();
    } catch {
      // the next poll is soon, and reports what is wrong
      this.readNew();
    }
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#timer);
    this.#onEnd();
  }
}
