import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { OTHER_SOURCES, type OtherSource } from '../platform/sources-config.ts';
import { checkLinks } from './check-links.ts';
import { type Planned, planSteps } from './plan-steps.ts';
import { WEB } from './progress.ts';
import { queryPublications, type Wait } from './query-publications.ts';
import type { ReportResults } from './settle-steps.ts';
import { StepBuffer } from './step-buffer.ts';
import { listDueSteps } from './store.ts';

const CHUNK = 50;

/**
 * Performs the steps that are due at a source, awaited ones first, while there is time. Only one process at a time works for a source, so steps
 * need no claim. A step that a killed process did not save stays due, and the step number rejects a late result. `report` gets the results in
 * the transaction that saves them. Returns the seconds until the source allows the next request.
 */
export async function enrichFromSource(
  services: Services,
  source: string,
  job: RunningJob,
  report: ReportResults,
): Promise<number> {
  const { db } = services;
  while (job.hasTime()) {
    const due = await listDueSteps(db, source, CHUNK);
    if (due.length === 0) return 0;
    const buffer = new StepBuffer(services, report);
    const { planned, moved } = await planSteps(services, source, due);
    buffer.add(...moved);
    const wait = await takeSteps(services, source, planned, buffer, job).finally(() => buffer.flush());
    if (wait !== null) return wait;
  }
  return 0;
}

async function takeSteps(
  services: Services,
  source: string,
  planned: readonly Planned[],
  buffer: StepBuffer,
  job: RunningJob,
): Promise<Wait> {
  if (planned.length === 0) return null;
  const apiSource = OTHER_SOURCES.find((one): one is OtherSource => one === source);
  if (apiSource) return queryPublications(services, apiSource, planned, buffer, job);
  if (source === WEB) await checkLinks(services, planned, buffer, job);
  return null;
}
