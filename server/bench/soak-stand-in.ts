// The stand-ins of the soak, in a thread of their own: rendering a page must not delay the clients that measure times.
import { parentPort, workerData } from 'node:worker_threads';
import { pick, randomFrom, startSandbox } from '@lectern/sandbox';

/** What the main thread passes to this one. */
export interface StandInPlan {
  /** the ids of the profiles, each with this many publications at the start */
  readonly profileIds: readonly string[];
  readonly publications: number;
  /** how often a block of Google Scholar starts a cooldown, in ms */
  readonly blockEveryMs: number;
}

const NEWS_EVERY_MS = 1000;
const FAULT_EVERY_MS = 5000;
/** A profile fails this often in a row in each fourth fault, so that quick repetitions do not help. */
const LASTING_FAULT = 3;

const { profileIds, publications, blockEveryMs } = workerData as StandInPlan;
const random = randomFrom('soak');
const sandbox = await startSandbox({ scholars: 'none' });
for (const id of profileIds) sandbox.addScholar(id, publications);
const timers: NodeJS.Timeout[] = [];
let news = 0;
let faults = 0;

// "start" begins publications and faults, "end" stops them; the stand-ins respond until the thread ends
parentPort?.on('message', (message: 'start' | 'end') => {
  if (message === 'start') {
    timers.push(
      setInterval(addNews, NEWS_EVERY_MS),
      setInterval(setFault, FAULT_EVERY_MS),
      setInterval(block, blockEveryMs),
    );
    return;
  }
  for (const timer of timers) clearInterval(timer);
  for (const id of profileIds) sandbox.setFault(id, null);
  parentPort?.postMessage({ news, faults, requests: sandbox.requestCount() });
});
parentPort?.postMessage(sandbox.env);

function addNews(): void {
  news += 1;
  sandbox.addPublication(pick(random, profileIds), {
    title: `Soak finding ${news} of an hour of reading`,
    italic: null,
  });
}

/** One fault: mostly 503, sometimes 429. */
function setFault(): void {
  faults += 1;
  const kind = faults % 3 === 0 ? 'unusual' : 'error';
  sandbox.setFault(pick(random, profileIds), { kind, times: faults % 4 === 0 && kind === 'error' ? LASTING_FAULT : 1 });
}

/** A refusal that quick repetitions do not overcome, so that a cooldown begins. */
function block(): void {
  sandbox.setFault(pick(random, profileIds), { kind: 'unusual', times: LASTING_FAULT });
}
