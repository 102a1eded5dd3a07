import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SoakClient } from './soak-client.ts';
import type { Processes } from './soak-processes.ts';
import type { Tally } from './soak-tally.ts';

/** How long a user waits before starting the next run, in ms. */
const BETWEEN_RUNS_MS = 3000;
const KIND = 'stream';

/** The state that a user's loops share. */
export interface Shift {
  isOver: boolean;
}

/** Starts one run after another, and follows each on one event stream until it ends. */
export async function followRuns(client: SoakClient, processes: Processes, tally: Tally, shift: Shift): Promise<void> {
  while (!shift.isOver) {
    const started = await client.send<{ run_id: number }>('start a run', 'POST', '/runs/manual');
    const runId = started?.data?.run_id ?? started?.refusal?.details.run_id;
    if (typeof runId === 'number') await followRun(client, processes, tally, runId);
    await pause(BETWEEN_RUNS_MS * (0.5 + Math.random()));
  }
}

/**
 * Follows a run to its end. A broken stream continues at the other API process; no event may be missing or come twice.
 */
async function followRun(client: SoakClient, processes: Processes, tally: Tally, runId: number): Promise<void> {
  let replica = Math.random() < 0.5 ? 0 : 1;
  let last = 0;
  for (let attempt = 1; ; attempt += 1) {
    const end = await readStream(
      `${processes.urls()[replica]}/api/v1/runs/${runId}/stream`,
      client.session.cookie,
      last,
    );
    for (const id of end.ids) {
      if (id !== last + 1) tally.addError(KIND, `run ${runId}: event ${id} came after event ${last}`);
      last = id;
    }
    if (end.isComplete) return tally.add(KIND, 'ok');
    if (end.status === 503 && end.retryAfter !== undefined) {
      tally.add(KIND, 'unavailable');
      await pause(Number(end.retryAfter) * 1000);
    } else if (end.status === null || end.status === 200) {
      if (!processes.isNearKill())
        return tally.addError(KIND, `run ${runId}: the stream broke off without a kill after event ${last}`);
      tally.add(KIND, 'lost');
      replica = 1 - replica;
      if (attempt > 2) await pause(100);
    } else return tally.addError(KIND, `run ${runId}: ${end.status}`);
  }
}

/** How a stream ended. `status` is null if there was no response. */
interface StreamEnd {
  readonly status: number | null;
  readonly retryAfter: string | undefined;
  readonly ids: readonly number[];
  /** whether the run has ended */
  readonly isComplete: boolean;
}

function readStream(url: string, cookie: string, lastEventId: number): Promise<StreamEnd> {
  return new Promise((resolve) => {
    const headers = { cookie, ...(lastEventId > 0 ? { 'last-event-id': String(lastEventId) } : {}) };
    const ids: number[] = [];
    const failed = () => resolve({ status: null, retryAfter: undefined, ids, isComplete: false });
    const request = http.get(url, { agent: false, headers }, (response) => {
      let rest = '';
      let isComplete = false;
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const id = /^id: ?(\d+)$/m.exec(block)?.[1];
          if (id !== undefined) ids.push(Number(id));
          isComplete ||= /^event: ?run_complete$/m.test(block);
        }
      });
      response.on('error', () => undefined);
      response.on('close', () => {
        const { statusCode = null } = response;
        resolve({ status: statusCode, retryAfter: response.headers['retry-after'], ids, isComplete });
      });
    });
    request.on('error', failed);
  });
}
