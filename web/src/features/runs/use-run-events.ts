import { useEffect, useEffectEvent, useState } from 'react';

export interface Discovery {
  readonly publication_id: number;
  readonly title: string;
  readonly scholar_label: string;
}

export interface RunEvents {
  readonly finished: number;
  readonly total: number;
  readonly found: number;
  /** the newest first, not all of them */
  readonly discoveries: readonly Discovery[];
}

const NOTHING: RunEvents = { finished: 0, total: 0, found: 0, discoveries: [] };
const MOST_SHOWN = 20;

/** What a run tells while it goes on, from its beginning; `onEnd` hears of its end. A lost connection is taken up again where it broke. */
export function useRunEvents(runId: number, onEnd: () => void): RunEvents {
  const [events, setEvents] = useState(NOTHING);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const source = new EventSource(`/api/v1/runs/${runId}/stream`);
    const on = <Data>(kind: string, take: (data: Data) => void) =>
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => take(JSON.parse(data)));
    on<{ finished: number; total: number }>('scholar_progress', ({ finished, total }) =>
      setEvents((before) => ({ ...before, finished, total })),
    );
    on<Discovery & { new_publication_count: number }>('publication_discovered', (discovery) =>
      setEvents((before) => ({
        ...before,
        found: discovery.new_publication_count,
        discoveries: [discovery, ...before.discoveries].slice(0, MOST_SHOWN),
      })),
    );
    on('run_complete', () => {
      source.close();
      end();
    });
    return () => source.close();
  }, [runId]);
  return events;
}
