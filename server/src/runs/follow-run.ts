import { type EventStream, formatEvent } from '../platform/http/event-stream.ts';
import type { Services } from '../platform/services.ts';
import { type FollowedRun, listEvents } from './event-store.ts';
import { joinHub } from './join-hub.ts';

/** How many events are read at once, and held in memory for a slow client. */
const PAGE = 100;

/**
 * Sends a run's events, each once and in order: first the stored ones after the last that the client knows, then new
 * ones. The stream ends with the run's last event. If that event was pruned, it is reconstructed.
 */
export async function followRun(
  services: Services,
  run: FollowedRun,
  lastEventId: string | null,
  stream: EventStream,
): Promise<void> {
  const known = readLastEventId(lastEventId, run);
  if (run.has_ended && known === run.last_event_number) return stream.finish();
  let position = known ?? 0;
  while (stream.isOpen) {
    const events = await listEvents(services.db, run.id, position, PAGE);
    const last = events.at(-1);
    if (last) {
      stream.write(Buffer.from(events.map(formatEvent).join('')));
      await stream.drained();
      if (last.kind === 'run_complete') return stream.finish();
      position = last.number;
    }
    if (events.length === PAGE) continue;
    if (run.has_ended) {
      stream.write(Buffer.from(makeUpCompletion(run)));
      return stream.finish();
    }
    if (joinHub(services, run, position, stream)) return;
  }
}

/** Null if it is not an event of this run. Then the client gets all events. */
function readLastEventId(given: string | null, { last_event_number: last }: FollowedRun): number | null {
  const number = given !== null && /^\d+$/.test(given) ? Number(given) : Number.POSITIVE_INFINITY;
  return number <= last ? number : null;
}

function makeUpCompletion({ last_event_number, status }: FollowedRun): string {
  return formatEvent({ number: last_event_number, kind: 'run_complete', data: JSON.stringify({ status }) });
}
