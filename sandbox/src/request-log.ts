/** One request to the sandbox. */
export interface LoggedRequest {
  readonly at: number;
  readonly source: string;
  readonly path: string;
  readonly profileId: string | null;
}

const kept = 10_000;

export interface RequestLog {
  add(source: string, url: URL): void;
  /** The latest 10,000, oldest first. */
  latest(): readonly LoggedRequest[];
  /** The number of requests since the start, to one source or to all. */
  count(source?: string): number;
}

export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = [];
  const counts = new Map<string, number>();
  return {
    add(source, url) {
      entries.push({
        at: Date.now(),
        source,
        path: url.pathname + url.search,
        profileId: url.searchParams.get('user'),
      });
      if (entries.length >= 2 * kept) entries.splice(0, entries.length - kept);
      counts.set(source, (counts.get(source) ?? 0) + 1);
    },
    latest: () => entries.slice(-kept),
    count: (source) =>
      source === undefined ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(source) ?? 0),
  };
}
