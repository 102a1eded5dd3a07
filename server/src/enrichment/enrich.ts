import { isTransient } from '../platform/database/database-errors.ts';
import type { Services } from '../platform/services.ts';
import { OTHER_SOURCES, type OtherSource } from '../platform/sources-config.ts';
import type { RunningJob } from '../platform/work-loop.ts';
import { linkRequests } from './check-links.ts';
import type { StepResult } from './enrichment.ts';
import { type Planned, planSteps } from './plan-steps.ts';
import { queryRequests } from './query-publications.ts';
import type { Requests } from './requests.ts';
import { saveSteps } from './save-steps.ts';
import type { ReportResults } from './settle-steps.ts';
import { listDueSteps } from './store.ts';

const CHUNK = 50;

/**
 * Performs the steps that are due at a source, awaited ones first, while there is time. Only one process at a time
 * works for a source, so steps need no claim. A step that a killed process did not save stays due, and the step number
 * rejects a late result. `report` gets the results in the transaction that saves them. Returns the seconds until the
 * source allows the next request.
 * @throws database errors, after all other results were saved
 */
export async function enrichFromSource(
  services: Services,
  source: string,
  job: RunningJob,
  report: ReportResults,
): Promise<number> {
  while (job.hasTime()) {
    const due = await listDueSteps(services.db, source, CHUNK);
    if (due.length === 0) return 0;
    const failures: unknown[] = [];
    const saves = groupSaves((results) => saveSteps(services, results, report, failures));
    const { planned, moved } = await planSteps(services, source, due);
    saves.add(moved);
    const wait = await performSteps(services, source, planned, { job, saves }).finally(() => saves.end());
    // the failed steps are still due, so another pass would only repeat them
    if (failures.length > 0) throw failures[0];
    if (wait !== null) return wait;
  }
  return 0;
}

interface Saves {
  add(results: readonly StepResult[]): void;
  /** Waits until all is saved. */
  end(): Promise<void>;
}

/** Saves results in one transaction after the other. Each takes what arrived during the one before. */
function groupSaves(save: (results: readonly StepResult[]) => Promise<void>): Saves {
  const waiting: StepResult[] = [];
  let saving = Promise.resolve();
  return {
    add(results) {
      waiting.push(...results);
      saving = saving.then(() => save(waiting.splice(0)));
      // `end` throws it
      saving.catch(() => undefined);
    },
    end: () => saving,
  };
}

interface Pass {
  readonly job: RunningJob;
  readonly saves: Saves;
}

/** Returns in how many seconds the source allows the next request; null if it allows one now. */
async function performSteps(
  services: Services,
  source: string,
  planned: readonly Planned[],
  pass: Pass,
): Promise<number | null> {
  if (planned.length === 0) return null;
  const apiSource = OTHER_SOURCES.find((one): one is OtherSource => one === source);
  return apiSource
    ? sendAll(await queryRequests(services, apiSource, planned, pass.job), pass)
    : sendAll(linkRequests(services, planned, pass.job), pass);
}

async function sendAll<One>(requests: Requests<One>, { job, saves }: Pass): Promise<number | null> {
  const { known, queue, atOnce, send } = requests;
  saves.add(known);
  const sendSome = async (): Promise<number | null> => {
    for (let one = queue.shift(); one !== undefined && job.hasTime(); one = queue.shift()) {
      const { results, instead = [], waitSeconds = null } = await send(one);
      saves.add(results);
      queue.unshift(...instead);
      if (waitSeconds !== null) return waitSeconds;
    }
    return null;
  };
  // all must end before the source is released
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, sendSome));
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (errors.length > 0) throw errors.find(isTransient) ?? errors[0];
  const waits = ends.flatMap((end) => (end.status === 'fulfilled' && end.value !== null ? end.value : []));
  return waits.length > 0 ? Math.min(...waits) : null;
}
