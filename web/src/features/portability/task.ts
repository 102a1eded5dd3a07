import { useSyncExternalStore } from 'react';

/** The progress of an upload or download, and a way to stop it. It continues when the user leaves the page. */
export class Task<Progress> {
  readonly #controller = new AbortController();
  readonly #listeners = new Set<() => void>();
  #progress: Progress;

  constructor(start: Progress) {
    this.#progress = start;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly stop = (): void => this.#controller.abort();

  readonly report = (progress: Progress): void => {
    this.#progress = progress;
    for (const listener of this.#listeners) listener();
  };

  readonly read = (): Progress => this.#progress;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useProgress<Progress>(task: Task<Progress>): Progress {
  return useSyncExternalStore(task.subscribe, task.read);
}

/** Whether the user stopped the task, which is not shown as an error. */
export function isAbort(error: Error | null): boolean {
  return error?.name === 'AbortError';
}
