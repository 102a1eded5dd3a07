import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from '../error-codes.ts';
import type { Problem } from '../errors.ts';
import type { Services } from '../services.ts';
import type { SessionControl } from './session-cookie.ts';
import { NOTHING } from './shapes.ts';

/** The user that a session or an API token belongs to. */
export interface SessionUser {
  readonly id: number;
  readonly email: string;
  readonly is_admin: boolean;
  readonly is_active: boolean;
  /** an administrator set the password, so the user must choose another */
  readonly has_temporary_password: boolean;
}

/** What a handler gets: the services, and a request that passed all checks. */
export interface RequestContext<User = SessionUser, Query = unknown, Path = unknown, Body = unknown> extends Services {
  readonly user: User;
  readonly query: Query;
  readonly path: Path;
  readonly body: Body;
  readonly session: SessionControl;
  /** the client's address; X-Forwarded-For counts only behind a trusted proxy */
  readonly address: string;
  header(name: string): string | null;
  /**
   * for handlers that read the body or send the response themselves: `uploads.ts`, `downloads.ts`, `event-streams.ts`
   */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** One row of `start/routes.ts`: method, path as in the contract, endpoint. */
export type Route = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, endpoint: Endpoint];

/** The media types of a body that the handler reads itself. */
type UploadTypes = readonly ('application/json' | 'multipart/form-data' | 'application/x-www-form-urlencoded')[];

/**
 * One operation of the API: its schemas, which also describe it in `openapi.json`, and its handler. The handler returns
 * the `data` of the response, or sends the response itself and returns the reply.
 */
interface Description<User, Q extends TSchema, P extends TSchema, B extends TSchema, R extends TSchema> {
  /** an imperative, or a noun for what a GET returns */
  readonly summary: string;
  /** what a caller should know before using it: effects, limits, related operations */
  readonly description: string;
  /** headers that the operation reads; they are described, not validated */
  readonly headers?: TSchema;
  readonly query?: Q;
  readonly path?: P;
  readonly body?: B;
  /** If set, the handler reads the body itself, and `body` only describes it. */
  readonly upload?: UploadTypes;
  /** files of other programs that an upload takes in place of `body`: an example of each media type */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly response: R;
  /** 200 by default */
  readonly status?: 200 | 201 | ((data: Static<R>) => 200 | 201);
  /** error codes of this operation, besides those that every operation has */
  readonly errors?: readonly ErrorCode[];
  /**
   * If true, a session whose user gave the password more than an hour ago gets 403 `password_required`, before path,
   * query and body are checked.
   */
  readonly recentSignIn?: boolean;
  /** outside /api/v1, where no hook requires a user: the error of a request without one */
  readonly signedOut?: () => Problem;
  handle(
    context: RequestContext<User, Static<Q>, Static<P>, Static<B>>,
  ): Promise<Static<R> | FastifyReply> | Static<R> | FastifyReply;
}

/** A description without its own types. The server validates what they promise. */
export interface Endpoint
  extends Omit<
    Description<never, TSchema, TSchema, TSchema, TSchema>,
    'status' | 'handle' | 'query' | 'path' | 'body'
  > {
  /** whether it also works without a user */
  readonly open: boolean;
  readonly query: TSchema;
  readonly path: TSchema;
  readonly body: TSchema;
  readonly errors: readonly ErrorCode[];
  readonly statuses: readonly (200 | 201)[];
  statusOf(data: unknown): 200 | 201;
  handle(context: RequestContext<SessionUser | null>): unknown;
}

type Nothing = typeof NOTHING;

/** An operation that needs a session or an API token. */
export function endpoint<
  R extends TSchema,
  Q extends TSchema = Nothing,
  P extends TSchema = Nothing,
  B extends TSchema = Nothing,
>(description: Description<SessionUser, Q, P, B, R>): Endpoint {
  return withDefaults(description, false);
}

/** An operation that also works without a session. */
export function openEndpoint<
  R extends TSchema,
  Q extends TSchema = Nothing,
  P extends TSchema = Nothing,
  B extends TSchema = Nothing,
>(description: Description<SessionUser | null, Q, P, B, R>): Endpoint {
  return withDefaults(description, true);
}

function withDefaults<User, Q extends TSchema, P extends TSchema, B extends TSchema, R extends TSchema>(
  { status = 200, handle, ...description }: Description<User, Q, P, B, R>,
  open: boolean,
): Endpoint {
  return {
    query: NOTHING,
    path: NOTHING,
    body: NOTHING,
    errors: [],
    ...description,
    open,
    statuses: typeof status === 'function' ? [200, 201] : [status],
    statusOf: (data) => (typeof status === 'function' ? status(data as Static<R>) : status),
    handle: handle as unknown as Endpoint['handle'],
  };
}
