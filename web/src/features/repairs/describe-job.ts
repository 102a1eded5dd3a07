import type { RepairJob } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { formatNumber } from '../../ui/format.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Describes the numbers of a summary that are not 0. A number without a text is shown with its name. */
export function describeNumbers(summary: Facts): string[] {
  // for an undo, the number of restored publications says more than the number of clusters
  const hidden =
    'restored_count' in summary ? [...repairTexts.hiddenNumbers, 'cluster_count'] : repairTexts.hiddenNumbers;
  const describe: Readonly<Record<string, (n: number) => string>> = repairTexts.numbers;
  return Object.entries(summary).flatMap(([name, value]) => {
    if (typeof value !== 'number' || value === 0 || hidden.includes(name)) return [];
    return describe[name]?.(value) ?? `${name.replaceAll('_', ' ')}: ${formatNumber(value)}`;
  });
}

/** Whether a repair has merged something and none of `jobs` has undone it. */
export function canBeUndone(job: RepairJob, jobs: readonly RepairJob[]): boolean {
  const { job_name: name, dry_run: isDryRun, status, summary } = job;
  if (name !== 'publication_near_duplicates' || isDryRun || status === 'running') return false;
  return numberOf(summary, 'merged_cluster_count') > 0 && !isUndone(job, jobs);
}

/** Whether one of `jobs` has undone the repair. */
export function isUndone({ id }: RepairJob, jobs: readonly RepairJob[]): boolean {
  return jobs.some(
    ({ job_name: name, status, scope }) => name === 'undo_merges' && status === 'completed' && scope.job_id === id,
  );
}

export function numberOf(facts: Facts, name: string): number {
  const value = facts[name];
  return typeof value === 'number' ? value : 0;
}

/** The length of a list in the summary. */
export function lengthOf(facts: Facts, name: string): number {
  const value = facts[name];
  return Array.isArray(value) ? value.length : 0;
}
