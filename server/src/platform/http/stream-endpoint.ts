import type { Static, TSchema } from 'typebox';
import type { Ask, SessionUser } from './endpoint.ts';
import type { EventStream } from './event-stream.ts';
import { NOTHING } from './shapes.ts';

/** What to do with a stream that has begun. It may go on after the promise is kept, until somebody ends it. */
type Talk = (stream: EventStream) => Promise<void>;

/** A GET that needs a session and answers with server-sent events, as the mount takes it. */
export interface StreamEndpoint {
  readonly summary: string;
  readonly open: false;
  readonly schema: { readonly query: TSchema; readonly path: TSchema; readonly headers: TSchema };
  /** which events there are, for the description of the API */
  readonly answer: string;
  /** some events, as they go out */
  readonly example: string;
  readonly problems: readonly string[];
  /** Whatever it throws is answered in the error envelope: the stream begins when it gives a talk. */
  begin(ask: Ask<SessionUser, unknown, unknown, unknown>): Promise<Talk>;
}

export function streamEndpoint<P extends TSchema = typeof NOTHING>(description: {
  readonly summary: string;
  readonly path?: P;
  readonly headers?: TSchema;
  readonly answer: string;
  readonly example: string;
  readonly problems?: readonly string[];
  begin(ask: Ask<SessionUser, unknown, Static<P>, unknown>): Promise<Talk>;
}): StreamEndpoint {
  const { summary, path, headers, answer, example, problems = [] } = description;
  return {
    summary,
    open: false,
    schema: { query: NOTHING, path: path ?? NOTHING, headers: headers ?? {} },
    answer,
    example,
    problems,
    begin: description.begin as StreamEndpoint['begin'],
  };
}
