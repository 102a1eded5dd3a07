import type { Static, TSchema } from 'typebox';
import type { Config } from '../config.ts';
import type { Ask, Endpoint, Example, SessionUser } from './endpoint.ts';
import { endpoint } from './endpoint.ts';
import type { NOTHING } from './shapes.ts';

/** A POST whose body is a form (multipart/form-data) of one file; the schema of the body is only described. */
export interface FileEndpoint extends Endpoint {
  /** the file's name in the form */
  readonly field: string;
  mostBytes(config: Config): number;
  /** Throws before the body is read. */
  admit(ask: Ask<SessionUser, unknown, unknown, unknown>): Promise<void>;
}

export function fileEndpoint<A extends TSchema, P extends TSchema = typeof NOTHING>(description: {
  readonly summary: string;
  readonly path?: P;
  readonly body: TSchema;
  readonly field: string;
  mostBytes(config: Config): number;
  readonly answer: A;
  readonly problems?: readonly string[];
  readonly example?: Example<never, Static<A>>;
  admit(ask: Ask<SessionUser, unknown, Static<P>, unknown>): Promise<void>;
  handle(ask: Ask<SessionUser, unknown, Static<P>, Buffer>): Promise<Static<A>>;
}): FileEndpoint {
  const { path, field, mostBytes, admit, handle, ...rest } = description;
  const base = endpoint({ ...rest, ...(path ? { path } : {}), handle: handle as never });
  return { ...base, field, mostBytes, admit: admit as FileEndpoint['admit'] };
}
