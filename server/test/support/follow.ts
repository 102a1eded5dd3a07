import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { insertEvents, type RunEvent } from '../../src/crawling/run-store.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Client } from './client.ts';

interface ReceivedEvent {
  readonly id: number;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its events
  readonly data: any;
}

/** A browser's EventSource, without its reconnecting. */
export interface Follower {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: readonly ReceivedEvent[];
  /** the ids of the events */
  ids(): number[];
  comments(): number;
  /** everything that was received, unchanged */
  text(): string;
  /** Waits until the check passes. Fails if the stream ends first. */
  until(check: () => boolean): Promise<void>;
  /** how the stream ended: closed by the server, or cut off */
  readonly over: Promise<'ended' | 'cut off'>;
  /** Stops reading, so that the server's buffers fill. */
  pause(): void;
  resume(): void;
  /** Closes the connection. */
  drop(): void;
}

/** Follows a run as this client, until the test ends at the latest; `text` has the body where it was refused. */
export async function follow(
  client: Client,
  runId: number | string,
  {
    lastEventId,
    method = 'GET',
    headers: more = {},
  }: { lastEventId?: number | string | undefined; method?: string; headers?: Record<string, string> } = {},
): Promise<Follower> {
  const headers: Record<string, string> = { accept: 'text/event-stream', ...more };
  if (client.cookies.size > 0) headers.cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  if (lastEventId !== undefined) headers['last-event-id'] = String(lastEventId);
  const requested = request(`${client.base}/api/v1/runs/${runId}/stream`, { method, headers, agent: false });
  onTestFinished(() => void requested.destroy());
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    requested.on('response', resolve).on('error', reject).end();
  });
  return read(response, () => requested.destroy());
}

function read(response: IncomingMessage, drop: () => void): Follower {
  const events: ReceivedEvent[] = [];
  const watchers = new Set<() => void>();
  let text = '';
  let rest = '';
  let comments = 0;
  let isOver = false;
  const emit = () => {
    for (const watch of watchers) watch();
  };
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, event, data = ''] = /^id: (\d+)\nevent: (\w+)\ndata: (.+)$/.exec(block) ?? [];
      if (event !== undefined) events.push({ id: Number(id), event, data: JSON.parse(data) });
      else if (block.startsWith(':')) comments += 1;
      else expect(block, 'a block that is no event').toMatch(/^retry: \d+$/);
    }
    emit();
  });
  response.on('error', () => undefined);
  const over = new Promise<'ended' | 'cut off'>((resolve) => {
    response.once('close', () => {
      isOver = true;
      emit();
      resolve(response.complete ? 'ended' : 'cut off');
    });
  });
  const until = (check: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const watch = () => {
        const passes = check();
        if (!passes && !isOver) return;
        watchers.delete(watch);
        if (passes) resolve();
        else reject(new Error(`the stream ended too early:\n${text}`));
      };
      watchers.add(watch);
      watch();
    });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    ids: () => events.map(({ id }) => id),
    comments: () => comments,
    text: () => text,
    until,
    over,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    drop,
  };
}

/** An active run of the user, without scholars. */
export async function activeRun(db: Database, userId: number): Promise<number> {
  const run = { user_id: userId, trigger_type: 'manual', status: 'running', idempotency_key: null } as const;
  return (await db.insertInto('runs').values(run).returning('id').executeTakeFirstOrThrow()).id;
}

export async function emit(db: Database, runId: number, events: readonly RunEvent[]): Promise<void> {
  await db.transaction().execute((tx) => insertEvents(tx, runId, events));
}

/** The given number of events, with `visited` counting up from `from`. */
export function progress(count: number, from = 1): RunEvent[] {
  const numbers = Array.from({ length: count }, (_, at) => from + at);
  return numbers.map((visited) => ({ kind: 'scholar_progress', data: { visited, finished: 0, total: 1000 } }));
}

/** Ends a run as the crawl does: its state and the last event in one transaction. */
export async function complete(db: Database, runId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('runs').set({ status: 'success', end_dt: new Date() }).where('id', '=', runId).execute();
    await insertEvents(tx, runId, [{ kind: 'run_complete', data: { status: 'success' } }]);
  });
}

/** 1 to `last`. */
export function numbersTo(last: number, from = 1): number[] {
  return Array.from({ length: last - from + 1 }, (_, at) => from + at);
}
