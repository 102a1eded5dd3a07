import type { Tx } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { sourceName } from '../sources/source.ts';
import { countNoun } from './count-noun.ts';
import { type EndedRun, listAddedScholars, listEndedRuns } from './event-store.ts';

/** Words for the profiles that a run could not read, by the state or the reason that their results have. */
const PROBLEMS: Readonly<Record<string, string>> = {
  blocked_or_captcha: 'blocked',
  network_error: 'unreachable',
  layout_changed: 'unreadable',
  not_found: 'not found',
  skipped: 'skipped',
};

/** A line of the log: a sentence without names that users wrote, and fields for programs. */
interface Line {
  /** of the event */
  readonly number: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

/**
 * What operators learn of the events from a number on: which scholars were added, and what runs found. Events get their
 * numbers once, after their transactions, so each line is written by one process, and only about what was saved.
 */
export async function describeForLog(tx: Tx, firstNumber: number): Promise<Line[]> {
  const scholars = (await listAddedScholars(tx, firstNumber)).map(({ number, source, sourceId, ...facts }) => ({
    number,
    facts: { ...facts, source, source_id: sourceId },
    sentence: `scholar ${facts.scholar_id} was added: ${sourceId} at ${sourceName(source)}`,
  }));
  const runs = (await listEndedRuns(tx, firstNumber)).map(({ number, ...run }) => ({
    number,
    facts: run,
    sentence: describeEnd(run),
  }));
  return [...scholars, ...runs].sort((a, b) => a.number - b.number);
}

/** Writes the lines. */
export function logLines(log: Logger, lines: readonly Line[]): void {
  for (const { facts, sentence } of lines) log.info(facts, sentence);
}

function describeEnd(run: Omit<EndedRun, 'number'>): string {
  const { run_id, status, scholar_count, scholars_with_new, new_publication_count, problem_counts } = run;
  const found =
    new_publication_count === 0
      ? `nothing new for ${countNoun(scholar_count, 'scholar')}`
      : `${countNoun(new_publication_count, 'new publication')} for ${countNoun(scholars_with_new, 'scholar')}`;
  const problems = Object.entries(problem_counts).map(
    ([problem, profiles]) => `${countNoun(profiles, 'profile')} ${PROBLEMS[problem] ?? problem}`,
  );
  const end = status === 'canceled' ? 'was canceled' : 'ended';
  return `run ${run_id} ${end}: ${[found, ...problems].join(', ')}`;
}
