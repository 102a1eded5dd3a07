import type { ScholarResult } from './contract.ts';
import type { ProfileResult } from './result-store.ts';

/** A scholar's result. `exhausted`: an item was dropped after the last attempt. */
export type RunResult = ScholarResult & { readonly exhausted: boolean };

/** Combines the results of profiles to one result for each scholar, in the order in which the scholars were added. */
export function combineResults(results: readonly ProfileResult[]): RunResult[] {
  const ofScholars = new Map<number, ProfileResult[]>();
  for (const one of results) {
    const others = ofScholars.get(one.scholar_number);
    if (others) others.push(one);
    else ofScholars.set(one.scholar_number, [one]);
  }
  return [...ofScholars.values()].flatMap(combineOfScholar);
}

/**
 * Combines the results of a scholar's profiles, the main one first. The fields describe the first profile that did not
 * succeed, because that is what the user has to know; `sources` has them all.
 */
function combineOfScholar(results: readonly ProfileResult[]): RunResult[] {
  const [main] = results;
  if (!main) return [];
  const { scholar_profile_id, scholar_outcome: outcome } = main;
  const shown = results.find((one) => one.outcome !== 'success') ?? main;
  const states = [shown, ...results].flatMap(({ state }) => state ?? []);
  const isSingle = results.length === 1;
  return [
    {
      scholar_profile_id,
      scholar_id: main.source_id,
      state: outcome === 'pending' || outcome === 'skipped' ? null : (states[0] ?? null),
      state_reason: shown.state_reason,
      outcome,
      attempt_count: Math.max(...results.map((one) => one.attempt_count)),
      publication_count: Math.max(...results.map((one) => one.publication_count)),
      new_publication_count: results.reduce((sum, one) => sum + one.new_publication_count, 0),
      start_cstart: shown.start_cstart,
      continuation_cstart: shown.continuation_cstart,
      continuation_enqueued: results.some((one) => one.continuation_enqueued),
      continuation_cleared: results.some((one) => one.continuation_cleared),
      warnings: results.flatMap(({ source, warnings }) =>
        isSingle ? warnings : warnings.map((warning) => `${source}: ${warning}`),
      ),
      error: shown.error,
      debug: shown.debug,
      sources: results.map((one) => ({
        source: one.source,
        id: one.source_id,
        outcome: one.outcome,
        state: one.state,
        state_reason: one.state_reason,
        publication_count: one.publication_count,
        new_publication_count: one.new_publication_count,
        error: one.error,
      })),
      exhausted: results.some((one) => one.exhausted),
    },
  ];
}
