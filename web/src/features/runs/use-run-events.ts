import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isSessionOverQuery } from '../accounts/session-query.ts';
import { followStream } from './follow-stream.ts';

export interface Discovery {
  readonly publication_id: number;
  readonly title: string;
  readonly scholar_label: string;
}

export interface RunEvents {
  readonly finished: number;
  readonly total: number;
  readonly found: number;
  /** the latest ones, newest first */
  readonly discoveries: readonly Discovery[];
}

const NOTHING: RunEvents = { finished: 0, total: 0, found: 0, discoveries: [] };
const MAX_SHOWN = 20;

/** The live events of a run from its beginning. Calls `onEnd` when it ends. Reconnects after a lost connection. */
export function useRunEvents(runId: number, onEnd: () => void): RunEvents {
  const [events, setEvents] = useState(NOTHING);
  const end = useEffectEvent(onEnd);
  const { data: isSessionOver } = useQuery(isSessionOverQuery);
  useEffect(() => {
    if (isSessionOver) return;
    return followStream(`/api/v1/runs/${runId}/stream`, (source) => {
      const on = <Data>(kind: string, handle: (data: Data) => void) =>
        source.addEventListener(kind, ({ data }: MessageEvent<string>) => handle(JSON.parse(data)));
      // a reopened stream starts from the beginning, and the numbers must not go back
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
  return [discovery, ...others].slice(0, MAX_SHOWN);
}
