import type { WorkRecord } from './comparable.ts';

/** Below this two works are two for certain, whatever is asked for, also when both agree with a third: other parts, shared generic titles. */
export const CERTAINLY_TWO = 0.1;

/** What counts as a near duplicate. */
export interface SearchTerms {
  /** least probability that a work and the centre of its cluster are one; CERTAINLY_TWO or more */
  readonly threshold: number;
  /** years apart, at most; an unknown year is no difference */
  readonly maxYearDelta: number;
}

/** A work that others may be the same as, and how much hangs on it. */
export interface KnownWork extends WorkRecord {
  readonly id: number;
  readonly citationCount: number;
  /** users who have it in their library */
  readonly linkCount: number;
}

/** How much hangs on a work: of a cluster's members the first one by this order stays. */
export type Standing = Pick<KnownWork, 'id' | 'citationCount' | 'linkCount'>;

/** More users first, then more citations, then the older row. */
export function byStanding(a: Standing, b: Standing): number {
  return b.linkCount - a.linkCount || b.citationCount - a.citationCount || a.id - b.id;
}

export function areYearsNear(a: number | null, b: number | null, { maxYearDelta }: SearchTerms): boolean {
  return a === null || b === null || Math.abs(a - b) <= maxYearDelta;
}

/** No cluster has more members: who belongs to a larger one comes with the next search. */
export const MOST_MEMBERS = 100;
