import { RUN_EVENTS_CHANNEL } from '../crawling/run-event-store.ts';
import type { Notifications } from '../platform/database/notifications.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { type EventStream, formatEvent } from '../platform/http/event-stream.ts';
import { type FollowedRun, findFollowedRun, type KeptEvent, listEvents } from './event-store.ts';

const PAGE = 100;
/** Notifications may be lost: so often a hub looks without one. */
const LOOK_EVERY_MS = 15_000;
const LOOK_AGAIN_MS = 1000;

type Hubs = Map<number, Hub>;

/** The hubs of each service in this process: one for each run that somebody follows. */
const hubsOf = new WeakMap<Notifications, Hubs>();

/**
 * Lets a stream have what is new in a run after `position`, up to which the client knows it. False when others have newer events already:
 * the stream has to catch up first.
 */
export function joinHub(services: Services, run: FollowedRun, position: number, stream: EventStream): boolean {
  const hubs = hubsOf.get(services.notifications) ?? openHubs(services.notifications);
  const hub = hubs.get(run.id);
  if (hub) return hub.join(stream, position);
  const made = new Hub(services, run, position, () => hubs.delete(run.id));
  hubs.set(run.id, made);
  made.join(stream, position);
  made.look();
  return true;
}

function openHubs(notifications: Notifications): Hubs {
  const hubs: Hubs = new Map();
  hubsOf.set(notifications, hubs);
  notifications.subscribe(
    RUN_EVENTS_CHANNEL,
    (runId) => hubs.get(Number(runId))?.look(),
    () => {
      for (const hub of hubs.values()) hub.look();
    },
  );
  return hubs;
}

/** Reads the new events of a run once for all of its followers in this process. Lives until the run has ended or nobody follows it. */
class Hub {
  readonly #services: Services;
  readonly #run: FollowedRun;
  readonly #onEnd: () => void;
  /** each with the number up to which it knew the run when it joined */
  readonly #followers = new Map<EventStream, number>();
  readonly #timer: NodeJS.Timeout;
  #position: number;
  #isLooking = false;
  #looksAgain = false;
  #ended = false;

  constructor(services: Services, run: FollowedRun, position: number, onEnd: () => void) {
    this.#services = services;
    this.#run = run;
    this.#position = position;
    this.#onEnd = onEnd;
    this.#timer = setInterval(() => void this.#lookClosely(), LOOK_EVERY_MS).unref();
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

  /** Hands out what is new. Several calls during a look are one more look. */
  look(): void {
    this.#looksAgain = true;
    if (!this.#isLooking) void this.#lookUntilQuiet();
  }

  async #lookUntilQuiet(): Promise<void> {
    this.#isLooking = true;
    try {
      while (this.#looksAgain && !this.#ended) {
        this.#looksAgain = false;
        const { db } = this.#services;
        const events = await listEvents(db, this.#run.id, this.#position, PAGE);
        if (events.length === PAGE) this.#looksAgain = true;
        if (events.length > 0) this.#handOut(events);
      }
    } catch (error) {
      this.#services.log.warn({ err: error, run_id: this.#run.id }, 'could not read the events of a run');
      setTimeout(() => this.look(), LOOK_AGAIN_MS).unref();
    } finally {
      this.#isLooking = false;
    }
  }

  #handOut(events: readonly KeptEvent[]): void {
    const serialise = (some: readonly KeptEvent[]) => Buffer.from(some.map(formatEvent).join(''));
    const all = serialise(events);
    const before = this.#position;
    const last = events.at(-1);
    this.#position = last?.number ?? before;
    for (const [stream, known] of this.#followers) {
      stream.write(known <= before ? all : serialise(events.filter(({ number }) => number > known)));
      if (last?.kind === 'run_complete') stream.finish();
    }
    if (last?.kind === 'run_complete') this.#end();
  }

  /** A look that also finds a run that ended without a word, or was deleted: who asks again hears what there is to hear. */
  async #lookClosely(): Promise<void> {
    try {
      const run = await findFollowedRun(this.#services.db, this.#run.user_id, this.#run.id);
      if (run && !run.has_ended) return this.look();
      if (run && run.last_event_number > this.#position) return this.look();
      for (const stream of this.#followers.keys()) stream.end();
      this.#end();
    } catch {
      // the next look is not far, and says what is wrong
      this.look();
    }
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#timer);
    this.#onEnd();
  }
}
