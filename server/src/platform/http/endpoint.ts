import type { Static, TSchema } from 'typebox';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Logger } from '../logger.ts';
import type { Secrets } from '../secrets.ts';
import type { WorkerState } from '../worker-state.ts';
import { NOTHING } from './shapes.ts';

/** Whom a session belongs to. */
export interface SessionUser {
  readonly id: number;
  readonly email: string;
  readonly is_admin: boolean;
  readonly is_active: boolean;
}

/** What every handler may use. */
export interface Services {
  readonly db: Database;
  /** for who needs connections of its own: threads and tools */
  readonly databaseUrl: string;
  readonly config: Config;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly notifications: Notifications;
  /** only in a process that does background work */
  readonly worker?: WorkerState;
}

/** The session of a request; `start` and `end` answer with the cookie that belongs to it. */
export interface SessionControl {
  /** the token in the cookie; null without a session */
  readonly token: string | null;
  /** the CSRF token of the session, else of the anonymous visitor */
  csrfToken(): string;
  /** Gives the client this session; returns its CSRF token. */
  start(token: string): string;
  end(): void;
}

export interface Ask<User, Query, Path, Body> extends Services {
  readonly user: User;
  readonly query: Query;
  readonly path: Path;
  readonly body: Body;
  readonly session: SessionControl;
  /** the client's address, through trusted proxies only */
  readonly address: string;
  header(name: string): string | null;
}

type Anybody = SessionUser | null;

/** What a request and its answer look like, for the description of the API; times are written as they go out. */
export interface Example<Body, Answer> {
  readonly body?: Body;
  readonly answer: Answer;
}

interface Description<Q extends TSchema, P extends TSchema, B extends TSchema, A extends TSchema> {
  readonly summary: string;
  /** headers that the operation reads; they are only described */
  readonly headers?: TSchema;
  readonly query?: Q;
  readonly path?: P;
  readonly body?: B;
  readonly answer: A;
  /** 200 unless said otherwise */
  readonly status?: 200 | 201 | ((answer: Static<A>) => 200 | 201);
  /** error codes that clients should be ready for, beside those of every operation */
  readonly problems?: readonly string[];
  /** every operation has one: test/api/conformance looks */
  readonly example?: Example<Static<B>, Static<A>>;
}

/** One operation, as the mount takes it: its types are checked where it is described. */
export interface Endpoint {
  readonly summary: string;
  readonly open: boolean;
  readonly schema: {
    readonly query: TSchema;
    readonly path: TSchema;
    readonly body: TSchema;
    readonly answer: TSchema;
    readonly headers: TSchema | null;
  };
  readonly statuses: readonly (200 | 201)[];
  readonly problems: readonly string[];
  readonly example: Example<unknown, unknown> | null;
  statusOf(answer: unknown): 200 | 201;
  handle(ask: Ask<Anybody, unknown, unknown, unknown>): Promise<unknown>;
}

/** An operation that needs a session. */
export function endpoint<
  A extends TSchema,
  Q extends TSchema = typeof NOTHING,
  P extends TSchema = typeof NOTHING,
  B extends TSchema = typeof NOTHING,
>(
  description: Description<Q, P, B, A> & {
    handle(ask: Ask<SessionUser, Static<Q>, Static<P>, Static<B>>): Promise<Static<A>>;
  },
): Endpoint {
  return describe(description, false, description.handle as unknown as Endpoint['handle']);
}

/** An operation that works without a session, too. */
export function openEndpoint<
  A extends TSchema,
  Q extends TSchema = typeof NOTHING,
  P extends TSchema = typeof NOTHING,
  B extends TSchema = typeof NOTHING,
>(
  description: Description<Q, P, B, A> & {
    handle(ask: Ask<Anybody, Static<Q>, Static<P>, Static<B>>): Promise<Static<A>>;
  },
): Endpoint {
  return describe(description, true, description.handle as unknown as Endpoint['handle']);
}

/** The one place where an operation's own types are forgotten: the mount validates what they promise. */
function describe<Q extends TSchema, P extends TSchema, B extends TSchema, A extends TSchema>(
  { summary, headers, query, path, body, answer, status = 200, problems = [], example }: Description<Q, P, B, A>,
  open: boolean,
  handle: Endpoint['handle'],
): Endpoint {
  return {
    summary,
    open,
    schema: {
      query: query ?? NOTHING,
      path: path ?? NOTHING,
      body: body ?? NOTHING,
      answer,
      headers: headers ?? null,
    },
    statuses: typeof status === 'function' ? [200, 201] : [status],
    problems,
    example: example ?? null,
    statusOf: (value) => (typeof status === 'function' ? status(value as Static<A>) : status),
    handle,
  };
}
