import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { OTHER_SOURCES, type OtherSource } from '../platform/sources-config.ts';
import { askAboutWorks, type Wait } from './ask-about-works.ts';
import { lookAtLinks } from './look-at-links.ts';
import { WEB } from './lookup.ts';
import { type Planned, planSteps } from './plan-steps.ts';
import type { Progress } from './progress.ts';
import type { TellNews } from './settle-steps.ts';
import { StepBuffer } from './step-buffer.ts';
import { findNextDue, listDueLookups } from './store.ts';
import { wakeLookups } from './wake-lookups.ts';

const CHUNK = 50;
/** After so long others have a chance; what is left is for the next job. */
const WORK_MS = 2000;

/**
 * Does the lookups that are due at a source, those that somebody waits for first. Of each source one such job runs at a time, however many services
 * there are: so nothing is claimed, and what a killed one had not written down is simply still due. `tell` hears in each transaction what is new.
 */
export async function workOnLookups(
  services: Services,
  source: string,
  job: RunningJob,
  tell: TellNews,
): Promise<void> {
  const { db } = services;
  const wake = (seconds: number) => db.transaction().execute((tx) => wakeLookups(tx, [source], seconds));
  const endsAt = performance.now() + WORK_MS;
  for (;;) {
    const lookups = await listDueLookups<Progress>(db, source, CHUNK);
    if (lookups.length === 0) {
      const seconds = await findNextDue(db, source);
      return seconds === null ? undefined : wake(seconds);
    }
    const buffer = new StepBuffer(services, tell);
    const { planned, moved } = await planSteps(services, source, lookups);
    buffer.add(...moved);
    const wait = await take(services, source, planned, buffer, job, endsAt).finally(() => buffer.flush());
    if (wait !== null) return wake(wait);
    if (job.stopping.aborted || performance.now() > endsAt) return wake(0);
  }
}

async function take(
  services: Services,
  source: string,
  planned: readonly Planned[],
  buffer: StepBuffer,
  job: RunningJob,
  endsAt: number,
): Promise<Wait> {
  if (planned.length === 0) return null;
  const asked = OTHER_SOURCES.find((one): one is OtherSource => one === source);
  if (asked) return askAboutWorks(services, asked, planned, buffer, job);
  if (source === WEB) await lookAtLinks(services, planned, buffer, job, endsAt);
  return null;
}
