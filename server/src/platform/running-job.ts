/** What a background job knows of its own run. */
export interface RunningJob {
  readonly id: number;
  /** aborts as soon as the process is to stop: what only waits ends now */
  readonly stopping: AbortSignal;
  /** aborts some seconds later: what is under way ends now */
  readonly signal: AbortSignal;
}
