/** What background work can check while it runs. */
export interface RunningJob {
  /** aborts when the process is asked to stop: waiting ends now */
  readonly stopping: AbortSignal;
  /** aborts some seconds later: requests in progress end now */
  readonly signal: AbortSignal;
  /**
   * whether another request may start: enough of the claim is left to save its response, and the process is not
   * stopping
   */
  hasTime(): boolean;
}
