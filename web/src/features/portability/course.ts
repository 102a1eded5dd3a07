import { useSyncExternalStore } from 'react';

/** How far something has come, and the way to stop it. It goes on when its page is left, and is told to whoever comes back. */
export class Course<Progress> {
  readonly #stopper = new AbortController();
  readonly #listeners = new Set<() => void>();
  #at: Progress;

  constructor(start: Progress) {
    this.#at = start;
  }

  get signal(): AbortSignal {
    return this.#stopper.signal;
  }

  readonly stop = (): void => this.#stopper.abort();

  readonly tell = (at: Progress): void => {
    this.#at = at;
    for (const listener of this.#listeners) listener();
  };

  readonly read = (): Progress => this.#at;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useProgress<Progress>(course: Course<Progress>): Progress {
  return useSyncExternalStore(course.listen, course.read);
}
