/** Somebody waits for it, or it is one of many. */
export const PRIORITY = { awaited: 0, backlog: 1 } as const;

/** What has to wait longer than this is not waited for by a run. */
export const PATIENCE_SECONDS = 5;

/** Those who are asked about works: the sources by name, and `web` for the links that they named. */
export const WEB = 'web';

/** A work that something is left to find out about, and who is to be asked next. */
export interface Lookup<Progress> {
  readonly publicationId: number;
  readonly source: string;
  readonly priority: number;
  /** grows with each step */
  readonly stepNumber: number;
  /** failures of the network at this step */
  readonly failureCount: number;
  readonly progress: Progress;
  /** whose own keys are used */
  readonly userId: number | null;
  /** answers kept from before this time do not count */
  readonly askedAnewAt: Date | null;
}

/** Where a lookup goes after a step. */
export interface NextStep<Progress> {
  readonly publicationId: number;
  readonly source: string;
  readonly progress: Progress;
  readonly failureCount: number;
  /** from now */
  readonly afterSeconds: number;
}

/** Why works are to be searched for. */
export interface SearchRequest {
  /** who asked for it; null: the service itself */
  readonly requestedBy: number | null;
  /** whose own keys are used */
  readonly keysOf: number | null;
  /** answers that are kept from before do not count */
  readonly asksAnew: boolean;
  readonly isAwaited: boolean;
  /** the clock asks: it counts its tries */
  readonly isClock?: boolean;
}
