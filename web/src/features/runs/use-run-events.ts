import { useEffect, useEffectEvent, useState } from 'react';
import { useIsSessionOver } from '../accounts/session-ended.ts';
import { keepOpen } from './keep-open.ts';

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

/** What a run tells while it goes on, from its beginning; `onEnd` hears of its end. A lost connection is taken up again. */
export function useRunEvents(runId: number, onEnd: () => void): RunEvents {
  const [events, setEvents] = useState(NOTHING);
  const end = useEffectEvent(onEnd);
  const isSessionOver = useIsSessionOver();
  useEffect(() => {
    if (isSessionOver) return;
    return keepOpen(`/api/v1/runs/${runId}/stream`, (source) => {
      const on = <Data>(kind: string, take: (data: Data) => void) =>
        source.addEventListener(kind, ({ data }: MessageEvent<string>) => take(JSON.parse(data)));
      // one that is asked for anew tells all from the beginning: what is shown does not go back
      on<{ finished: number; total: number }>('scholar_progress', ({ finished, total }) =>
        setEvents((before) => ({ ...before, finished: Math.max(before.finished, finished), total })),
      );
      on<Discovery & { new_publication_count: number }>('publication_discovered', (discovery) =>
        setEvents((before) => ({
          ...before,
          found: Math.max(before.found, discovery.new_publication_count),
          discoveries: addNewest(discovery, before.discoveries),
        })),
      );
      on('run_complete', () => {
        source.close();
        end();
      });
    });
  }, [runId, isSessionOver]);
  return events;
}

function addNewest(discovery: Discovery, before: readonly Discovery[]): readonly Discovery[] {
  const others = before.filter(({ publication_id: id }) => id !== discovery.publication_id);
  return [discovery, ...others].slice(0, MOST_SHOWN);
}
