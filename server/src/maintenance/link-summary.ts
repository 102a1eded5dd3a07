import type { Mend } from './link-fault.ts';

/** What a link repair changed, or in a dry run would change. */
export const NOTHING_MENDED = {
  users_examined: 0,
  links_added: 0,
  links_shown: 0,
  links_hidden: 0,
  links_joined: 0,
  links_reassigned: 0,
  links_deleted: 0,
  counters_corrected: 0,
  listings_moved: 0,
  publications_deleted: 0,
};
export type LinkSummary = typeof NOTHING_MENDED;

export function addUp(summary: LinkSummary, more: Partial<LinkSummary>): LinkSummary {
  const sum = { ...summary };
  for (const name of Object.keys(summary) as (keyof LinkSummary)[]) sum[name] += more[name] ?? 0;
  return sum;
}

export function countMends(mends: readonly Mend[]): Partial<LinkSummary> {
  const count: Partial<LinkSummary> = {};
  for (const mend of mends) count[`links_${mend}`] = (count[`links_${mend}`] ?? 0) + 1;
  return count;
}
