import type { Services } from '../platform/http/endpoint.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import { type OwnKeys, openOwnKeys } from '../settings/open-own-keys.ts';
import { mayAsk } from './asked-sources.ts';
import { nextStep, type OpenStep } from './next-step.ts';
import type { SearchedWork } from './progress.ts';
import type { LookupRow, StepResult } from './step-outcome.ts';
import { findSearchedWorks } from './work-store.ts';

/** A lookup with the step that is due. */
export interface Planned {
  readonly lookup: LookupRow;
  readonly work: SearchedWork;
  readonly step: OpenStep;
  readonly ownKeys: OwnKeys | null;
  isAsked(source: OtherSource): boolean;
}

/**
 * Finds the step of each lookup at a source anew: the work, its identifiers and the operator's wishes may have changed since it was queued. Those
 * that belong elsewhere now come back as results without an answer.
 */
export async function planSteps(
  services: Services,
  source: string,
  lookups: readonly LookupRow[],
): Promise<{ planned: Planned[]; moved: StepResult[] }> {
  const { db, config } = services;
  const ids = lookups.map(({ publicationId }) => publicationId);
  const works = await findSearchedWorks(db, ids);
  const keys = await openOwnKeys(services, [...new Set(lookups.flatMap(({ userId }) => userId ?? []))]);
  const planned: Planned[] = [];
  const moved: StepResult[] = [];
  for (const lookup of lookups) {
    const work = works.get(lookup.publicationId);
    const ownKeys = (lookup.userId !== null && keys.get(lookup.userId)) || null;
    const isAsked = (one: OtherSource) => mayAsk(config.sources, one, ownKeys?.unpaywallEmail);
    const step = work ? nextStep(work, lookup.progress, isAsked) : ({ kind: 'done' } as const);
    if (work && step.kind !== 'done' && step.source === source) planned.push({ lookup, work, step, ownKeys, isAsked });
    else moved.push({ lookup, step: null, outcome: { kind: 'replanned' }, isAsked });
  }
  return { planned, moved };
}

export function resultOf({ lookup, step, isAsked }: Planned, outcome: StepResult['outcome']): StepResult {
  return { lookup, step, outcome, isAsked };
}
