/** Why a link is not a PDF, or a page leads to none. */
export type RefusalReason =
  | 'not_public'
  | 'dead_link'
  | 'forbidden'
  | 'challenge_page'
  | 'too_many_requests'
  | 'server_error'
  | 'timeout'
  | 'connection_failed'
  | 'redirect_loop'
  | 'html'
  | 'not_a_pdf'
  | 'empty'
  | 'no_pdf_named';

export interface RefusedLink {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  /** one sentence for a person, which names the host only: paths and queries may hold keys */
  readonly detail: string;
  /** what the host asked for, uncapped */
  readonly retryAfterSeconds: number | null;
}

const PASSING: ReadonlySet<RefusalReason> = new Set([
  'timeout',
  'connection_failed',
  'server_error',
  'too_many_requests',
]);

/** Whether it is worth trying again soon. */
export function isPassing(reason: RefusalReason): boolean {
  return PASSING.has(reason);
}

export function refuse(reason: RefusalReason, detail: string, retryAfterSeconds: number | null = null): RefusedLink {
  return { kind: 'refused', reason, detail, retryAfterSeconds };
}
