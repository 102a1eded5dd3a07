import type { Services } from '../platform/services.ts';
import { readSafetyState } from '../sources/read-safety-state.ts';
import { combineResults } from './combine-results.ts';
import type { RunDetail } from './contract.ts';
import { listResults } from './result-store.ts';
import { runNotFound } from './run-not-found.ts';
import { findRun } from './store.ts';
import { summarizeRun } from './summarize-run.ts';

/**
 * A run with the result of each scholar.
 * @throws Problem `run_not_found`
 */
export async function describeRun(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  runId: number,
): Promise<RunDetail> {
  const run = await findRun(db, userId, runId);
  if (!run) throw runNotFound();
  const results = combineResults(await listResults(db, run.id));
  const summary = summarizeRun(results, config.ingestion);
  return { run, summary, scholar_results: results, safety_state: await readSafetyState(db, userId) };
}
