/** What background work knows of its own run. */
export interface RunningJob {
  /** aborts as soon as the process is to stop: what only waits ends now */
  readonly stopping: AbortSignal;
  /** aborts some seconds later: what is under way ends now */
  readonly signal: AbortSignal;
  /** whether another request may begin: its response is saved before the claim of the work expires, and the process does not stop */
  hasTime(): boolean;
}
